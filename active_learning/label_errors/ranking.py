"""How doubtful a given label is: the smaller the score, the likelier it is wrong."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["likeliest_other", "normalised_margin", "self_confidence"]


def self_confidence(
    probabilities: NDArray[np.floating], labels: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the probability of the given label, shape (N,)."""
    own: NDArray[np.float64] = probabilities[np.arange(len(labels)), labels].astype(np.float64)
    return own


def normalised_margin(
    probabilities: NDArray[np.floating], labels: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return ``(p_given - max_other p + 1) / 2``, shape (N,), in [0, 1].

    Below one half, another class is likelier than the one given.
    """
    own = self_confidence(probabilities, labels)
    if probabilities.shape[1] == 1:
        return own
    rows = np.arange(len(labels))
    other = probabilities[rows, likeliest_other(probabilities, labels)]
    return (own - other + 1) / 2


def likeliest_other(
    probabilities: NDArray[np.floating], labels: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return the likeliest class beside the one given, shape (N,)."""
    others = probabilities.copy()
    others[np.arange(len(labels)), labels] = -1
    likeliest: NDArray[np.intp] = others.argmax(axis=1)
    return likeliest
