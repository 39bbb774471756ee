"""Class balance: among tasks in doubt, those that may be of a class with few labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import best_first, bounded, needs_probabilities
from active_learning.strategies.pool import Pool, Query
from active_learning.strategies.top_utility import one_class_query, utility_query

__all__ = ["ClassBalanced", "rarity"]


class ClassBalanced:
    """Utility times the expected rarity of the class: ``u_i sum_k p_ik r_k``.

    References
    ----------
    Ertekin, Huang, Bottou & Giles (2007), https://doi.org/10.1145/1321440.1321461
    Aggarwal, Popescu & Hudelot (2020), Active Learning for Imbalanced Datasets, WACV,
    https://doi.org/10.1109/WACV45572.2020.9093475
    """

    needs_model = True

    def __init__(self, name: str, acquisition: Acquisition) -> None:
        self.name = name
        self.acquisition = acquisition

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the best ids; without counts of the labels, those by utility alone."""
        probabilities = needs_probabilities(pool, self.name)
        utilities = self.acquisition(probabilities)
        if len(pool) and probabilities.shape[1] == 1:
            return one_class_query(pool, batch_size, rng, self.name)
        if pool.class_counts is not None:
            utilities = utilities * (probabilities @ rarity(pool.class_counts))
        chosen = best_first(utilities, pool.ids, bounded(pool, batch_size))
        return utility_query(pool, chosen, utilities, batch_size=batch_size, name=self.name)


def rarity(counts: NDArray[np.int64]) -> Floats:
    """Return how rare each class is, shape (K,), in (0, 1], 1 for the rarest.

    The square root keeps a class of one label from drowning out all doubt.
    """
    weights = 1.0 / np.sqrt(counts + 1.0)
    found: Floats = weights / weights.max(initial=1e-12)
    return found
