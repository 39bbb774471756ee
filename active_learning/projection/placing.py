"""Places further vectors among landmarks whose positions are known."""

from __future__ import annotations

import faiss
import numpy as np
from numpy.typing import NDArray

__all__ = ["Placer"]

Rows = NDArray[np.float32]

_NEAR = 5
_LISTS_FROM = 4_000
_LOOKED_INTO = 8
"""Lists of like landmarks that are searched: a tenth of the time, and the same neighbours."""
_JITTER = 0.35


class Placer:
    """Puts a vector where its nearest landmarks are.

    A position is the mean of the nearest landmarks' positions, the nearer the heavier, moved a
    part of their spread at random: else thousands of vectors between the same landmarks would lie
    on one spot.
    """

    def __init__(self, landmarks: Rows, positions: Rows, rng: np.random.Generator) -> None:
        self._index = _index_of(np.ascontiguousarray(landmarks))
        self._positions, self._rng = positions, rng
        self._near = min(_NEAR, len(landmarks))

    def place(self, rows: Rows) -> Rows:
        """Return positions of shape (N, 2)."""
        squares, found = self._index.search(np.ascontiguousarray(rows), self._near)
        # The distance to the last of them is the unit, whatever the scale of the vectors.
        weights = np.exp(-4.0 * squares / np.maximum(squares[:, -1:], 1e-12))
        weights /= weights.sum(axis=1, keepdims=True)
        near = self._positions[found]
        means = (near * weights[:, :, None]).sum(axis=1)
        spread = np.median(np.abs(near - means[:, None, :]), axis=1)
        moved: Rows = means + _JITTER * spread * self._rng.standard_normal(means.shape)
        return moved.astype(np.float32)


def _index_of(landmarks: Rows) -> faiss.Index:
    """Return an index of the landmarks: by lists of like ones, where there are many."""
    flat = faiss.IndexFlatL2(landmarks.shape[1])
    if len(landmarks) < _LISTS_FROM:
        flat.add(landmarks)
        return flat
    lists = faiss.IndexIVFFlat(flat, landmarks.shape[1], round(np.sqrt(len(landmarks))))
    lists.train(landmarks)
    lists.add(landmarks)
    lists.nprobe = _LOOKED_INTO
    return lists
