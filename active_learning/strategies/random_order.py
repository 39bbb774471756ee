"""The baseline: uniformly at random."""

from __future__ import annotations

import numpy as np

from active_learning.strategies.choosing import random_query
from active_learning.strategies.pool import Pool, Query

__all__ = ["RandomOrder"]


class RandomOrder:
    """Every subset is equally likely; what a strategy has to beat."""

    name = "random"
    needs_model = False

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return ``batch_size`` ids drawn without replacement."""
        return random_query(pool, batch_size, rng, name=self.name)
