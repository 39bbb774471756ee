"""Query rules: what a site knows of its pool, to the rows it asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from active_learning.acquisition import Acquisition

__all__ = ["ByUtility", "ClassBalanced", "LogoClusters", "QueryRule", "RandomRows", "View"]

Floats = NDArray[np.floating]
Rows = NDArray[np.intp]


@dataclass(frozen=True)
class View:
    """What one site sees when it chooses.

    Attributes
    ----------
    features : float array of shape (N, D)
        Embeddings of its open pool.
    shared, local : float arrays of shape (N, K)
        Probabilities by the shared model and by one fitted to this site's labels alone.
    labelled : int array of shape (K,)
        Labels of each class here so far.
    """

    features: Floats
    shared: Floats
    local: Floats
    labelled: NDArray[np.intp]


class QueryRule(Protocol):
    """Chooses at most ``size`` distinct rows of the pool.

    ``reads_local`` says whether it looks at the site's own model, which has to be fitted for it.
    """

    @property
    def reads_local(self) -> bool: ...

    def __call__(self, view: View, size: int, rng: np.random.Generator, /) -> Rows: ...


class RandomRows:
    """What every rule has to beat."""

    reads_local = False

    def __call__(self, view: View, size: int, rng: np.random.Generator, /) -> Rows:
        """Return rows drawn evenly."""
        return rng.permutation(len(view.features))[:size]


@dataclass(frozen=True)
class ByUtility:
    """The rows of largest utility, by one of the two models."""

    acquisition: Acquisition
    by_shared: bool

    @property
    def reads_local(self) -> bool:
        """Whether it asks by the site's own model."""
        return not self.by_shared

    def __call__(self, view: View, size: int, rng: np.random.Generator, /) -> Rows:
        """Return the best rows; equal ones in random order."""
        utility = self.acquisition(view.shared if self.by_shared else view.local)
        return np.lexsort((rng.random(len(utility)), -utility))[:size]


@dataclass(frozen=True)
class ClassBalanced:
    """The most useful row of the class that has the fewest labels here, again and again."""

    acquisition: Acquisition
    reads_local: bool = False

    def __call__(self, view: View, size: int, rng: np.random.Generator, /) -> Rows:
        """Return rows in the order in which classes get their turn."""
        order = np.lexsort((rng.random(len(view.shared)), -self.acquisition(view.shared)))
        guessed = view.shared.argmax(axis=1)
        waiting = [list(order[guessed[order] == k]) for k in range(view.shared.shape[1])]
        counts = view.labelled.astype(float)
        chosen: list[int] = []
        while len(chosen) < size and any(waiting):
            open_classes = [k for k, rows in enumerate(waiting) if rows]
            rarest = min(open_classes, key=lambda k: counts[k])
            chosen.append(waiting[rarest].pop(0))
            counts[rarest] += 1
        return np.array(chosen, np.intp)


@dataclass(frozen=True)
class LogoClusters:
    """Clusters by the local model's gradients, and the best of each by the shared model.

    References
    ----------
    Kim et al. (2023), Re-thinking Federated Active Learning based on Inter-class Diversity (LoGo),
    arXiv:2303.12317.
    """

    acquisition: Acquisition
    width: int = 48
    reads_local: bool = True

    def __call__(self, view: View, size: int, rng: np.random.Generator, /) -> Rows:
        """Return one row a cluster, then the best of the rest."""
        utility = self.acquisition(view.shared)
        best = np.argsort(-utility, kind="stable")
        if not 0 < size < len(utility):
            return best[:size]
        points = self._gradients(view, rng)
        seed = int(rng.integers(2**31))
        clusters = KMeans(size, n_init=1, max_iter=20, random_state=seed).fit_predict(points)
        _, first = np.unique(clusters[best], return_index=True)
        heads = best[first]
        return np.concatenate([heads, best[~np.isin(best, heads)]])[:size]

    def _gradients(self, view: View, rng: np.random.Generator) -> Floats:
        """Return gradients of the last layer for the likeliest label, projected at random."""
        error = view.local.copy()
        error[np.arange(len(error)), error.argmax(axis=1)] -= 1.0
        left = view.features @ rng.normal(size=(view.features.shape[1], self.width))
        right = error @ rng.normal(size=(error.shape[1], self.width))
        # A product of two projections is a projection of the outer product.
        projected: Floats = left * right / self.width
        return projected
