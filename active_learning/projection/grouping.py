"""Groups of like vectors, for a name on the map and for slices where a model is weak."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import MiniBatchKMeans

__all__ = ["group", "groups_wanted"]

_MOST = 24
_LEAST_EACH = 25


def groups_wanted(count: int) -> int:
    """Return into how many groups so many things go: few enough to read, large enough to judge."""
    return int(np.clip(round(np.sqrt(count / 40)) + 2, 1, min(_MOST, max(1, count // _LEAST_EACH))))


def group(rows: NDArray[np.float32], *, seed: int) -> NDArray[np.float32]:
    """Return the centres of groups of vectors of shape (N, d), the largest first, shape (k, d)."""
    wanted = groups_wanted(len(rows))
    fitted = MiniBatchKMeans(wanted, random_state=seed, n_init=3).fit(rows)
    largest = np.argsort(-np.bincount(fitted.labels_, minlength=wanted), kind="stable")
    centres: NDArray[np.float32] = fitted.cluster_centers_[largest].astype(np.float32)
    return centres


def nearest_group(rows: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the index of each vector's nearest centre, shape (N,)."""
    squares = (centres**2).sum(axis=1) - 2.0 * rows @ centres.T
    nearest: NDArray[np.uint8] = squares.argmin(axis=1).astype(np.uint8)
    return nearest
