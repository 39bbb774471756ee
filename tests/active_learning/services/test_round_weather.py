"""Rounds in bad weather: stopped anywhere, full disks, learners that fail, mad numbers."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.files.storage import default_storage

from active_learning.errors import RoundFailed
from active_learning.learners.minimising import FitCancelled
from active_learning.models import Embedding, ModelVersion, QueryRound, RoundState
from active_learning.services.query_round import Order, run_query_round
from active_learning.services.retrain import enqueue_round
from labeling.kernel.jobs import JobCancelled
from labeling.models import Job, JobState, Prediction
from labeling.services.job_runs import WorkerStopping
from tests.active_learning.services.test_query_round import label, run, topics
from tests.factories.rounds import active, at, taught

pytestmark = pytest.mark.django_db
STEPS = ("embedding", "training", "scoring", "selecting", "writing", "clear")


@pytest.mark.parametrize("step", STEPS)
def test_a_round_can_be_stopped_in_each_step(step: str) -> None:
    project, first = taught()

    def stop() -> None:
        raise JobCancelled

    with pytest.raises(JobCancelled):
        run_query_round(project=project, order=Order("person", tell=at(step, stop)))
    row = QueryRound.objects.latest("pk")
    assert (row.state, row.cause, row.error) == (RoundState.CANCELLED, "cancelled", "")
    if step in STEPS[:4]:
        assert active(project) == first
    assert run(project).state == RoundState.DONE
    kept = Prediction.objects.filter(task__project=project).values_list("model_version", flat=True)
    assert len(set(kept)) == 2
    assert active(project).name in set(kept)


def test_a_fit_ends_when_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    project, first = taught()

    asked: list[bool] = []

    def fit(*, should_stop: Callable[[], bool], **given: Any) -> None:
        asked.append(True)
        assert should_stop()
        raise FitCancelled

    def check() -> None:
        if asked:
            raise JobCancelled

    monkeypatch.setattr("active_learning.services.learn_version.train", fit)
    with pytest.raises(JobCancelled):
        run_query_round(project=project, order=Order("person", check=check))
    assert active(project) == first


def test_a_stopping_worker_leaves_no_failure_behind() -> None:
    project, first = taught()

    def stop() -> None:
        raise WorkerStopping

    with pytest.raises(WorkerStopping):
        run_query_round(project=project, order=Order("labels", tell=at("scoring", stop)))
    row = QueryRound.objects.latest("pk")
    assert (row.state, row.cause) == (RoundState.CANCELLED, "worker_stopping")
    assert active(project) == first


def test_a_full_disk_is_named_and_leaves_neither_version_nor_half_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project, first = taught()
    half: list[Path] = []

    def full(name: str, content: Any) -> str:
        path = Path(default_storage.path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.read()[:100])
        half.append(path)
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("active_learning.services.versions.default_storage.save", full)
    with pytest.raises(RoundFailed) as failure:
        run_query_round(project=project, order=Order("person"))
    assert failure.value.code == "disk_full"
    row = QueryRound.objects.latest("pk")
    assert (row.state, row.cause) == (RoundState.FAILED, "disk_full")
    assert "Model version 1 stays in use" in row.error
    assert "Free some space" in row.error
    assert list(ModelVersion.objects.filter(project=project)) == [first]
    assert half
    assert not half[0].exists()


def test_a_learner_that_fails_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    project, first = taught()

    def broken(**given: Any) -> None:
        raise RuntimeError("matrix is singular")

    monkeypatch.setattr("active_learning.services.learn_version.train", broken)
    with pytest.raises(RoundFailed) as failure:
        run_query_round(project=project, order=Order("person"))
    assert failure.value.code == "training_failed"
    assert "matrix is singular" in failure.value.detail
    assert active(project) == first


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), "out_of_memory"),
        (RuntimeError("CUDA out of memory."), "out_of_memory"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "disk_full"),
        (ValueError("odd"), "training_failed"),
    ],
)
def test_causes_have_names(monkeypatch: pytest.MonkeyPatch, error: Exception, code: str) -> None:
    project = topics()
    label(project, 12)

    def broken(**given: Any) -> None:
        raise error

    monkeypatch.setattr("active_learning.services.learn_version.train", broken)
    with pytest.raises(RoundFailed) as failure:
        run_query_round(project=project, order=Order("person"))
    assert failure.value.code == code
    assert "There is no model yet" in failure.value.detail


def test_the_job_of_a_failed_round_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    project, _ = taught()

    def broken(**given: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("active_learning.services.learn_version.train", broken)
    job = Job.objects.get(pk=enqueue_round(project=project, trigger="person"))
    assert job.state == JobState.FAILED
    assert job.error == QueryRound.objects.latest("pk").error
    assert "learning worker more memory" in job.error


def test_vectors_that_hold_nan_are_passed_over_and_counted() -> None:
    project, _ = taught()
    open_task = project.tasks.filter(annotation_count=0).first()
    labelled = project.tasks.filter(annotation_count=1).first()
    assert open_task is not None
    assert labelled is not None
    size = len(bytes(Embedding.objects.get(task=labelled).vector)) // 2
    mad = np.full(size, np.nan, np.float16).tobytes()
    Embedding.objects.filter(task__in=[open_task.pk, labelled.pk]).update(vector=mad)
    done = run(project)
    assert done.version is not None
    assert done.version.labels == 15
    assert done.warnings == [{"code": "broken_vectors", "params": {"count": 1}}]
    assert open_task.pk not in {pick["task"] for pick in done.query}
    assert not open_task.predictions.filter(model_version=done.version.name).exists()
