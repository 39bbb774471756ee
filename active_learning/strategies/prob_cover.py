"""ProbCover: the task whose neighbourhood holds most that nobody has labelled yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans

from active_learning.acquisition.distributions import Floats
from active_learning.strategies.choosing import bounded, note_for, random_query
from active_learning.strategies.distances import single, squared_lengths
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["ProbCover", "purity_radius"]

MOST_POINTS = 8_000
"""Larger pools are sampled: the graph of neighbourhoods grows with their square."""
BLOCK_ROWS = 1_024
PURITY = 0.95
"""Share of neighbourhoods that hold one cluster only, by which the radius is chosen."""
RADII = 20
MOST_MEAN_DEGREE = 400
LEAST_CLUSTERS = 2


class ProbCover:
    """Cold-start strategy that covers dense regions first.

    References
    ----------
    Yehuda, Dekel, Hacohen & Weinshall (2022), Active Learning Through a Covering Lens,
    arXiv:2205.11320.
    """

    name = "prob_cover"
    needs_model = False

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the tasks that cover most, and when all is covered, random ones."""
        size = bounded(pool, batch_size)
        if pool.features is None or size == 0:
            return random_query(pool, batch_size, rng, name=self.name)
        order = np.argsort(pool.ids)
        if len(order) > MOST_POINTS:
            order = np.sort(rng.choice(order, MOST_POINTS, replace=False))
            order = order[np.argsort(pool.ids[order])]
        points = single(pool.features[order])
        known = pool.labelled_features
        labelled = points[:0] if known is None else single(known)
        radius = purity_radius(points, len(labelled) + size, rng)
        chosen, covered = _cover(points, labelled, radius, size)
        rows = order[chosen]
        rest = np.setdiff1d(np.argsort(pool.ids), rows)
        filled = rng.permutation(rest)[: size - len(rows)]
        reasons: list[Reason] = [
            {"code": self.name, "params": {"covers": int(count)}} for count in covered
        ]
        reasons += [{"code": "random", "params": {}} for _ in filled]
        most = max(int(covered.max(initial=0)), 1)
        return Query(
            pool.ids[np.concatenate([rows, filled])],
            np.concatenate([covered / most, np.zeros(len(filled))]),
            reasons,
            self.name,
            note_for(pool, batch_size),
        )


def purity_radius(points: Floats, clusters: int, rng: np.random.Generator) -> float:
    """Return the largest radius at which `PURITY` of the neighbourhoods hold one cluster only.

    Clusters by k-means stand in for the classes that nobody knows yet.
    """
    rows = single(points)
    count = min(len(rows), 2_000)
    sample = rows[np.sort(rng.choice(len(rows), count, replace=False))]
    wanted = min(max(clusters, LEAST_CLUSTERS), len(np.unique(sample, axis=0)))
    model = KMeans(wanted, n_init=1, max_iter=20, random_state=int(rng.integers(2**31)))
    member = model.fit_predict(sample)
    distances = np.sqrt(_squared(sample, sample))
    is_other = member[:, None] != member
    # A neighbourhood is pure up to its nearest point of another cluster.
    to_other = np.where(is_other, distances, np.inf).min(axis=1, initial=np.inf)
    radius = float(np.quantile(to_other, 1.0 - PURITY, method="lower"))
    if not np.isfinite(radius):
        return float(distances.max())
    # Very dense pools: no radius at which everybody neighbours everybody.
    share = min(1.0, MOST_MEAN_DEGREE / len(rows))
    return min(radius, float(np.quantile(distances, share)))


def _squared(a: Floats, b: Floats) -> Floats:
    gram = squared_lengths(a)[:, None] + squared_lengths(b) - 2.0 * (a @ b.T)
    return np.maximum(gram, 0.0)


def _cover(
    points: Floats, labelled: Floats, radius: float, size: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Choose greedily by how many uncovered points lie within the radius."""
    graph = _neighbourhoods(points, radius)
    is_covered = np.zeros(len(points), dtype=bool)
    for start in range(0, len(labelled), BLOCK_ROWS):
        near = _squared(points, labelled[start : start + BLOCK_ROWS]).min(axis=1)
        is_covered |= near <= radius**2
    degrees = np.asarray(graph @ (~is_covered).astype(np.int64))
    chosen: list[int] = []
    covered: list[int] = []
    while len(chosen) < size:
        best = int(degrees.argmax())
        if degrees[best] <= 0:
            break
        chosen.append(best)
        covered.append(int(degrees[best]))
        mine = graph.indices[graph.indptr[best] : graph.indptr[best + 1]]
        fresh = mine[~is_covered[mine]]
        is_covered[fresh] = True
        # The graph is symmetric: who neighbours a point now covered has one less to cover.
        for point in fresh:
            degrees[graph.indices[graph.indptr[point] : graph.indptr[point + 1]]] -= 1
        degrees[best] = -1
    return np.array(chosen, dtype=np.intp), np.array(covered, dtype=np.int64)


def _neighbourhoods(points: Floats, radius: float) -> csr_matrix:
    """Return the graph of points within ``radius``, each a neighbour of itself."""
    columns: list[NDArray[np.intp]] = []
    counts: list[int] = []
    for start in range(0, len(points), BLOCK_ROWS):
        block = points[start : start + BLOCK_ROWS]
        is_near = _squared(block, points) <= radius**2
        is_near[np.arange(len(block)), np.arange(start, start + len(block))] = True
        columns.append(np.nonzero(is_near)[1])
        counts += is_near.sum(axis=1).tolist()
    indptr = np.concatenate([[0], np.cumsum(counts)])
    indices = np.concatenate(columns)
    return csr_matrix((np.ones(len(indices), np.int64), indices, indptr), shape=(len(points),) * 2)
