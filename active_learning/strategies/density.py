"""Density weighting: uncertain, and not alone: what is learned there serves many tasks."""

from __future__ import annotations

import numpy as np

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import best_first, bounded, needs_probabilities
from active_learning.strategies.distances import BLOCK_ROWS, single
from active_learning.strategies.pool import Pool, Query
from active_learning.strategies.top_utility import one_class_query, utility_query

__all__ = ["DensityWeighted", "density"]

BETA = 1.0
"""Power of the density; 0 leaves the utility alone."""
SAMPLE = 1_000
"""Tasks whose mean similarity stands for that with all: its error is a few percent of its
spread, and the pool is read once."""


class DensityWeighted:
    """Utility times (mean similarity to the pool) to the power of ``beta``.

    References
    ----------
    Settles & Craven (2008), https://doi.org/10.3115/1613715.1613855 (information density).
    """

    needs_model = True

    def __init__(self, name: str, acquisition: Acquisition, *, beta: float = BETA) -> None:
        self.name = name
        self.acquisition = acquisition
        self.beta = beta

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the best ids; without features the utility alone decides."""
        probabilities = needs_probabilities(pool, self.name)
        utilities = self.acquisition(probabilities)
        if len(pool) and probabilities.shape[1] == 1:
            return one_class_query(pool, batch_size, rng, self.name)
        if pool.features is not None and len(pool):
            order = np.argsort(pool.ids)
            weights = np.empty(len(pool))
            weights[order] = density(pool.features[order], rng)
            utilities = utilities * weights**self.beta
        chosen = best_first(utilities, pool.ids, bounded(pool, batch_size))
        return utility_query(pool, chosen, utilities, batch_size=batch_size, name=self.name)


def density(features: Floats, rng: np.random.Generator) -> Floats:
    """Return each row's mean cosine similarity to a random sample, moved to [0, 1], shape (N,)."""
    count = min(len(features), SAMPLE)
    some = single(features[np.sort(rng.choice(len(features), count, replace=False))])
    lengths = np.linalg.norm(some, axis=1, keepdims=True)
    # The mean similarity to many is the similarity to the mean of their directions.
    middle = (some / np.maximum(lengths, 1e-12)).mean(axis=0)
    found = np.empty(len(features), dtype=np.float64)
    for start in range(0, len(features), BLOCK_ROWS):
        block = single(features[start : start + BLOCK_ROWS])
        own = np.maximum(np.linalg.norm(block, axis=1), 1e-12)
        found[start : start + len(block)] = (block @ middle) / own
    return np.clip((1.0 + found) / 2.0, 0.0, 1.0)
