"""Folds for cross-fitting: every task is judged by a model that was not taught its label."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["folds_of"]


def folds_of(labels: Sequence[Hashable], folds: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return the fold of each of N labels, shape (N,): classes spread evenly over the folds.

    A class with fewer labels than folds is missing from the teaching of no fold but those of its
    own labels, and a class of one label can never be predicted for it: such labels are not judged.
    """
    if folds < 2:
        raise ValueError(f"{folds} folds: a model would be judged on what it was taught")
    number: dict[Hashable, int] = {}
    column = np.array([number.setdefault(label, len(number)) for label in labels], dtype=np.intp)
    shuffled = rng.permutation(len(column))
    order = shuffled[np.argsort(column[shuffled], kind="stable")]
    fold = np.empty(len(column), dtype=np.intp)
    # Dealing the sorted labels out like cards keeps classes and fold sizes even at once.
    fold[order] = np.arange(len(column)) % folds
    return fold
