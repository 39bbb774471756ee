"""The worker command: does what waits, then ends or idles."""

import pytest
from django.core.management import call_command

from labeling.kernel.jobs import (
    JobFunction,
    JobKind,
    JobRun,
    enqueue,
    registry,
    set_backend,
)
from labeling.models import Job, WorkerBeat
from labeling.services.jobs import DatabaseBackend
from tests.factories.facts import make_project, make_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _same_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command steps back for people's sake; the process of the tests must not."""
    monkeypatch.setattr("os.nice", lambda by: by)


def test_a_worker_runs_what_waits_in_its_lane_and_retires() -> None:
    set_backend(DatabaseBackend())
    project = make_project()
    task = make_task(project)
    change = {"action": "priority", "ids": [task.pk], "filter": "", "value": 4}
    kwargs = {"project_id": project.pk, "user_id": project.created_by_id, "change": change}
    enqueue("labeling.change_tasks", project_id=project.pk, kwargs=kwargs)
    call_command("worker", queue="learning", once=True)
    assert Job.objects.get().state == "queued"
    call_command("worker", once=True)
    task.refresh_from_db()
    assert (Job.objects.get().state, task.priority) == ("done", 4.0)
    assert not WorkerBeat.objects.exists()


@pytest.mark.parametrize(
    ("gives_way", "order"),
    [
        (True, ["long begins", "urgent", "long ends", "plain"]),
        (False, ["long begins", "long ends", "plain", "urgent"]),
    ],
)
def test_a_long_job_that_gives_way_lets_urgent_ones_run_amid_it(monkeypatch, gives_way, order):
    set_backend(DatabaseBackend())
    said: list[str] = []

    def long(run: JobRun) -> None:
        said.append("long begins")
        enqueue("tests.plain")
        enqueue("tests.urgent")
        run.progress(1, 2)
        said.append("long ends")

    def known(name: str, function: JobFunction, **facts: bool) -> None:
        flags = {"restartable": True, "urgent": False, "gives_way": False} | facts
        made = JobKind(function, kind="test", queue="learning", **flags)
        monkeypatch.setitem(registry._items, name, made)

    known("tests.long", long, gives_way=gives_way)
    known("tests.plain", lambda run: said.append("plain"))
    known("tests.urgent", lambda run: said.append("urgent"), urgent=True)
    monkeypatch.setattr("labeling.services.job_runs.STEP_S", 0.0)
    enqueue("tests.long")
    call_command("worker", queue="learning", once=True)
    assert said == order
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
