"""Lets labels spread over the unlabelled tasks around them, as far as that has proved right.

Where classes are clusters of the embedding space, fifty labels say what thousands of tasks are;
where they are not, spreading teaches nonsense. Folds of the labels decide how much it is trusted.

References
----------
Zhou, Bousquet, Lal, Weston & Schoelkopf (2003), Learning with Local and Global Consistency,
NeurIPS 16 (the spreading).
Iscen, Tolias, Avrithis & Chum (2019), Label Propagation for Deep Semi-supervised Learning,
arXiv:1904.04717 (weights by entropy, then a fit on both).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from active_learning.learners.choice import blank_head, one_hot
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.minimising import never
from active_learning.strategies.neighbours import nearest

__all__ = [
    "Propagation",
    "chosen_trust",
    "fit_propagated",
    "neighbour_graph",
    "spread",
    "with_spread",
]

NEIGHBOURS = 10
ALPHA = 0.9
"""Share of a task's class that comes from its neighbours in each step."""
STEPS = 20
SHARPNESS = 3.0
"""Power by which spread distributions are sharpened: alone they are far too modest."""
MOST_UNLABELLED = 4_000
TRUSTS = (0.0, 0.3)
"""Weights of a spread label to choose from; 1 is a person's."""
FOLDS = 4
LEAST_ROWS = 12
FLOOR = 1e-3
"""Least probability in the comparison, so that one surprise does not decide it."""


@dataclass(frozen=True)
class Propagation:
    """What spreading knows of a pool.

    Attributes
    ----------
    points : float array of shape (N, D)
        All tasks, labelled or not.
    graph : sparse array of shape (N, N)
        See `neighbour_graph`.
    """

    points: NDArray[np.floating]
    graph: csr_matrix

    @classmethod
    def of(cls, points: NDArray[np.floating]) -> Propagation:
        """Build the graph over ``points``."""
        return cls(points, neighbour_graph(points))


def neighbour_graph(points: NDArray[np.floating], *, neighbours: int = NEIGHBOURS) -> csr_matrix:
    """Return the symmetric graph of nearest neighbours, normalised by degree, shape (N, N)."""
    count = len(points)
    width = min(neighbours, count - 1)
    if width < 1:
        return csr_matrix((count, count), dtype=np.float32)
    squared, rows = nearest(points, width)
    # Distances are told in units of a task's own neighbourhood; duplicates have none.
    scale = np.maximum(squared[:, -1:] / 2.0, 1e-12)
    weights = np.where(rows >= 0, np.exp(-squared / scale), 0.0).astype(np.float32)
    origin = np.repeat(np.arange(count), width)
    graph = csr_matrix((weights.ravel(), (origin, np.maximum(rows, 0).ravel())), (count, count))
    graph = graph.maximum(graph.T)
    inverse = 1.0 / np.sqrt(np.maximum(np.asarray(graph.sum(axis=1)).ravel(), 1e-12))
    return csr_matrix(graph.multiply(inverse[:, None]).multiply(inverse[None, :]), dtype=np.float32)


def spread(
    graph: csr_matrix, rows: NDArray[np.integer], targets: NDArray[np.floating]
) -> NDArray[np.float32]:
    """Return what the labels of ``rows`` say of every task, shape (N, K).

    Each class starts with the same mass however many labels it has, or the commonest would flow
    everywhere. A task that no label reaches is of every class alike.
    """
    start = np.zeros((graph.shape[0], targets.shape[1]), dtype=np.float32)
    start[rows] = targets / np.maximum(targets.sum(axis=0), 1e-12)
    flow = start.copy()
    for _ in range(STEPS):
        flow = ALPHA * (graph @ flow) + (1.0 - ALPHA) * start
    mass = flow.sum(axis=1, keepdims=True)
    share = np.where(mass > 0, flow / np.maximum(mass, 1e-30), 1.0 / targets.shape[1])
    sharp = share**SHARPNESS
    found: NDArray[np.float32] = (sharp / sharp.sum(axis=1, keepdims=True)).astype(np.float32)
    return found


def fit_propagated(
    about: Propagation,
    rows: NDArray[np.integer],
    labels: list[str],
    start: LinearHead | None,
    *,
    classes: tuple[str, ...],
    strength: float,
    trust: float,
    should_stop: Callable[[], bool] = never,
) -> LinearHead:
    """Return a head fitted on the labels and, with weight ``trust``, on what they spread to.

    Parameters
    ----------
    rows : int array of shape (n,)
        Of the labelled tasks among ``about.points``.
    classes : tuple of str
        Those that have a label.
    """
    features = Features(about.points[rows])
    samples = Samples(features, one_hot(labels, classes), np.ones(len(rows)))
    begin = blank_head(features, classes) if start is None else start.with_classes(classes)
    return fit_head(
        with_spread(about, rows, samples, trust=trust),
        begin,
        strength=strength,
        should_stop=should_stop,
    )


def with_spread(
    about: Propagation, rows: NDArray[np.integer], samples: Samples, *, trust: float
) -> Samples:
    """Return ``samples``, which are ``rows`` of the points, and what they spread to."""
    if trust <= 0:
        return samples
    rest = _unlabelled(len(about.points), rows)
    soft = spread(about.graph, rows, samples.targets)[rest]
    return Samples(
        Features(np.vstack([samples.features.dense, about.points[rest]])),
        np.vstack([samples.targets, soft]),
        np.concatenate([samples.weights, trust * _certainty(soft)]),
    )


def chosen_trust(
    about: Propagation,
    rows: NDArray[np.integer],
    labels: list[str],
    *,
    strength: float,
    rng: np.random.Generator,
    should_stop: Callable[[], bool] = never,
) -> float:
    """Return the trust under which held-out labels are least surprising; 0 with few labels."""
    if len(rows) < LEAST_ROWS:
        return 0.0
    names = np.array(labels)
    fold = rng.permutation(np.arange(len(rows)) % FOLDS)
    surprise = np.zeros(len(TRUSTS))
    for held_out in range(FOLDS):
        seen, unseen = fold != held_out, fold == held_out
        classes = tuple(sorted(set(names[seen])))
        if len(classes) < 2:
            continue
        column = {name: place for place, name in enumerate(classes)}
        known = [(row, column[n]) for row, n in zip(rows[unseen], names[unseen], strict=True)
                 if n in column]  # fmt: skip
        if not known:
            continue
        tested, truth = np.array(known).T
        for place, trust in enumerate(TRUSTS):
            head = fit_propagated(
                about,
                rows[seen],
                names[seen].tolist(),
                None,
                classes=classes,
                strength=strength,
                trust=trust,
                should_stop=should_stop,
            )
            likely = head.predict_proba(Features(about.points[tested]))
            chance = np.maximum(likely[np.arange(len(truth)), truth], FLOOR)
            surprise[place] -= float(np.log(chance).sum())
    return TRUSTS[int(surprise.argmin())]


def _unlabelled(count: int, rows: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return the other tasks, or as many evenly spaced ones as a fit can take."""
    rest = np.setdiff1d(np.arange(count), rows)
    if len(rest) <= MOST_UNLABELLED:
        return rest
    return rest[np.linspace(0, len(rest) - 1, MOST_UNLABELLED).astype(np.intp)]


def _certainty(soft: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return one minus the normalised entropy of each row, in [0, 1]."""
    nats = -(soft * np.log(np.maximum(soft, 1e-12))).sum(axis=1)
    sure: NDArray[np.floating] = 1.0 - nats / np.log(max(soft.shape[1], 2))
    clipped: NDArray[np.floating] = np.clip(sure, 0.0, 1.0)
    return clipped
