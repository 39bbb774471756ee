"""A training job pins its answers, survives cancelling and dying, and shelves what it made."""

from typing import Any

import pytest

from active_learning.models import Lineage, ModelVersion, RunState, TrainingRun
from active_learning.selectors.versions import version_weights
from active_learning.services.request_training import (
    cancel_training,
    order_training,
    resume_training,
)
from active_learning.services.run_training import run_training
from active_learning.services.training_files import kept_snapshot
from active_learning.serving.bundle import read_bundle
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.jobs import JobCancelled, JobFailed
from labeling.models import Annotation, Project, Role
from labeling.services.ontologies import store_ontology
from tests.active_learning.services.test_label_errors import TEXT, topics
from tests.factories.facts import make_access, make_annotation, make_member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Run:
    """A job's record that can be told to end at some epoch."""

    job_id = None

    def __init__(self, end_at: int | None = None, how: type[BaseException] = JobCancelled) -> None:
        self.end_at, self.how, self.seen = end_at, how, 0

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        if message == "training":
            self.seen = done
            if self.end_at == done:
                raise self.how

    def check_cancelled(self) -> None:
        return None

    def report(self, report: dict[str, Any]) -> None:
        return None


def ordered(access: Any, **asked: Any) -> TrainingRun:
    recipe = {"epochs": 12, "patience": 0, "distil": False} | asked.pop("recipe", {})
    return order_training(access=access, recipe=recipe, **asked)


def taught(kind: str = "choice") -> tuple[Project, Any]:
    project, _ = topics(kind, wrong=())
    held = [task.pk for task in project.tasks.order_by("pk")[::4]]
    project.tasks.filter(pk__in=held).update(is_holdout=True)
    return project, make_access(project, Role.MANAGER)


def test_a_version_is_shelved_with_where_it_came_from() -> None:
    project, access = taught()
    row = ordered(access, recipe={"learner": "network", "units": 32})
    version = run_training(row=row, job=Run())
    row.refresh_from_db()
    assert (row.state, row.version, len(row.curve)) == (RunState.DONE, version, 12)
    assert version.accuracy is not None and version.accuracy > 0.8
    assert not version.is_active
    lineage = Lineage.objects.get(version=version)
    assert (lineage.snapshot, lineage.run, lineage.created_by) == (row.snapshot, row, access.user)
    assert lineage.parameters["units"] == 32
    pinned = kept_snapshot(row)
    assert pinned is not None
    assert {task for task, *_ in pinned.as_json()} == set(
        project.tasks.values_list("pk", flat=True)
    )
    assert read_bundle(version_weights(version)).main.hidden is not None


def test_a_cancelled_training_goes_on_to_the_very_same_model() -> None:
    project, access = taught()
    whole = run_training(row=ordered(access), job=Run())
    row = ordered(access)
    with pytest.raises(JobCancelled):
        run_training(row=row, job=Run(end_at=5))
    row.refresh_from_db()
    assert (row.state, row.epoch) == (RunState.CANCELLED, 5)
    # What people say meanwhile is none of its affair: its answers are pinned.
    Annotation.objects.filter(task__project=project).first().delete()
    TrainingRun.objects.filter(pk=row.pk).update(state=RunState.QUEUED)
    again = run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    row.refresh_from_db()
    assert row.resumed == 1
    assert [point["epoch"] for point in row.curve] == list(range(1, 13))
    assert again.key == whole.key


def test_a_search_goes_on_after_its_worker_died_and_trains_by_the_best() -> None:
    _, access = taught()
    row = ordered(access, trials=4, recipe={"epochs": 4})

    class Dying(Run):
        def progress(self, done: int, total: int | None = None, message: str = "") -> None:
            if message == "searching" and done == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_training(row=row, job=Dying())
    run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    row.refresh_from_db()
    assert [tried["number"] for tried in row.tried] == [0, 1, 2, 3]
    best = min((t for t in row.tried if t["state"] == "done"), key=lambda t: t["loss"])
    assert row.recipe["learning_rate"] == best["params"]["learning_rate"]


def test_votes_are_taught_one_by_one_and_spans_as_rounds_learn_them() -> None:
    project, access = taught()
    task = project.tasks.filter(is_holdout=False).first()
    other = "food" if task.annotations.first().answers["topic"] == "animal" else "animal"
    type(task).objects.filter(pk=task.pk).update(overlap=2, open_places=1, wants_labels=1)
    make_annotation(task, make_member(project), answers={"topic": other})
    row = ordered(access, votes="votes")
    run_training(row=row, job=Run())
    rows = [one for one in kept_snapshot(row).rows if one.task_id == task.pk]
    assert [(one.weight, one.soft) for one in rows] == [(0.5, None), (0.5, None)]

    project, access = taught("span")
    with pytest.raises(BadInput, match="rounds"):
        ordered(access)
    version = run_training(row=ordered(access, recipe={"learner": "rounds"}), job=Run())
    assert version.kind == "span"


def test_what_tells_nothing_apart_is_refused_with_the_remedy() -> None:
    project, access = taught()
    with pytest.raises(Conflict, match="no labelled task"):
        ordered(access, text="id = 0")
    first = project.tasks.filter(is_holdout=False).first()
    with pytest.raises(Conflict, match="Label a task of another class"):
        ordered(access, text=f"id = {first.pk}")
    with pytest.raises(BadInput) as wrong:
        ordered(access, recipe={"learning_rate": 7})
    assert wrong.value.errors[0]["pointer"] == "/recipe/learning_rate"


def test_an_ontology_that_changed_meanwhile_ends_the_run_with_the_reason() -> None:
    project, access = taught()
    row = ordered(access)
    store_ontology(project=project, document=TEXT | {"labels": []}, actor_id=None)
    project.save()
    with pytest.raises(JobFailed, match="no longer learns"):
        run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    row.refresh_from_db()
    assert (row.state, row.cause) == (RunState.FAILED, "ontology_changed")


def test_a_full_disk_fails_the_run_and_leaves_no_half_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, access = taught()
    row = ordered(access)

    def full(*_: Any, **__: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("active_learning.services.versions.default_storage.save", full)
    with pytest.raises(JobFailed, match="Free some space"):
        run_training(row=row, job=Run())
    row.refresh_from_db()
    assert (row.cause, ModelVersion.objects.count()) == ("disk_full", 0)
    monkeypatch.undo()
    row = resume_training(run=row, user_id=None)
    assert row.state in (RunState.QUEUED, RunState.DONE)


def test_a_run_that_waits_is_cancelled_at_once_and_a_finished_one_not() -> None:
    _, access = taught()
    row = cancel_training(run=ordered(access))
    assert row.state == RunState.CANCELLED
    with pytest.raises(Conflict):
        cancel_training(run=row)
