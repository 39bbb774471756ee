"""Nearest neighbours in embedding space: exact for small pools, approximate for large ones."""

from __future__ import annotations

import faiss
import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.distances import Singles, single

__all__ = ["EXACT_UP_TO", "nearest"]

EXACT_UP_TO = 20_000
"""Beyond, an inverted file finds nearly all neighbours in a fraction of the time."""
LISTS_A_ROOT = 2
PROBES = 16
TRAINING_A_LIST = 64
ADDED_ROWS = 65_536

# Several threads on a machine that people use are slower than one (see models.md's figures).
faiss.omp_set_num_threads(1)


def nearest(
    points: Floats, count: int, *, queries: Floats | None = None, seed: int = 0
) -> tuple[Singles, NDArray[np.int64]]:
    """Return squared distances and rows of the nearest points, each of shape (Q, count).

    Parameters
    ----------
    points : array of shape (N, D)
        May be a memory map; it is read in blocks.
    count : int
        Neighbours wanted; -1 stands in a row where there are fewer.
    queries : array of shape (Q, D), optional
        The points themselves if not given; each is then left out of its own neighbours.
    seed : int
        Decides which points the lists of a large pool are made of.

    References
    ----------
    Johnson, Douze & Jegou (2021), https://doi.org/10.1109/TBDATA.2019.2921572
    """
    index = _index(points, seed)
    if queries is not None:
        found: tuple[Singles, NDArray[np.int64]] = index.search(single(queries), count)
        return found
    distances = np.empty((len(points), count), dtype=np.float32)
    rows = np.empty((len(points), count), dtype=np.int64)
    for start in range(0, len(points), ADDED_ROWS):
        block = slice(start, start + ADDED_ROWS)
        near, who = index.search(single(points[block]), count + 1)
        own = np.arange(start, start + len(near))[:, None]
        # A duplicate may be found before the point itself, so it is looked for, not cut off.
        order = np.argsort(who == own, axis=1, kind="stable")[:, :count]
        distances[block] = np.take_along_axis(near, order, axis=1)
        rows[block] = np.take_along_axis(who, order, axis=1)
    return distances, rows


def _index(points: Floats, seed: int) -> faiss.Index:
    dimensions = points.shape[1]
    flat = faiss.IndexFlatL2(dimensions)
    if len(points) <= EXACT_UP_TO:
        flat.add(single(points))
        return flat
    lists = int(LISTS_A_ROOT * np.sqrt(len(points)))
    index = faiss.IndexIVFFlat(flat, dimensions, lists)
    index.cp.seed, index.nprobe = seed + 1, PROBES
    rng = np.random.default_rng(seed)
    sample = min(len(points), TRAINING_A_LIST * lists)
    index.train(single(points[np.sort(rng.choice(len(points), sample, replace=False))]))
    for start in range(0, len(points), ADDED_ROWS):
        index.add(single(points[start : start + ADDED_ROWS]))
    return index
