"""A teacher's softened answers are learned as the paper says, beside the labels."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from active_learning.learners.heads import Features
from active_learning.training_jobs.epochs import run_epochs
from active_learning.training_jobs.losses import teacher_loss
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.rows import Rows
from active_learning.training_jobs.teaching import Teaching, softened
from tests.active_learning.training_jobs.made import clusters

RECIPE = Recipe(epochs=25, learning_rate=0.03, patience=0, teacher="version:1", softness=3.0,
                teacher_share=1.0)  # fmt: skip


def test_softening_probabilities_is_dividing_logits() -> None:
    logits = torch.tensor([[2.0, -1.0, 0.5], [9.0, 0.0, -3.0]])
    shares = torch.softmax(logits, dim=1).numpy()
    wanted = torch.softmax(logits / 4.0, dim=1).numpy()
    assert np.allclose(softened(shares, 4.0, independent=False), wanted, atol=1e-3)
    alone = softened(torch.sigmoid(logits[:1]).numpy(), 4.0, independent=True)
    assert np.allclose(alone, torch.sigmoid(logits[:1] / 4.0).numpy(), atol=1e-4)


@pytest.mark.parametrize("independent", [False, True])
def test_the_divergence_is_nothing_from_itself_and_grows_away(independent: bool) -> None:
    logits = torch.tensor([[2.0, -1.0, 0.5]])
    shares = torch.sigmoid(logits) if independent else torch.softmax(logits, dim=1)
    soft = torch.from_numpy(softened(shares.numpy(), 2.0, independent=independent))
    rows = Rows(logits, shares, torch.ones(1), soft, torch.ones(1))
    same, near, far = (
        teacher_loss(scores, rows, rows, 2.0, independent=independent).item()
        for scores in (logits, 0.8 * logits, -logits)
    )
    assert same == pytest.approx(0.0, abs=1e-4)
    assert same < near < far


def test_a_student_learns_what_a_teacher_says_of_rows_that_nobody_labelled() -> None:
    whole = clusters(count=240)
    teacher = run_epochs(whole, replace(RECIPE, teacher="")).head
    said = teacher.predict_proba(Features(whole.features)).astype(np.float32)
    labels = np.arange(240) < 6
    few = replace(
        whole,
        weights=labels.astype(np.float32),
        validates=np.zeros(240, np.bool_),
        teaching=Teaching(said, np.ones(240, np.float32)),
    )
    fresh = clusters(count=600, seed=9)

    def right(recipe: Recipe) -> float:
        found = run_epochs(few, recipe).head.predict_proba(Features(fresh.features))
        return float((found.argmax(axis=1) == fresh.targets.argmax(axis=1)).mean())

    alone, taught = right(replace(RECIPE, teacher_share=0.0)), right(RECIPE)
    assert taught > alone + 0.05
    assert taught > 0.9
    mixed = replace(RECIPE, augmentation="mixup", teacher_share=0.5)
    assert right(mixed) > alone
