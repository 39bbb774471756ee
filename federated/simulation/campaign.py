"""A labeling campaign over several sites: rounds of learning, and labels asked for between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from federated.aggregation import AGGREGATORS
from federated.node.site import Lessons
from federated.node.training import train_locally
from federated.querying import QueryRule, View
from federated.server.exchange import Exchange
from federated.server.rounds import RunState, run_round
from federated.server.terms import Terms
from federated.simulation.sites import ArraySite
from federated.wire.model import SharedHead

__all__ = ["Campaign", "Score", "seed_labels"]

Score = Callable[[SharedHead], float]
LOCAL_STEPS = 150
"""Of a site's own model, which begins from nothing each time."""


@dataclass
class Campaign:
    """Eight query rounds (say) of a few federated rounds each.

    ``score`` looks at the shared model from outside, on a test set that no site has.
    """

    sites: Mapping[str, ArraySite]
    exchange: Exchange
    terms: Terms
    rule: QueryRule
    rng: np.random.Generator
    score: Score
    rounds_a_query: int = 6
    scores: list[float] = field(default_factory=list)
    state: RunState = field(init=False)

    def __post_init__(self) -> None:
        self.state = RunState.beginning(self.terms)

    def run(self, queries: int, *, size: int) -> list[float]:
        """Return the score before the first query and after each."""
        aggregator = AGGREGATORS.get(self.terms.aggregator)()
        for query in range(queries + 1):
            for _ in range(self.rounds_a_query):
                self.state = run_round(
                    terms=self.terms,
                    state=self.state,
                    aggregator=aggregator,
                    exchange=self.exchange,
                ).state
            self.scores.append(self.score(self.state.head))
            if query < queries:
                self._ask_people(size)
        return self.scores

    def _ask_people(self, size: int) -> None:
        """Every site labels what the rule chooses of its own pool."""
        for site in self.sites.values():
            pool = site.pool
            if not len(pool):
                continue
            chosen = self.rule(self._view(site, pool), min(size, len(pool)), self.rng)
            site.labelled[pool[chosen]] = True

    def _view(self, site: ArraySite, pool: NDArray[np.intp]) -> View:
        lessons, features = site.lessons(self.terms.classes), site.features[pool]
        shared = self.state.head.predict_proba(features)
        return View(
            features=features,
            shared=shared,
            local=self._local(lessons).predict_proba(features) if self.rule.reads_local else shared,
            labelled=lessons.targets.sum(axis=0).astype(np.intp),
        )

    def _local(self, lessons: Lessons) -> SharedHead:
        blank = SharedHead.blank(self.terms.classes, self.terms.dimensions)
        by_itself = replace(self.terms.recipe, steps=LOCAL_STEPS)
        return blank.moved(train_locally(blank, lessons, by_itself, self.rng).delta)


def seed_labels(site: ArraySite, count: int, rng: np.random.Generator) -> None:
    """Label some rows at random, as every project begins."""
    pool = site.pool
    site.labelled[rng.permutation(pool)[:count]] = True
