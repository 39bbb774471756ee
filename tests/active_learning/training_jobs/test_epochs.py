"""Epochs learn, stop in time, and go on from a checkpoint to the very same weights."""

from pathlib import Path

import numpy as np
import pytest

from active_learning.learners.heads import Features
from active_learning.learners.minimising import FitCancelled
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.epochs import Course, Point, run_epochs
from active_learning.training_jobs.recipe import CHOICES, Recipe
from tests.active_learning.training_jobs.made import clusters

LINEAR = Recipe(epochs=15, learning_rate=0.03, patience=0)
NETWORK = Recipe(learner="network", units=16, epochs=15, learning_rate=0.02, patience=0)


@pytest.mark.parametrize("recipe", [LINEAR, NETWORK])
@pytest.mark.parametrize("independent", [False, True])
def test_a_head_is_served_as_it_was_trained(recipe: Recipe, independent: bool) -> None:
    rows = clusters(independent=independent)
    found = run_epochs(rows, recipe)
    held = rows.validates
    said = found.head.predict_proba(Features(rows.features[held])).argmax(axis=1)
    right = float((said == rows.targets[held].argmax(axis=1)).mean())
    assert right > 0.9
    if not independent:
        assert right == pytest.approx(found.best.validation_accuracy)
    assert found.last.train_loss < 0.5 * 3


@pytest.mark.parametrize("augmentation", CHOICES["augmentation"])
def test_a_training_that_was_killed_makes_the_steps_it_would_have_made(
    tmp_path: Path, augmentation: str
) -> None:
    rows, recipe = clusters(), Recipe(**vars(NETWORK) | {"augmentation": augmentation})
    whole = run_epochs(rows, recipe)

    def die(point: Point) -> None:
        if point.epoch == 7:
            raise KeyboardInterrupt

    kept = Checkpoints(tmp_path, "it")
    with pytest.raises(KeyboardInterrupt):
        run_epochs(rows, recipe, Course(tell=die, checkpoints=kept, checkpoint_s=0.0))
    again = run_epochs(rows, recipe, Course(checkpoints=kept))
    assert again.resumed_at == 6
    assert np.array_equal(again.head.weights, whole.head.weights)
    assert (again.best.epoch, again.last.train_loss) == (whole.best.epoch, whole.last.train_loss)


def test_asking_to_stop_keeps_a_checkpoint_first(tmp_path: Path) -> None:
    seen: list[Point] = []
    course = Course(
        tell=seen.append,
        should_stop=lambda: len(seen) == 4,
        checkpoints=Checkpoints(tmp_path, "it"),
        checkpoint_s=1e9,
    )
    with pytest.raises(FitCancelled):
        run_epochs(clusters(), LINEAR, course)
    found = Checkpoints(tmp_path, "it").newest()
    assert found is not None
    assert found.facts["epoch"] == 4
    assert Checkpoints(tmp_path, "another recipe").newest() is None


def test_it_ends_when_nothing_gets_better_or_the_time_is_over() -> None:
    patient = Recipe(epochs=400, patience=3, learning_rate=0.2)
    assert run_epochs(clusters(), patient).ended == "patience"
    ticks = iter(range(10_000))
    hurried = Recipe(epochs=400, patience=0, seconds=30)
    found = run_epochs(clusters(), hurried, Course(clock=lambda: float(next(ticks))))
    assert found.ended == "time"


def test_a_disk_that_is_full_costs_the_checkpoint_and_not_the_training(tmp_path: Path) -> None:
    class Full(Checkpoints):
        def save(self, checkpoint: object) -> None:
            raise OSError(28, "No space left on device")

    heard: list[OSError] = []
    course = Course(checkpoints=Full(tmp_path, "it"), checkpoint_s=0.0, trouble=heard.append)
    assert run_epochs(clusters(), LINEAR, course).ended == "epochs"
    assert len(heard) == LINEAR.epochs


def test_a_rare_class_counts_as_much_as_a_frequent_one() -> None:
    rows = clusters()
    weights = rows.class_weights("balanced")
    seen = rows.targets[~rows.validates].sum(axis=0)
    assert np.allclose(weights * seen, (weights * seen)[0])


def test_mixed_precision_learns_the_same_task() -> None:
    found = run_epochs(clusters(), Recipe(**vars(LINEAR) | {"precision": "mixed"}))
    assert found.best.validation_accuracy > 0.9
