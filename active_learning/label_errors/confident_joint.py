"""The confident joint: how many tasks given class i are confidently of class j.

References
----------
Northcutt, Jiang & Chuang (2021), Confident Learning: Estimating Uncertainty in Dataset Labels,
JAIR 70, https://doi.org/10.1613/jair.1.12125, sections 3.1 and 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.label_errors.checking import BLOCK

__all__ = ["ConfidentJoint", "class_thresholds", "confident_joint"]


@dataclass(frozen=True)
class ConfidentJoint:
    """The counts, and what they were counted from.

    Attributes
    ----------
    counts : int array of shape (K, K)
        Row: the class given; column: the class that the model is confident of.
    thresholds : float array of shape (K,)
        Mean self-confidence of each class; infinite where nothing was given that class.
    confident : int array of shape (N,)
        The class a task is confidently of, -1 where it is of none.
    likeliest : int array of shape (N,)
        The class of the largest probability, whether or not it reaches its threshold.
    given : int array of shape (K,)
        How many tasks were given each class.
    """

    counts: NDArray[np.int64]
    thresholds: NDArray[np.float64]
    confident: NDArray[np.intp]
    likeliest: NDArray[np.intp]
    given: NDArray[np.int64]

    @property
    def estimated(self) -> NDArray[np.float64]:
        """Counts scaled so that every row sums to the tasks given its class, shape (K, K).

        Equation 3 of the paper, times N. A class given to tasks of which none is confident keeps
        them all on its diagonal: nothing is known against them.
        """
        rows = self.counts.sum(axis=1)
        share = self.counts / np.maximum(rows, 1)[:, None]
        blank = rows == 0
        share[blank, blank] = 1.0
        scaled: NDArray[np.float64] = share * self.given[:, None]
        return scaled


def class_thresholds(
    probabilities: NDArray[np.floating], labels: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return each class's mean self-confidence, shape (K,); infinite for a class never given.

    A class that the model cannot predict at all (its only label was held out) has a mean near
    zero, which every task would reach: below chance nothing is called confident.
    """
    classes = probabilities.shape[1]
    own = probabilities[np.arange(len(labels)), labels]
    given = np.bincount(labels, minlength=classes)
    sums = np.bincount(labels, weights=own, minlength=classes)
    means = np.maximum(sums / np.maximum(given, 1), 1 / classes)
    return np.where(given > 0, means, np.inf)


def confident_joint(
    probabilities: NDArray[np.floating], labels: NDArray[np.intp]
) -> ConfidentJoint:
    """Count tasks by the class given and the class whose threshold they reach.

    Parameters
    ----------
    probabilities : array of shape (N, K)
        Out of sample: no row may come from a model that was taught its label.
    labels : int array of shape (N,)
    """
    classes = probabilities.shape[1]
    thresholds = class_thresholds(probabilities, labels)
    # Rounding must not keep a class of one task below its own mean.
    least = (thresholds - 1e-6).astype(probabilities.dtype)
    likeliest = np.empty(len(labels), dtype=np.intp)
    confident = np.empty(len(labels), dtype=np.intp)
    for start in range(0, len(labels), BLOCK):
        rows = probabilities[start : start + BLOCK]
        best = rows.argmax(axis=1)
        likeliest[start : start + BLOCK] = best
        confident[start : start + BLOCK] = _confident(rows, best, least)
    sure = confident >= 0
    cells = labels[sure] * classes + confident[sure]
    counts = np.bincount(cells, minlength=classes**2).reshape(classes, classes)
    given = np.bincount(labels, minlength=classes)
    return ConfidentJoint(
        counts.astype(np.int64), thresholds, confident, likeliest, given.astype(np.int64)
    )


def _confident(
    rows: NDArray[np.floating], best: NDArray[np.intp], least: NDArray[np.floating]
) -> NDArray[np.intp]:
    """Return the likeliest class among those that reach their threshold, -1 where none does."""
    confident = best.copy()
    # Where the likeliest class of all reaches its own, there is no need to look at the others.
    short = np.flatnonzero(rows[np.arange(len(rows)), best] < least[best])
    reached = np.where(rows[short] >= least, rows[short], -1)
    other = reached.argmax(axis=1)
    other[reached[np.arange(len(short)), other] < 0] = -1
    confident[short] = other
    return confident
