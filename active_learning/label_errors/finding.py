"""Finds labels that are probably wrong, by confident learning, and ranks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.label_errors.checking import checked
from active_learning.label_errors.confident_joint import confident_joint
from active_learning.label_errors.pruning import PRUNERS, Doubted
from active_learning.label_errors.ranking import normalised_margin, self_confidence

__all__ = ["LabelErrors", "find_label_errors"]

Prune = Literal["noise_rate", "class", "both", "confident"]
Rank = Literal["self_confidence", "normalised_margin"]
SCORES = {"self_confidence": self_confidence, "normalised_margin": normalised_margin}


@dataclass(frozen=True)
class LabelErrors:
    """What was found, the likeliest error first; all of shape (E,).

    Attributes
    ----------
    rows : int array
        Rows of the input.
    given, suggested : int arrays
        Classes.
    score : float array in [0, 1]
        How well the given label stands; small is doubtful.
    probability : float array
        Of the suggested class.
    """

    rows: NDArray[np.intp]
    given: NDArray[np.intp]
    suggested: NDArray[np.intp]
    score: NDArray[np.float64]
    probability: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)


def find_label_errors(
    probabilities: ArrayLike,
    labels: ArrayLike,
    *,
    prune: Prune = "noise_rate",
    rank: Rank = "normalised_margin",
) -> LabelErrors:
    """Return the labels that are probably wrong.

    Parameters
    ----------
    probabilities : array of shape (N, K)
        Out of sample, e.g. from cross-fitting.
    labels : int array of shape (N,)
        The class given to each, a column of ``probabilities``.
    prune : {"noise_rate", "class", "both", "confident"}
    rank : {"normalised_margin", "self_confidence"}

    Notes
    -----
    With one class, or one task, nothing can be said against a label and nothing is found.
    """
    rows, given = checked(probabilities, labels)
    joint = confident_joint(rows, given)
    doubted = Doubted.among(rows, given, joint.likeliest)
    wrong = PRUNERS[prune](doubted, joint)
    found, table, labels_found = (
        doubted.rows[wrong],
        doubted.probabilities[wrong],
        doubted.labels[wrong],
    )
    score = SCORES[rank](table, labels_found)
    order = np.argsort(score, kind="stable")
    suggested = table.argmax(axis=1)
    probability = table[np.arange(len(found)), suggested].astype(np.float64)
    return LabelErrors(
        found[order], labels_found[order], suggested[order], score[order], probability[order]
    )
