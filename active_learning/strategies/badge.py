"""BADGE: a batch that is uncertain and diverse at once, by k-means++ over gradients."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats, checked_distribution
from active_learning.strategies.choosing import bounded, needs_probabilities, note_for
from active_learning.strategies.distances import Singles, single, squared_lengths
from active_learning.strategies.pool import Pool, Query, Reason
from active_learning.strategies.top_utility import one_class_query

__all__ = ["Badge", "gradient_seeds"]

GUESSES = 32
"""Centres drawn ahead, whose distances one matrix product gives."""


class Badge:
    """Batch Active learning by Diverse Gradient Embeddings.

    References
    ----------
    Ash, Zhang, Krishnamurthy, Langford & Agarwal (2020), arXiv:1906.03671.
    Arthur & Vassilvitskii (2007), k-means++, SODA.
    """

    name = "badge"
    needs_model = True

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the seeds, first the one whose label would move the head farthest."""
        probabilities = checked_distribution(needs_probabilities(pool, self.name))
        size = bounded(pool, batch_size)
        if size and probabilities.shape[1] == 1:
            return one_class_query(pool, batch_size, rng, self.name)
        order = np.argsort(pool.ids)
        features = np.ones((len(pool), 1)) if pool.features is None else pool.features
        seeds, norms = gradient_seeds(probabilities[order], features[order], size, rng)
        chosen = order[seeds]
        by_norm = np.lexsort((pool.ids[chosen], -norms))
        chosen, norms = chosen[by_norm], norms[by_norm]
        scale = float(norms[0]) if size and norms[0] > 0 else 1.0
        reasons: list[Reason] = [
            {
                "code": self.name,
                "params": {
                    "gradient": round(float(norm), 6),
                    "probability": round(float(probabilities[row].max()), 6),
                },
            }
            for row, norm in zip(chosen, norms, strict=True)
        ]
        return Query(
            pool.ids[chosen], norms / scale, reasons, self.name, note_for(pool, batch_size)
        )


def gradient_seeds(
    probabilities: Floats, features: Floats, size: int, rng: np.random.Generator
) -> tuple[NDArray[np.intp], Floats]:
    """Return ``size`` rows drawn by k-means++ over the head's gradients, and all their norms.

    The gradient of row i is the outer product of ``a_i = e_y - p_i`` (y its likeliest class) and
    ``x_i``, K x D numbers. It is never built, since
    ``|g_i - g_j|^2 = |a_i|^2 |x_i|^2 + |a_j|^2 |x_j|^2 - 2 (a_i.a_j)(x_i.x_j)``.

    Seeds are drawn a few ahead by the distances as they stand, so that one product serves them
    all, and each is kept with probability (distance now / distance then): this rejection makes the
    draw exactly that of k-means++.

    Returns
    -------
    rows : int array of shape (size,)
    norms : float array of shape (size,)
    """
    count = len(probabilities)
    residual = -single(probabilities)
    residual[np.arange(count), probabilities.argmax(axis=1)] += 1.0
    inputs = single(features)
    squared = squared_lengths(residual) * squared_lengths(inputs)
    seeds = _Seeds(residual, inputs, squared)
    if size and count:
        seeds.take(int(squared.argmax()), seeds.distances_of(np.array([squared.argmax()]))[0])
    while len(seeds.rows) < size:
        weights = seeds.nearest.astype(np.float64)
        total = weights.sum()
        if not total > 0:
            # Only duplicates of chosen rows are left: any of them is as good as another.
            left = np.flatnonzero(~seeds.is_taken)
            for row in rng.permutation(left)[: size - len(seeds.rows)]:
                seeds.take(int(row), None)
            break
        drawn = rng.choice(count, GUESSES, p=weights / total)
        distances = seeds.distances_of(drawn)
        then = weights[drawn]
        for row, before, distance in zip(drawn, then, distances, strict=True):
            if len(seeds.rows) < size and rng.random() * before < seeds.nearest[row]:
                seeds.take(int(row), distance)
    rows = np.array(seeds.rows, dtype=np.intp)
    return rows, np.sqrt(squared[rows]).astype(np.float64)


class _Seeds:
    """The rows drawn so far, and every row's squared distance to the nearest of them."""

    def __init__(self, residual: Singles, inputs: Singles, squared: Singles) -> None:
        self.residual, self.inputs, self.squared = residual, inputs, squared
        self.rows: list[int] = []
        self.nearest = np.full(len(squared), np.inf, dtype=np.float32)
        self.is_taken = np.zeros(len(squared), dtype=bool)

    def distances_of(self, rows: NDArray[np.integer]) -> Singles:
        """Return squared distances of all rows to each of ``rows``, shape (len(rows), N)."""
        products: Singles = self.inputs[rows] @ self.inputs.T
        products *= self.residual[rows] @ self.residual.T
        products *= -2.0
        products += self.squared
        products += self.squared[rows][:, None]
        np.maximum(products, 0.0, out=products)
        return products

    def take(self, row: int, distances: Singles | None) -> None:
        """Draw a row; without distances nothing is nearer for it."""
        self.rows.append(row)
        self.is_taken[row] = True
        if distances is not None:
            np.minimum(self.nearest, distances, out=self.nearest)
        self.nearest[self.is_taken] = 0.0
