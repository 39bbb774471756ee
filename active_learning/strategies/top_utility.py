"""Top-k: the tasks whose utility is largest under one acquisition function."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import (
    best_first,
    bounded,
    needs_probabilities,
    note_for,
    random_query,
)
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["ONE_CLASS", "TopUtility", "one_class_query", "utility_query"]

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
        probabilities = needs_probabilities(pool, self.name)
        utilities = self.acquisition(probabilities)
        if probabilities.shape[1] == 1 and len(pool):
            return one_class_query(pool, batch_size, rng, self.name)
        chosen = best_first(utilities, pool.ids, bounded(pool, batch_size))
        return utility_query(pool, chosen, utilities, batch_size=batch_size, name=self.name)


def utility_query(
    pool: Pool, chosen: NDArray[np.intp], utilities: Floats, *, batch_size: int, name: str
) -> Query:
    """Return the rows ``chosen`` as a query whose reasons are utility and top probability."""
    probabilities = needs_probabilities(pool, name)
    top = probabilities[chosen].max(axis=1) if len(chosen) else np.empty(0)
    reasons: list[Reason] = [
        {
            "code": name,
            "params": {"utility": round(float(value), 6), "probability": round(float(p), 6)},
        }
        for value, p in zip(utilities[chosen], top, strict=True)
    ]
    return Query(
        ids=pool.ids[chosen],
        utilities=utilities[chosen],
        reasons=reasons,
        strategy=name,
        note=note_for(pool, batch_size),
    )


def one_class_query(pool: Pool, batch_size: int, rng: np.random.Generator, name: str) -> Query:
    """Choose at random and say why: with one class every utility is the same."""
    drawn = random_query(pool, batch_size, rng, name=name)
    return Query(
        ids=drawn.ids,
        utilities=drawn.utilities,
        reasons=[{"code": ONE_CLASS, "params": {}} for _ in range(len(drawn))],
        strategy=name,
        note={"code": ONE_CLASS, "params": {"pool": len(pool)}},
    )
