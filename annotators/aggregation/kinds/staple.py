"""STAPLE: the true mask, and how sensitive and specific each person's outline is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Segmented", "staple"]

Array = NDArray[np.float64]
START = 0.9
TRUST = 50.0
"""Pixels' worth of belief that people are right nine times of ten."""


@dataclass(frozen=True, slots=True, eq=False)
class Segmented:
    """Probability of each pixel, and per person sensitivity and specificity."""

    probability: Array
    sensitivity: Array
    specificity: Array
    n_iterations: int


def staple(
    masks: NDArray[np.bool_], *, tolerance: float = 1e-5, max_iterations: int = 50
) -> Segmented:
    """Infer the mask by EM over the pixels on which people do not all say no.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_annotators, height, width)
    tolerance : float
        Stop when no probability moves by more.
    max_iterations : int

    References
    ----------
    Warfield, Zou & Wells (2004), "Simultaneous truth and performance level estimation (STAPLE)",
    doi:10.1109/TMI.2004.828354.
    """
    n_who = len(masks)
    if not masks.any():
        nobody = np.full(n_who, START)
        return Segmented(np.zeros(masks.shape[1:]), nobody, nobody, 0)
    touched = _margin(np.logical_or.reduce(masks, axis=0))
    votes = masks[:, touched].astype(np.float64)
    # Equal votes are equal pixels: there are few patterns, whatever the size.
    patterns, at, counts = np.unique(votes, axis=1, return_inverse=True, return_counts=True)
    belief = patterns.mean(0)
    sensitivity, specificity = np.full(n_who, START), np.full(n_who, START)
    n_iterations, moved = 0, np.inf
    while n_iterations < max_iterations and moved > tolerance:
        n_iterations += 1
        inside, outside = counts * belief, counts * (1 - belief)
        sensitivity = (patterns @ inside + START * TRUST) / (inside.sum() + TRUST)
        specificity = ((1 - patterns) @ outside + START * TRUST) / (outside.sum() + TRUST)
        yes = np.log(sensitivity) @ patterns + np.log(1 - sensitivity) @ (1 - patterns)
        no = np.log(1 - specificity) @ patterns + np.log(specificity) @ (1 - patterns)
        new = 1 / (1 + np.exp((no - yes).clip(-700, 700)))
        moved = float(np.abs(new - belief).max())
        belief = new
    probability = np.zeros(masks.shape[1:])
    probability[touched] = belief[at.reshape(-1)]
    return Segmented(probability, sensitivity, specificity, n_iterations)


def _margin(any_yes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The box around all marks, wider by a quarter: far pixels would only flatter everybody."""
    rows, columns = np.flatnonzero(any_yes.any(1)), np.flatnonzero(any_yes.any(0))
    kept = np.zeros_like(any_yes)
    if len(rows):
        wider = [max(1, (line[-1] - line[0] + 1) // 4) for line in (rows, columns)]
        top, left = max(rows[0] - wider[0], 0), max(columns[0] - wider[1], 0)
        kept[top : rows[-1] + wider[0] + 1, left : columns[-1] + wider[1] + 1] = True
    return kept
