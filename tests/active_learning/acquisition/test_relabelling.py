"""Relabel or label new: hand-worked cases, and cleanlab's ActiveLab as oracle."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from active_learning.acquisition import DistributionError, relabelling_utilities


def crowd(tasks: int = 200, annotators: int = 6, classes: int = 3, seed: int = 0):
    """Votes of annotators of differing skill, distributions of a fair model, and open tasks."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(classes, size=tasks)
    skill = np.linspace(0.55, 0.95, annotators)
    right = rng.random((tasks, annotators)) < skill
    votes = np.where(right, truth[:, None], rng.integers(classes, size=(tasks, annotators)))
    votes[rng.random(votes.shape) < 0.5] = -1
    votes[np.arange(tasks), rng.integers(annotators, size=tasks)] = truth
    logits = rng.normal(0, 1, (tasks, classes)) + 2.0 * np.eye(classes)[truth]
    known = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return votes, known, rng.dirichlet(np.ones(classes), size=50)


def test_a_disputed_label_is_worth_more_than_an_agreed_one() -> None:
    votes = [[0, 0, 0], [0, 1, -1], [1, 1, 1], [1, 1, -1]]
    known = [[0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.2, 0.8]]
    found = relabelling_utilities(votes, known, [[0.9, 0.1]])
    assert found.again.argmax() == 1


def test_an_unsure_new_task_is_worth_more_than_a_sure_one_and_than_an_agreed_label() -> None:
    votes = [[0, 0], [1, 1], [0, 0]]
    found = relabelling_utilities(votes, [[0.9, 0.1], [0.1, 0.9], [0.8, 0.2]],
                                  [[0.5, 0.5], [0.99, 0.01]])  # fmt: skip
    assert found.new[0] > found.new[1] > found.again.max()


def test_with_single_votes_the_model_alone_judges() -> None:
    votes = [[0, -1], [-1, 1]]
    found = relabelling_utilities(votes, [[0.9, 0.1], [0.9, 0.1]], [[0.6, 0.4]])
    assert found.again == pytest.approx([1 - (2 * 0.9 + 0.5) / 3, 1 - (2 * 0.1 + 0.5) / 3])
    assert found.new == pytest.approx([1 - (0.6 + 0.5) / 2])


def test_better_annotators_weigh_more() -> None:
    votes, known, fresh = crowd(tasks=800)
    weights = relabelling_utilities(votes, known, fresh).annotators
    assert weights[-1] > weights[0]


def test_the_order_is_that_of_cleanlabs_activelab(monkeypatch: pytest.MonkeyPatch) -> None:
    multiannotator = pytest.importorskip("cleanlab.multiannotator")
    # Our distributions are calibrated already; its own temperature would change them.
    monkeypatch.setattr(multiannotator, "find_best_temp_scaler", lambda votes, known: 1.0)
    votes, known, fresh = crowd()
    mine = relabelling_utilities(votes, known, fresh)
    given = np.where(votes < 0, np.nan, votes).astype(float)
    again, new = multiannotator.get_active_learning_scores(given, known, fresh)
    theirs = np.concatenate([again, new])
    assert spearmanr(-theirs, np.concatenate([mine.again, mine.new])).statistic > 0.99
    assert mine.new == pytest.approx(1 - new, abs=0.02)


@pytest.mark.parametrize(
    ("votes", "said"),
    [([[0, 5]], "class below 2"), ([[-1, -1]], "task 0 has no vote"), ([0, 1], "different tasks")],
)
def test_votes_that_are_none_are_refused(votes: list, said: str) -> None:
    with pytest.raises(DistributionError, match=said):
        relabelling_utilities(votes, [[0.5, 0.5]], [[0.5, 0.5]])
