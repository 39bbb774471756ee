"""Which tasks to take as wrongly labelled, given how many there are in each cell of the joint.

All take the rows whose likeliest class is not the one given; every class keeps at least one task.

References
----------
Northcutt, Jiang & Chuang (2021), https://doi.org/10.1613/jair.1.12125, section 3.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.label_errors.confident_joint import ConfidentJoint

__all__ = ["PRUNERS", "Doubted", "Pruner"]

LEAST_KEPT = 1
"""Tasks that a class keeps whatever the joint says."""


@dataclass(frozen=True)
class Doubted:
    """The rows among which errors are looked for: M of N, whose likeliest class is another.

    Attributes
    ----------
    rows : int array of shape (M,)
    probabilities : array of shape (M, K)
    labels : int array of shape (M,)
        The class given.
    """

    rows: NDArray[np.intp]
    probabilities: NDArray[np.floating]
    labels: NDArray[np.intp]

    @classmethod
    def among(
        cls,
        probabilities: NDArray[np.floating],
        labels: NDArray[np.intp],
        likeliest: NDArray[np.intp],
    ) -> Doubted:
        """Return the rows whose likeliest class is not the one given."""
        rows = np.flatnonzero(likeliest != labels)
        return cls(rows, probabilities[rows], labels[rows])

    def given(self, label: np.intp) -> NDArray[np.intp]:
        """Return the places of those given ``label``."""
        return np.flatnonzero(self.labels == label)


Pruner = Callable[[Doubted, ConfidentJoint], NDArray[np.bool_]]
"""Returns which of the M doubted rows are errors."""


def by_class(doubted: Doubted, joint: ConfidentJoint) -> NDArray[np.bool_]:
    """For each class given, the rows of smallest self-confidence, as many as the joint's errors."""
    wrong = np.zeros(len(doubted.rows), dtype=bool)
    wanted = _errors(joint).sum(axis=1)
    for label in np.flatnonzero(wanted):
        places = doubted.given(label)
        own = doubted.probabilities[places, label]
        wrong[places[_smallest(own, int(wanted[label]))]] = True
    return wrong


def by_noise_rate(doubted: Doubted, joint: ConfidentJoint) -> NDArray[np.bool_]:
    """For each cell (given i, truly j), as many rows as it holds, of largest ``p_j - p_i``."""
    wrong = np.zeros(len(doubted.rows), dtype=bool)
    wanted = _errors(joint)
    for label in np.flatnonzero(wanted.sum(axis=1)):
        places = doubted.given(label)
        rows = doubted.probabilities[places]
        for other in np.flatnonzero(wanted[label]):
            margin = rows[:, label] - rows[:, other]
            # Where j is no likelier than i, j is no truer either, however many the joint expects.
            nearer = np.flatnonzero(margin < 0)
            best = nearer[_smallest(margin[nearer], int(wanted[label, other]))]
            wrong[places[best]] = True
    return wrong


def by_both(doubted: Doubted, joint: ConfidentJoint) -> NDArray[np.bool_]:
    """Those that both of the above name: fewer, surer."""
    return by_class(doubted, joint) & by_noise_rate(doubted, joint)


def by_confident(doubted: Doubted, joint: ConfidentJoint) -> NDArray[np.bool_]:
    """The off-diagonal rows of the confident joint themselves."""
    confident = joint.confident[doubted.rows]
    wrong: NDArray[np.bool_] = (confident >= 0) & (confident != doubted.labels)
    return wrong


PRUNERS: dict[str, Pruner] = {
    "noise_rate": by_noise_rate,
    "class": by_class,
    "both": by_both,
    "confident": by_confident,
}


def _errors(joint: ConfidentJoint) -> NDArray[np.int64]:
    """Return how many errors each cell holds, shape (K, K), with a diagonal of zeros."""
    counts = joint.estimated.copy()
    kept = np.diagonal(counts)
    np.fill_diagonal(counts, 0.0)
    errors = counts.sum(axis=1)
    # The diagonal keeps `LEAST_KEPT`; the errors of its row shrink alike.
    most = np.maximum(joint.given - LEAST_KEPT, 0)
    shrunk = np.where(kept < LEAST_KEPT, most / np.maximum(errors, 1e-12), 1.0)
    return _rounded(counts * np.minimum(shrunk, 1.0)[:, None])


def _rounded(counts: NDArray[np.float64]) -> NDArray[np.int64]:
    """Round each row to whole numbers that keep its (rounded) sum: largest remainders go up."""
    floor = np.floor(counts + 1e-9)
    missing = np.round(counts.sum(axis=1) - floor.sum(axis=1)).astype(np.int64)
    order = np.argsort(-(counts - floor), axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable")
    rounded: NDArray[np.int64] = (floor + (rank < missing[:, None])).astype(np.int64)
    return rounded


def _smallest(values: NDArray[np.floating], count: int) -> NDArray[np.intp]:
    if count >= len(values):
        return np.arange(len(values))
    if count <= 0:
        return np.empty(0, dtype=np.intp)
    return np.argpartition(values, count - 1)[:count]
