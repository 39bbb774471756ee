"""Top-k: the tasks whose utility is largest under one acquisition function."""

from __future__ import annotations

import numpy as np

from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import best_first, bounded, note_for, random_query
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["ONE_CLASS", "TopUtility"]

ONE_CLASS = "one_class_fallback"


class TopUtility:
    """Ask where ``acquisition`` is largest.

    While only one class is known every distribution is the same, so the scores say nothing: the
    choice is then random and the query's note says so (``one_class_fallback``).
    """

    needs_model = True

    def __init__(self, name: str, acquisition: Acquisition) -> None:
        self.name = name
        self.acquisition = acquisition

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the best ids; equal utilities go by ascending id."""
        if pool.probabilities is None:
            raise ValueError(f"{self.name} needs probabilities; before a model use typiclust")
        utilities = self.acquisition(pool.probabilities)
        if pool.probabilities.shape[1] == 1 and len(pool):
            return _one_class(pool, batch_size, rng, self.name)
        chosen = best_first(utilities, pool.ids, bounded(pool, batch_size))
        top = pool.probabilities[chosen].max(axis=1) if len(chosen) else np.empty(0)
        reasons: list[Reason] = [
            {
                "code": self.name,
                "params": {"utility": round(float(value), 6), "probability": round(float(p), 6)},
            }
            for value, p in zip(utilities[chosen], top, strict=True)
        ]
        return Query(
            ids=pool.ids[chosen],
            utilities=utilities[chosen],
            reasons=reasons,
            strategy=self.name,
            note=note_for(pool, batch_size),
        )


def _one_class(pool: Pool, batch_size: int, rng: np.random.Generator, name: str) -> Query:
    drawn = random_query(pool, batch_size, rng, name=name)
    return Query(
        ids=drawn.ids,
        utilities=drawn.utilities,
        reasons=[{"code": ONE_CLASS, "params": {}} for _ in range(len(drawn))],
        strategy=name,
        note={"code": ONE_CLASS, "params": {"pool": len(pool)}},
    )
