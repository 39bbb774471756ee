"""Labels that spread over the tasks around them, where that is right, and only there."""

import numpy as np
import pytest

from active_learning.learners.heads import Features
from active_learning.learners.propagating import (
    Propagation,
    chosen_trust,
    fit_propagated,
    neighbour_graph,
    spread,
)


def moons(count: int = 300, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two interleaving half circles: clusters, though no few labels draw the line."""
    rng = np.random.default_rng(seed)
    turn = rng.random(count) * np.pi
    upper = np.arange(count) % 2 == 0
    x = np.where(upper, np.cos(turn), 1 - np.cos(turn))
    y = np.where(upper, np.sin(turn), 0.5 - np.sin(turn))
    points = np.column_stack([x, y]) + rng.normal(0, 0.05, (count, 2))
    return points.astype(np.float32), np.where(upper, "up", "down")


def test_two_labels_say_what_all_of_two_moons_are() -> None:
    points, labels = moons()
    said = spread(neighbour_graph(points), np.array([0, 1]), np.eye(2))
    guesses = np.array(["up", "down"])[said.argmax(axis=1)]
    assert (guesses == labels).mean() > 0.9
    assert said.sum(axis=1) == pytest.approx(np.ones(len(points)), abs=1e-5)


def test_a_task_that_no_label_reaches_is_of_every_class_alike() -> None:
    points = np.vstack([np.zeros((15, 2)) + [[i * 0.01, 0] for i in range(15)],
                        np.full((15, 2), 50.0) + [[i * 0.01, 0] for i in range(15)]])  # fmt: skip
    said = spread(neighbour_graph(points), np.array([0]), np.array([[1.0, 0.0]]))
    assert said[20] == pytest.approx([0.5, 0.5])


def test_duplicates_and_a_single_task_make_a_graph_too() -> None:
    assert np.isfinite(neighbour_graph(np.zeros((30, 3))).toarray()).all()
    assert neighbour_graph(np.zeros((1, 3))).nnz == 0


def test_spreading_is_trusted_where_classes_are_clusters() -> None:
    rng = np.random.default_rng(1)
    truth = np.repeat(np.arange(4), 100)
    clusters = 3 * rng.normal(size=(4, 6))[truth] + rng.normal(size=(400, 6))
    rows = rng.choice(400, 24, replace=False)
    labels = truth.astype(str)
    about = Propagation.of(clusters.astype(np.float32))
    trust = chosen_trust(about, rows, labels[rows].tolist(), strength=1.0, rng=rng)
    assert trust > 0
    head = fit_propagated(
        about, rows, labels[rows].tolist(), None,
        classes=("0", "1", "2", "3"), strength=1.0, trust=trust,
    )  # fmt: skip
    guesses = np.array(head.classes)[head.logits(Features(about.points)).argmax(axis=1)]
    assert (guesses == labels).mean() > 0.95


def test_spreading_is_not_trusted_where_neighbours_say_nothing() -> None:
    """The class is a direction that the neighbourhoods do not see."""
    rng = np.random.default_rng(2)
    points = 5 * rng.normal(size=(500, 6)).astype(np.float32)
    labels = np.where(rng.random(500) > 0.5, "a", "b")
    points[:, 0] = np.where(labels == "a", 1.0, -1.0)
    rows = rng.choice(500, 150, replace=False)
    about = Propagation.of(points)
    assert chosen_trust(about, rows, labels[rows].tolist(), strength=1.0, rng=rng) == 0.0


def test_few_labels_and_no_trust_are_the_plain_fit() -> None:
    points, labels = moons()
    about = Propagation.of(points)
    rows = np.arange(6)
    assert chosen_trust(about, rows, labels[rows].tolist(), strength=1.0,
                        rng=np.random.default_rng(0)) == 0.0  # fmt: skip
    head = fit_propagated(about, rows, labels[rows].tolist(), None, classes=("down", "up"),
                          strength=1.0, trust=0.0)  # fmt: skip
    assert head.classes == ("down", "up")
