"""Wrong marks among independent labels: each class against the rest.

References
----------
Thyagarajan et al. (2022), Identifying Incorrect Annotations in Multi-Label Classification Data,
arXiv:2211.13895.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.label_errors.checking import checked_shares
from active_learning.label_errors.finding import Prune, find_label_errors

__all__ = ["MarkErrors", "doubt_of_rows", "find_mark_errors"]

FORGETTING = 0.8
"""Weight of a row's worst class over the next worst, and so on."""


@dataclass(frozen=True)
class MarkErrors:
    """Wrong marks, the likeliest first; all of shape (E,).

    Attributes
    ----------
    rows, classes : int arrays
        Which mark; a row may come several times.
    given : bool array
        Whether the class was marked; where it was not, it should be.
    score : float array in [0, 1]
    probability : float array
        Of the class.
    """

    rows: NDArray[np.intp]
    classes: NDArray[np.intp]
    given: NDArray[np.bool_]
    score: NDArray[np.float64]
    probability: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)


def find_mark_errors(
    probabilities: ArrayLike, given: ArrayLike, *, prune: Prune = "noise_rate"
) -> MarkErrors:
    """Return the marks that are probably wrong.

    Parameters
    ----------
    probabilities : array of shape (N, K)
        Out of sample; each class on its own.
    given : bool array of shape (N, K)
    """
    shares, marks = checked_shares(probabilities, given)
    found: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]] = []
    for column in range(shares.shape[1]):
        own = shares[:, column]
        both = np.column_stack([1 - own, own])
        errors = find_label_errors(both, marks[:, column].astype(np.intp), prune=prune)
        found.append((errors.rows, np.full(len(errors), column), errors.score))
    if not found:
        return _nothing()
    rows, classes, score = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.argsort(score, kind="stable")
    rows, classes = rows[order], classes[order]
    probability = shares[rows, classes].astype(np.float64)
    return MarkErrors(rows, classes, marks[rows, classes], score[order], probability)


def doubt_of_rows(probabilities: ArrayLike, given: ArrayLike) -> NDArray[np.float64]:
    """Return how well each row's whole set stands, shape (N,): small is doubtful.

    An exponential average over the classes, the worst one counting most.
    """
    shares, marks = checked_shares(probabilities, given)
    own = np.sort(np.where(marks, shares, 1 - shares), axis=1).astype(np.float64)
    weights = FORGETTING * (1 - FORGETTING) ** np.arange(own.shape[1])
    weights[-1] = (1 - FORGETTING) ** (own.shape[1] - 1)
    return own @ weights


def _nothing() -> MarkErrors:
    none, nothing = np.empty(0, dtype=np.intp), np.empty(0)
    return MarkErrors(none, none, none.astype(bool), nothing, nothing)
