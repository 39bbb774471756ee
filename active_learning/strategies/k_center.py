"""k-center (core set): again and again the task farthest from everything chosen or labelled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.choosing import bounded, note_for, random_query
from active_learning.strategies.distances import Singles, least_distances, single, squared_lengths
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["KCenter", "greedy_k_center"]

LEAST_GUESSES, MOST_GUESSES = 8, 128


class KCenter:
    """Covers the embedding space; needs good embeddings and no model.

    References
    ----------
    Gonzalez (1985), https://doi.org/10.1016/0304-3975(85)90224-5 (the greedy 2-approximation).
    Sener & Savarese (2018), Active Learning for Convolutional Neural Networks: A Core-Set
    Approach, arXiv:1708.00489.
    """

    name = "k_center"
    needs_model = False

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the farthest tasks, in the order of choice."""
        size = bounded(pool, batch_size)
        if pool.features is None or size == 0:
            return random_query(pool, batch_size, rng, name=self.name)
        order = np.argsort(pool.ids)
        chosen, gaps = greedy_k_center(pool.features[order], pool.labelled_features, size)
        reasons: list[Reason] = [
            {"code": self.name, "params": {"distance": round(float(gap), 6)}} for gap in gaps
        ]
        # Distances fall along the query; the first one's scale makes them utilities.
        scale = float(gaps[0]) if gaps[0] > 0 else 1.0
        return Query(
            pool.ids[order[chosen]],
            np.minimum(gaps / scale, 1.0).astype(np.float64),
            reasons,
            self.name,
            note_for(pool, batch_size),
        )


def greedy_k_center(
    points: Floats, centres: Floats | None, size: int
) -> tuple[NDArray[np.intp], Floats]:
    """Return ``size`` distinct rows, each the farthest from ``centres`` and those before it.

    The greedy order is exact. Reading all points from memory for one distance each is what takes
    the time, so the distances of several likely next centres (the farthest points as things stand)
    are computed in one product; a guess is used only if it is the true next one.

    Returns
    -------
    rows : int array of shape (size,)
    gaps : float array of shape (size,)
        The distance of each to the nearest one before it; of the first one without any centre,
        to the mean of the points.
    """
    cover = _Cover(single(points), None if centres is None else single(centres))
    guesses = LEAST_GUESSES
    while len(cover.chosen) < size:
        found = cover.walk(min(guesses, size - len(cover.chosen)))
        # Guess more while all guesses come true, fewer when most were for nothing.
        if found == guesses:
            guesses = min(2 * guesses, MOST_GUESSES)
        elif 4 * found < guesses:
            guesses = max(guesses // 2, LEAST_GUESSES)
    return np.array(cover.chosen, dtype=np.intp), np.array(cover.gaps)


class _Cover:
    """The rows chosen so far, and every row's squared distance to the nearest centre."""

    def __init__(self, rows: Singles, centres: Singles | None) -> None:
        self.rows = rows
        self.lengths = squared_lengths(rows)
        self.chosen: list[int] = []
        self.gaps: list[float] = []
        if centres is not None and len(centres):
            self.nearest = least_distances(rows, self.lengths, centres)
            return
        # The most central row first: it is in nobody's corner, and the same for every order.
        self.nearest = least_distances(rows, self.lengths, rows.mean(axis=0, keepdims=True))
        first, gap = int(self.nearest.argmin()), float(self.nearest.max())
        self._take(first, gap, self.rows[first] @ self.rows.T, is_first=True)

    def walk(self, guesses: int) -> int:
        """Choose while the true next centre is among the guesses; return how many were chosen."""
        last = len(self.nearest) - guesses
        candidates = np.argpartition(self.nearest, last)[last:]
        # Of rows equally far the partition takes any, but the first of them is the true next one.
        best = int(self.nearest.argmax())
        if best not in candidates:
            candidates[0] = best
        products = self.rows[candidates] @ self.rows.T
        place = {int(row): at for at, row in enumerate(candidates)}
        for found in range(guesses):
            best = int(self.nearest.argmax())
            at = place.get(best)
            if at is None:
                return found
            self._take(best, float(self.nearest[best]), products[at])
        return guesses

    def _take(self, row: int, gap: float, products: Singles, *, is_first: bool = False) -> None:
        """Choose a row, given its product with every row (which is overwritten)."""
        self.chosen.append(row)
        self.gaps.append(float(np.sqrt(max(gap, 0.0))))
        products *= -2.0
        products += self.lengths
        products += self.lengths[row]
        np.maximum(products, 0.0, out=products)
        np.minimum(np.inf if is_first else self.nearest, products, out=self.nearest)
        # Below every distance, so that of duplicates each is chosen once.
        self.nearest[self.chosen] = -1.0
