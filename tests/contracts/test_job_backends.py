"""What every job backend must do: store, keep unique ones single, end in a known state."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from labeling.kernel import jobs
from labeling.kernel.errors import BadInput, NotFound
from labeling.kernel.jobs import JobBackend, JobCancelled, JobRun
from labeling.models import Event, Job
from labeling.services.job_runs import run_job
from labeling.services.jobs import DatabaseBackend, ImmediateBackend
from labeling.services.work_queue import claim_job
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db
seen: list[Any] = []


def work(run: JobRun, *, what: str) -> None:
    seen.append(what)
    run.progress(1, 2, "half")
    if what == "refuse":
        raise BadInput("No good.", errors=[{"line": 3, "detail": "odd"}])
    if what == "break":
        raise RuntimeError("pipe burst")
    if what == "cancel":
        raise JobCancelled
    run.result_path("out.txt").write_text("made")
    run.report({"created": 1})


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "registry", type(jobs.registry)("job"))
    monkeypatch.setattr("labeling.services.jobs.registry", jobs.registry)
    monkeypatch.setattr("labeling.services.job_runs.registry", jobs.registry)
    jobs.job("test.work", kind="test")(work)
    seen.clear()


@pytest.fixture(params=[DatabaseBackend, ImmediateBackend])
def backend(request: pytest.FixtureRequest) -> Iterator[JobBackend]:
    made: JobBackend = request.param()
    previous = jobs.set_backend(made)
    yield made
    assert previous is not None
    jobs.set_backend(previous)


def done(job_id: int) -> Job:
    """Let a worker do what waits, and return the job."""
    while job := claim_job(queue="default", worker="w", now=timezone.now()):
        run_job(job)
    return Job.objects.get(pk=job_id)


def test_a_job_ends_done_with_report_result_and_events(backend: JobBackend) -> None:
    project = make_project()
    job = done(jobs.enqueue("test.work", project_id=project.pk, kwargs={"what": "well"}))
    assert (job.state, job.report, job.result_name) == ("done", {"created": 1}, "out.txt")
    assert (job.done, job.total, job.attempts, seen) == (2, 2, 1, ["well"])
    assert job.finished_at is not None
    states = [event.data["state"] for event in Event.objects.filter(type="job").order_by("pk")]
    assert states == ["queued", "running", "done"]


@pytest.mark.parametrize(
    ("what", "state", "error"),
    [
        ("refuse", "failed", "No good."),
        ("break", "failed", "RuntimeError: pipe burst"),
        ("cancel", "cancelled", ""),
    ],
)
def test_what_a_job_raises_becomes_its_state(
    backend: JobBackend, what: str, state: str, error: str
) -> None:
    job = done(jobs.enqueue("test.work", kwargs={"what": what}))
    assert (job.state, job.error) == (state, error)
    if what == "refuse":
        assert job.report == {"problems": [{"line": 3, "detail": "odd"}]}


def test_an_unknown_job_is_refused_at_once(backend: JobBackend) -> None:
    with pytest.raises(NotFound, match=r"test\.work"):
        jobs.enqueue("test.nothing")
    assert not Job.objects.exists()


def test_a_unique_job_may_wait_only_once() -> None:
    previous = jobs.set_backend(DatabaseBackend())
    assert previous is not None
    first = jobs.enqueue("test.work", kwargs={"what": "a"}, unique="k")
    assert jobs.enqueue("test.work", kwargs={"what": "b"}, unique="k") == first
    done(first)
    assert jobs.enqueue("test.work", kwargs={"what": "c"}, unique="k") != first
    jobs.set_backend(previous)
    assert seen == ["a"]
