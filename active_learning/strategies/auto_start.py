"""The default: diversity until there are enough labels to trust a model, then uncertainty."""

from __future__ import annotations

import numpy as np

from active_learning.strategies.pool import Pool, Query, Strategy
from active_learning.strategies.typiclust import TypiClust

__all__ = ["COLD_LABELS", "AutoStart"]

COLD_LABELS = 20
"""Labels below which uncertainty does worse than chance (CSVAL, MIDL 2023)."""


class AutoStart:
    """TypiClust for the first labels, ``warm`` afterwards.

    The query carries the name of the strategy that really chose, so that the reason is true.
    """

    needs_model = False

    def __init__(self, name: str, warm: Strategy, *, cold_labels: int = COLD_LABELS) -> None:
        self.name = name
        self.warm = warm
        self.cold = TypiClust()
        self.cold_labels = cold_labels

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the cold or the warm strategy's query, by the number of labels."""
        labelled = 0 if pool.labelled_features is None else len(pool.labelled_features)
        is_cold = pool.probabilities is None or labelled < self.cold_labels
        return (self.cold if is_cold else self.warm).query(pool, batch_size, rng)
