"""A teacher and altered copies in a whole training job: what is learned, kept and told."""

import json

import numpy as np
import pytest

from active_learning.models import Lineage, RunState, TrainingRun
from active_learning.selectors.model_card import card_facts
from active_learning.selectors.shelf import show_version
from active_learning.services import altered_material
from active_learning.services.run_training import run_training
from active_learning.services.training_files import run_folder
from active_learning.shelf.card import model_card
from labeling.kernel.errors import BadInput
from labeling.kernel.jobs import JobCancelled, JobFailed
from tests.active_learning.services.test_run_training import Run, ordered, taught
from tests.factories.facts import make_task

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Stopping(Run):
    """A job that is cancelled when it begins to train."""

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        if message == "training":
            raise JobCancelled


def test_a_version_teaches_another_and_both_are_told_beside_each_other() -> None:
    project, access = taught()
    for word in ("tiger", "butter", "mouse", "noodles"):
        make_task(project, f"I see a {word}")
    large = run_training(row=ordered(access, recipe={"learner": "network"}), job=Run())
    row = ordered(access, recipe={"teacher": f"version:{large.pk}", "teacher_share": 0.8})
    with pytest.raises(JobCancelled):
        run_training(row=row, job=Stopping())
    assert (run_folder(row) / "taught").exists()
    TrainingRun.objects.filter(pk=row.pk).update(state=RunState.QUEUED)
    version = run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    told = Lineage.objects.get(version=version).teacher
    assert (told["id"], told["number"], told["tasks"]) == (
        f"version:{large.pk}",
        large.number,
        large.holdout,
    )
    for side, of in (("teacher", large), ("student", version)):
        assert told[side]["accuracy"]["value"] == pytest.approx(of.accuracy)
        assert told[side]["size_bytes"] == of.size_bytes
        assert told[side]["latency_ms"] > 0
    assert version.size_bytes < large.size_bytes
    assert json.loads(json.dumps(show_version(version, None)))["taught"] == told
    assert "Taught by" in model_card(card_facts(version))
    assert not (run_folder(row) / "taught").exists()


def test_a_teacher_that_does_not_fit_is_refused_and_one_that_went_ends_the_run() -> None:
    _, access = taught()
    large = run_training(row=ordered(access, recipe={"learner": "network"}), job=Run())
    wanted = f"version:{large.pk}"
    for recipe in ({"teacher": "version:999999"}, {"teacher": wanted, "learner": "rounds"}):
        with pytest.raises(BadInput) as wrong:
            ordered(access, recipe=recipe)
        assert wrong.value.errors[0]["pointer"] == "/recipe/teacher"
    row = ordered(access, recipe={"teacher": wanted})
    type(large).objects.filter(pk=large.pk).update(classes=["animal"])
    with pytest.raises(BadInput, match="does not know food"):
        ordered(access, recipe={"teacher": wanted})
    large.delete()
    with pytest.raises(JobFailed, match="another"):
        run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    row.refresh_from_db()
    assert row.cause == "teacher_gone"


def test_altered_copies_are_read_once_and_weigh_as_their_task(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, access = taught()
    read, seen = altered_material._read, []

    def reading(lesson, tasks, how, copies, tell):
        found = read(lesson, tasks, how, copies, tell)
        seen.append(found.shape)
        return found

    monkeypatch.setattr(altered_material, "_read", reading)
    recipe = {"augmentation": "altered", "copies": 2, "strength": 1.0}
    whole = run_training(row=ordered(access, recipe=recipe), job=Run())
    row = ordered(access, recipe=recipe)
    with pytest.raises(JobCancelled):
        run_training(row=row, job=Run(end_at=3))
    TrainingRun.objects.filter(pk=row.pk).update(state=RunState.QUEUED)
    again = run_training(row=TrainingRun.objects.get(pk=row.pk), job=Run())
    assert again.key == whole.key
    row.refresh_from_db()
    taught_tasks = row.counts["train"]
    assert seen == [(2 * taught_tasks, seen[0][1])] * 2
    assert np.isfinite(whole.accuracy)
