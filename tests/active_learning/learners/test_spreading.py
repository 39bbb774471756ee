"""A learner that looks at unlabelled tasks too, where that has proved right."""

import sys

import numpy as np
import pytest

from active_learning.learners import spreading
from active_learning.learners.base import NotEnoughLabels
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.learners.minimising import FitCancelled
from active_learning.learners.spreading import TRUST, SpreadingLearner

CLASSES = ("0", "1", "2", "3")


def clusters(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Four wide classes of 12 dimensions, 150 points each, of about unit length."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(4), 150)
    points = 1.2 * rng.normal(size=(4, 12))[truth] + rng.normal(size=(600, 12))
    order = rng.permutation(600)
    points = points[order] / np.linalg.norm(points[order], axis=1, keepdims=True)
    return points.astype(np.float32), truth[order].astype(str)


def taught(points, labels, *, count: int, learner: ChoiceLearner, **more) -> ChoiceLearner:
    learner.fit(
        Features(points[:count]),
        labels[:count].tolist(),
        classes=CLASSES,
        rng=np.random.default_rng(0),
        **more,
    )
    return learner


def accuracy(learner: ChoiceLearner, points, labels) -> float:
    guesses = learner.predict_proba(Features(points)).argmax(axis=1)
    return float((np.array(learner.classes)[guesses] == labels).mean())


def same(one: ChoiceLearner, other: ChoiceLearner) -> bool:
    assert one.head is not None
    assert other.head is not None
    return np.array_equal(one.head.weights, other.head.weights)


def test_few_labels_of_clusters_say_more_with_the_tasks_around_them() -> None:
    points, labels = clusters()
    plain = taught(points, labels, count=32, learner=ChoiceLearner())
    learner = SpreadingLearner()
    learner.among(points[32:])
    taught(points, labels, count=32, learner=learner)
    assert learner.trust == TRUST
    assert accuracy(learner, points[32:], labels[32:]) > accuracy(plain, points[32:], labels[32:])


def test_it_stays_plain_where_neighbours_mislead() -> None:
    """The class is a direction that the neighbourhoods do not see."""
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, 400).astype(str)
    points = rng.normal(size=(400, 8)).astype(np.float32)
    points[:, 0] = np.where(labels == "1", 0.5, -0.5)
    learner = SpreadingLearner()
    learner.among(points[120:])
    taught(points, labels, count=120, learner=learner)
    assert learner.trust == 0.0
    assert same(learner, taught(points, labels, count=120, learner=ChoiceLearner()))


@pytest.mark.parametrize("around", [np.zeros((0, 12)), np.full((50, 12), np.nan)])
def test_without_a_sound_pool_it_is_the_plain_learner(around: np.ndarray) -> None:
    points, labels = clusters()
    learner = SpreadingLearner()
    learner.among(around.astype(np.float32))
    taught(points, labels, count=32, learner=learner)
    assert same(learner, taught(points, labels, count=32, learner=ChoiceLearner()))


def test_vectors_that_are_not_finite_are_left_out_of_the_pool() -> None:
    points, labels = clusters()
    spoilt = points[32:].copy()
    spoilt[::20] = np.inf
    learner = SpreadingLearner()
    learner.among(spoilt)
    taught(points, labels, count=32, learner=learner)
    assert learner.trust == TRUST


@pytest.mark.parametrize("count", [spreading.LEAST_LABELS - 1, spreading.MOST_LABELS + 1])
def test_with_too_few_or_many_labels_nothing_is_spread(count: int) -> None:
    assert not SpreadingLearner.can_spread(count)


def test_one_class_is_refused_as_by_the_plain_learner() -> None:
    points, _ = clusters()
    learner = SpreadingLearner()
    learner.among(points[32:])
    with pytest.raises(NotEnoughLabels):
        taught(points, np.full(600, "1"), count=32, learner=learner)


def test_without_faiss_people_s_labels_are_learned_all_the_same(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "active_learning.learners.propagating", None)
    points, labels = clusters()
    learner = SpreadingLearner()
    learner.among(points[32:])
    taught(points, labels, count=32, learner=learner)
    assert same(learner, taught(points, labels, count=32, learner=ChoiceLearner()))


def test_a_cancelled_fit_stops_while_it_spreads_and_leaves_the_head() -> None:
    points, labels = clusters()
    asked = 0

    def counting() -> bool:
        nonlocal asked
        asked += 1
        return False

    taught(points, labels, count=32, learner=ChoiceLearner(), should_stop=counting)
    plain_asks, asked = asked, 0
    learner = SpreadingLearner()
    learner.among(points[32:])

    def stop() -> bool:
        counting()
        return asked > plain_asks + 1

    with pytest.raises(FitCancelled):
        taught(points, labels, count=32, learner=learner, should_stop=stop)
    assert learner.head is None
