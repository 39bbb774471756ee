"""TypiClust: one typical task from each of the largest clusters that nobody has labelled yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans, MiniBatchKMeans

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.choosing import bounded, note_for, random_query
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["TypiClust"]

NEIGHBOURS = 20
"""Neighbours whose mean distance says how typical a task is (K in the paper)."""
MOST_CLUSTERS = 500
"""Upper bound on clusters, as in the paper; more labels than that leave no cold start."""
MOST_POINTS = 20_000
"""Larger pools are sampled: clusters of a cold start do not need every task."""
MOST_MEMBERS = 2_000
"""Members of one cluster among which typicality is compared (it takes their square)."""


class TypiClust:
    """Cold-start strategy that needs embeddings and no model.

    References
    ----------
    Hacohen, Dekel & Weinshall (2022), Active Learning on a Budget: Opposite Strategies Suit
    High and Low Budgets, arXiv:2202.02794.
    """

    name = "typiclust"
    needs_model = False

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the typical ids, largest uncovered cluster first."""
        size = bounded(pool, batch_size)
        if pool.features is None:
            return random_query(pool, batch_size, rng, name=self.name)
        order = _sampled(pool, rng)
        # A single point, or a query for all of them, needs no clusters.
        picks = _pick(pool, order, size, rng) if size else []
        if len(picks) < size:
            picks += _rest(pool, picks, size - len(picks), rng)
        return Query(
            ids=pool.ids[[position for position, _, _ in picks]],
            utilities=np.array([utility for _, utility, _ in picks], dtype=np.float64),
            reasons=[reason for _, _, reason in picks],
            strategy=self.name,
            note=note_for(pool, batch_size),
        )


_Pick = tuple[int, float, Reason]


def _sampled(pool: Pool, rng: np.random.Generator) -> NDArray[np.intp]:
    by_id = np.argsort(pool.ids)
    if len(by_id) <= MOST_POINTS:
        return by_id
    return np.sort(rng.choice(by_id, MOST_POINTS, replace=False))


def _pick(pool: Pool, order: NDArray[np.intp], size: int, rng: np.random.Generator) -> list[_Pick]:
    assert pool.features is not None
    points = np.asarray(pool.features[order], dtype=np.float32)
    known = pool.labelled_features
    labelled = np.empty((0, points.shape[1]), np.float32) if known is None else known
    stacked = np.vstack([points, np.asarray(labelled, dtype=np.float32)])
    clusters = min(len(labelled) + size, MOST_CLUSTERS, len(points))
    member_of = _cluster(stacked, clusters, rng)
    mine, covered = member_of[: len(points)], member_of[len(points) :]
    cover = np.bincount(covered, minlength=clusters)
    sizes = np.bincount(mine, minlength=clusters)
    picks: list[_Pick] = []
    for rank, cluster in enumerate(np.lexsort((-sizes, cover))):
        members = np.flatnonzero(mine == cluster)
        if len(members) == 0:
            continue
        best = members[_most_typical(points[members], rng)]
        reason: Reason = {
            "code": "typical",
            "params": {"cluster_size": int(sizes[cluster]), "covered": int(cover[cluster])},
        }
        picks.append((int(order[best]), 1.0 - rank / clusters, reason))
        if len(picks) == size:
            break
    return picks


def _cluster(points: Floats, clusters: int, rng: np.random.Generator) -> NDArray[np.intp]:
    seed = int(rng.integers(2**31))
    distinct = min(clusters, len(np.unique(points, axis=0)))
    if clusters <= 50:
        model = KMeans(distinct, n_init=1, max_iter=30, random_state=seed)
    else:
        model = MiniBatchKMeans(distinct, n_init=1, random_state=seed)
    labels: NDArray[np.intp] = model.fit_predict(points)
    return labels


def _most_typical(members: Floats, rng: np.random.Generator) -> int:
    """Return the row whose nearest neighbours inside the cluster are nearest on average."""
    if len(members) > MOST_MEMBERS:
        some = np.sort(rng.choice(len(members), MOST_MEMBERS, replace=False))
        return int(some[_most_typical(members[some], rng)])
    squared = (members**2).sum(axis=1)
    gram = squared[:, None] + squared - 2.0 * members @ members.T
    distances = np.sqrt(np.maximum(gram, 0.0))
    nearest = min(NEIGHBOURS, len(members) - 1)
    # The distance to itself is zero in every row and changes no order.
    return int(np.partition(distances, nearest, axis=1)[:, : nearest + 1].sum(axis=1).argmin())


def _rest(pool: Pool, picks: list[_Pick], missing: int, rng: np.random.Generator) -> list[_Pick]:
    """Fill up at random when there were fewer distinct clusters than places."""
    taken = {position for position, _, _ in picks}
    left = [int(i) for i in np.argsort(pool.ids) if int(i) not in taken]
    reason: Reason = {"code": "random", "params": {}}
    return [(int(i), 0.0, reason) for i in rng.permutation(left)[:missing]]
