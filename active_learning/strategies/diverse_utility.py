"""Diverse choice: the most ambiguous tasks, one from each of as many clusters as are asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.registry import Acquisition
from active_learning.strategies.choosing import best_first, bounded, note_for
from active_learning.strategies.pool import Pool, Query, Reason
from active_learning.strategies.top_utility import TopUtility

__all__ = ["DiverseUtility"]

WIDTH = 10
"""Candidates a place: the paper's beta."""
MOST_CLUSTERS = 60
"""A larger query is filled up by utility alone: retraining makes its tail stale anyway."""


class DiverseUtility:
    """Ask where ``acquisition`` is large, but not twice about the same thing.

    A batch of the largest margins holds near-duplicates; the best of each of k clusters, weighted
    by utility, needs about a quarter fewer labels on TREC-6 (see docs/benchmarks/learning.md).

    References
    ----------
    Zhdanov (2019), Diverse mini-batch Active Learning, arXiv:1901.05954.
    """

    needs_model = True

    def __init__(self, name: str, acquisition: Acquisition) -> None:
        self.name = name
        self.acquisition = acquisition
        self._plain = TopUtility(name, acquisition)

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return one pick a cluster, best first; without features, the plain best ones."""
        size = bounded(pool, batch_size)
        plain = self._plain.query(pool, batch_size, rng)
        clusters = min(size, MOST_CLUSTERS)
        is_one_class = pool.probabilities is not None and pool.probabilities.shape[1] == 1
        if pool.features is None or is_one_class or clusters < 2 or size == len(pool):
            return plain
        utilities = self.acquisition(pool.probabilities if pool.probabilities is not None else [])
        wide = best_first(utilities, pool.ids, min(WIDTH * clusters, len(pool)))
        picked = _one_a_cluster(pool.features[wide], utilities[wide], clusters, rng)
        return _joined(pool, utilities, wide[picked], plain=plain, batch_size=batch_size)


def _one_a_cluster(
    points: Floats, utilities: Floats, clusters: int, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Return, for each cluster, the row nearest to its centre."""
    distinct = min(clusters, len(np.unique(points, axis=0)))
    seed = int(rng.integers(2**31))
    model = KMeans(distinct, n_init=1, max_iter=20, random_state=seed)
    # A weight of zero (a certain task) would leave a cluster without a centre.
    distances = model.fit(points, sample_weight=utilities + 1e-6).transform(points)
    picked = []
    for cluster in range(distinct):
        members = np.flatnonzero(model.labels_ == cluster)
        if len(members):
            picked.append(int(members[distances[members, cluster].argmin()]))
    return np.array(picked, dtype=np.intp)


def _joined(
    pool: Pool,
    utilities: Floats,
    first: NDArray[np.intp],
    *,
    plain: Query,
    batch_size: int,
) -> Query:
    """Put the clusters' picks first, then the best of the rest, up to the size of ``plain``."""
    assert pool.probabilities is not None
    head = first[best_first(utilities[first], pool.ids[first], len(first))]
    place = {int(task_id): row for row, task_id in enumerate(pool.ids)}
    taken = {int(row) for row in head}
    rest = [row for task_id in plain.ids if (row := place[int(task_id)]) not in taken]
    order = np.concatenate([head, np.array(rest, dtype=np.intp)])[: len(plain)]
    reasons: list[Reason] = [
        {
            "code": plain.strategy,
            "params": {
                "utility": round(float(utilities[row]), 6),
                "probability": round(float(pool.probabilities[row].max()), 6),
            },
        }
        for row in order
    ]
    return Query(
        pool.ids[order], utilities[order], reasons, plain.strategy, note_for(pool, batch_size)
    )
