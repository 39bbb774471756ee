"""The job table as a queue: claiming, cancelling, taking over from dead workers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import JobCancelled
from labeling.models import Job, WorkerBeat
from labeling.services.job_runs import StoredJobRun, WorkerStopping, run_job
from labeling.services.jobs import cancel_job
from labeling.services.work_queue import (
    Process,
    beat_worker,
    claim_job,
    retire_worker,
    take_over_lost_jobs,
)
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LONG_AGO = NOW - timedelta(minutes=5)


def make_job(**facts: Any) -> Job:
    return Job.objects.create(**({"name": "labeling.change_tasks", "kind": "tasks"} | facts))


def beat(worker: str, now: datetime) -> None:
    process = Process(worker, "worker", host="h", pid=1, version="1", queue="learning")
    beat_worker(process=process, job_id=None, now=now)


def test_the_oldest_job_of_the_lane_is_claimed_once() -> None:
    learning = make_job(queue="learning")
    first, second = make_job(), make_job()
    claimed = [claim_job(queue="default", worker=w, now=NOW) for w in ("w1", "w2", "w3")]
    assert [job and job.pk for job in claimed] == [first.pk, second.pk, None]
    first.refresh_from_db()
    assert (first.worker, first.attempts, first.started_at) == ("w1", 1, NOW)
    assert claim_job(queue="learning", worker="w4", now=NOW) == learning


def test_jobs_of_a_dead_worker_go_back_to_the_queue() -> None:
    beat("dead", LONG_AGO)
    beat("alive", NOW)
    lost = make_job(state="running", worker="dead", attempts=1, started_at=LONG_AGO)
    safe = make_job(state="running", worker="alive", attempts=1, started_at=LONG_AGO)
    assert take_over_lost_jobs(now=NOW) == 1
    lost.refresh_from_db()
    safe.refresh_from_db()
    assert (lost.state, safe.state) == ("queued", "running")


def test_a_job_that_killed_three_workers_fails_with_the_reason() -> None:
    lost = make_job(state="running", worker="gone", attempts=3, started_at=LONG_AGO)
    take_over_lost_jobs(now=NOW)
    lost.refresh_from_db()
    assert lost.state == "failed"
    assert "gone was killed" in lost.error
    assert "memory" in lost.error


def test_a_cancelled_job_of_a_dead_worker_stays_cancelled() -> None:
    lost = make_job(
        state="running", worker="gone", attempts=1, started_at=LONG_AGO, cancel_asked=True
    )
    take_over_lost_jobs(now=NOW)
    lost.refresh_from_db()
    assert lost.state == "cancelled"


def test_a_lost_job_yields_to_a_newer_one_that_waits() -> None:
    make_job(unique_key="k")
    lost = make_job(unique_key="k", state="running", worker="gone", attempts=1, started_at=LONG_AGO)
    take_over_lost_jobs(now=NOW)
    lost.refresh_from_db()
    assert lost.state == "cancelled"


def test_beats_say_who_lives_and_old_ones_are_forgotten() -> None:
    beat("w1", LONG_AGO)
    beat("w1", NOW)
    beat("w2", NOW - timedelta(hours=2))
    row = WorkerBeat.objects.get(pk="w1")
    assert (row.started_at, row.seen_at, row.queue) == (LONG_AGO, NOW, "learning")
    take_over_lost_jobs(now=NOW)
    retire_worker(worker="w1")
    assert not WorkerBeat.objects.exists()


def test_cancelling_a_waiting_job_ends_it_and_a_finished_one_is_a_conflict() -> None:
    job = cancel_job(job=make_job(project=make_project()))
    assert job.state == "cancelled"
    assert claim_job(queue="default", worker="w", now=NOW) is None
    with pytest.raises(Conflict):
        cancel_job(job=job)


def test_a_running_job_notices_that_it_shall_stop() -> None:
    job = make_job(state="running")
    ticks = iter(range(100))
    run = StoredJobRun(job, clock=lambda: float(next(ticks)))
    run.check_cancelled()
    assert cancel_job(job=job).state == "running"
    with pytest.raises(JobCancelled):
        run.check_cancelled()


def test_progress_is_written_at_most_twice_a_second() -> None:
    job = make_job(state="running")
    clock = [0.0]
    run = StoredJobRun(job, clock=lambda: clock[0])
    for done in range(1, 11):
        clock[0] += 0.1
        run.progress(done, 10)
    assert Job.objects.get(pk=job.pk).done == 5


def test_a_stopping_worker_gives_its_job_back_uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise WorkerStopping

    monkeypatch.setattr("labeling.jobs.run_bulk_change", stop)
    project = make_project()
    change = {"action": "delete", "ids": [], "filter": "", "value": None}
    kwargs = {"project_id": project.pk, "user_id": project.created_by_id, "change": change}
    make_job(kwargs=kwargs)
    job = claim_job(queue="default", worker="w", now=NOW)
    assert job is not None
    run_job(job)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.worker) == ("queued", 0, "")
