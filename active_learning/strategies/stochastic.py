"""Stochastic batch: noise on the ranks, so that a batch is not one task said ten times."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import best_first, bounded, needs_probabilities
from active_learning.strategies.pool import Draws, Pool, Query
from active_learning.strategies.top_utility import one_class_query, utility_query

__all__ = ["Stochastic"]

LEAST = 1e-12


class Stochastic:
    """Draws without replacement, in proportion to a growing function of the utility.

    ``power`` draws in proportion to ``u^beta`` (a certain task is never drawn before the rest is
    gone), ``softmax`` to ``exp(beta u)``. Adding Gumbel noise to the logarithm and taking the best
    draws exactly so.

    References
    ----------
    Kirsch, Farquhar, Atighehchian, Jesson, Branchaud-Charron & Gal (2021), Stochastic Batch
    Acquisition: A Simple Baseline for Deep Active Learning, arXiv:2106.12059.
    """

    needs_model = True

    def __init__(
        self,
        name: str,
        acquisition: Acquisition,
        *,
        form: Literal["power", "softmax"] = "power",
        beta: float = 1.0,
    ) -> None:
        self.name = name
        self.acquisition = acquisition
        self.form = form
        self.beta = beta

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the drawn ids, most useful first."""
        probabilities = needs_probabilities(pool, self.name)
        utilities = self.acquisition(probabilities)
        if len(pool) and probabilities.shape[1] == 1:
            return one_class_query(pool, batch_size, rng, self.name)
        logs = np.log(np.maximum(utilities, LEAST)) if self.form == "power" else utilities
        noise = np.empty(len(pool))
        # By id, so that the order of the rows changes no draw.
        noise[np.argsort(pool.ids)] = rng.gumbel(size=len(pool))
        drawn = best_first(self.beta * logs + noise, pool.ids, bounded(pool, batch_size))
        shown = best_first(utilities[drawn], pool.ids[drawn], len(drawn))
        query = utility_query(pool, drawn[shown], utilities, batch_size=batch_size, name=self.name)
        chances = _chances(self.beta * logs, drawn)[shown]
        return replace(query, draws=Draws(shown + 1, chances, len(pool)))


def _chances(logs: Floats, drawn: NDArray[np.intp]) -> Floats:
    """Return the chance that each drawn row had to be the next one, in the order of drawing."""
    if not len(drawn):
        return np.empty(0)
    weights = np.exp(logs - logs.max())
    rest = np.ones(len(weights), dtype=bool)
    rest[drawn] = False
    own = weights[drawn]
    # Summed from the back: what is left when a row's turn comes, itself included.
    left = weights[rest].sum() + np.cumsum(own[::-1])[::-1]
    return np.asarray(own / left, dtype=np.float64)
