"""Jobs over the API: seeing, cancelling, fetching results in ranges."""

from pathlib import Path
from typing import Any

import pytest

from labeling.models import Job, Project, Role
from labeling.selectors.jobs import results_folder
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project

pytestmark = pytest.mark.django_db
CONTENT = bytes(range(256)) * 4


@pytest.fixture
def job() -> Job:
    """A finished export with a result."""
    project = make_project()
    job = Job.objects.create(
        name="labeling.export_project",
        kind="export",
        project=project,
        created_by=project.created_by,
        state="done",
        result_path="result",
        result_name="données <1>.csv",
    )
    folder = results_folder(job.pk)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result").write_bytes(CONTENT)
    return job


def owner(job: Job) -> ApiClient:
    return ApiClient(job.created_by)


def fetch(job: Job, **headers: str) -> Any:
    return owner(job).get(f"/api/jobs/{job.pk}/file/", **headers)


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_a_result_is_a_download_and_never_a_page(job: Job) -> None:
    answer = fetch(job)
    assert body(answer) == CONTENT
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Length"] == "1024"


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("bytes=0-9", 0, 9),
        ("bytes=1000-", 1000, 1023),
        ("bytes=-24", 1000, 1023),
        ("bytes=5-9999", 5, 1023),
    ],
)
def test_a_range_is_answered_by_206(job: Job, asked: str, start: int, end: int) -> None:
    answer = fetch(job, Range=asked)
    assert answer.status_code == 206
    assert body(answer) == CONTENT[start : end + 1]
    assert answer.headers["Content-Range"] == f"bytes {start}-{end}/1024"


@pytest.mark.parametrize("asked", ["bytes=2000-", "bytes=9-5", "bytes=-0"])
def test_a_range_outside_is_answered_by_416(job: Job, asked: str) -> None:
    answer = fetch(job, Range=asked)
    assert (answer.status_code, answer.headers["Content-Range"]) == (416, "bytes */1024")


@pytest.mark.parametrize("asked", ["bytes=a-b", "lines=1-2", "bytes=0-1,5-6", "bytes=-"])
def test_a_range_not_understood_gets_the_whole(job: Job, asked: str) -> None:
    assert fetch(job, Range=asked).status_code == 200


def test_an_annotator_may_not_fetch_the_exports_of_others(job: Job) -> None:
    project = job.project
    assert isinstance(project, Project)
    path = f"/api/jobs/{job.pk}/file/"
    assert ApiClient(make_member(project)).get(path).status_code == 403
    assert ApiClient(make_member(project, Role.VIEWER)).get(path).status_code == 200


def test_a_job_without_result_says_so(job: Job) -> None:
    Path(results_folder(job.pk) / "result").unlink()
    assert fetch(job).status_code == 404
    assert owner(job).get(f"/api/jobs/{job.pk}/").data["file"] is None


def test_rate_and_remaining_time_follow_from_progress() -> None:
    project = make_project()
    Job.objects.create(
        name="x",
        kind="import",
        project=project,
        state="done",
        done=100,
        total=100,
        started_at="2026-01-01T00:00:00Z",
        finished_at="2026-01-01T00:00:10Z",
    )
    (job,) = ApiClient(project.created_by).get(f"/api/jobs/?project={project.pk}").data["results"]
    assert job["progress"] == {"done": 100, "total": 100, "rate": 10.0, "eta_s": None}


def test_only_its_starter_and_managers_cancel_a_job(job: Job) -> None:
    project = job.project
    assert isinstance(project, Project)
    Job.objects.filter(pk=job.pk).update(state="queued")
    path = f"/api/jobs/{job.pk}/cancel/"
    assert ApiClient(make_member(project, Role.REVIEWER)).post(path).status_code == 403
    assert ApiClient(make_member(project, Role.MANAGER)).post(path).data["state"] == "cancelled"
    assert owner(job).post(path).status_code == 409
