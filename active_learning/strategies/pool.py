"""What a strategy sees (the pool) and what it answers (a query that can be explained)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypedDict

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.distributions import DistributionError, Floats

__all__ = ["Draws", "Pool", "Query", "Reason", "Strategy", "Turn"]


class Reason(TypedDict):
    """Why a task was chosen: a code that the screens translate, and its figures."""

    code: str
    params: dict[str, float | int | str]


@dataclass(frozen=True)
class Turn:
    """What one earlier query brought.

    Attributes
    ----------
    strategy : str
        Which arm chose it.
    labels : int
        Labels after it.
    right, tested : int
        Of ``tested`` held-out tasks, how many the model then had right.
    """

    strategy: str
    labels: int
    right: int
    tested: int


@dataclass(frozen=True)
class Pool:
    """The candidates.

    Attributes
    ----------
    ids : int64 array of shape (N,)
        Distinct task ids. Ties are broken towards the smaller id.
    features : float array of shape (N, D), optional
        Embeddings of the candidates.
    probabilities : float array of shape (N, K), optional
        Predictive distributions; absent before there is a model.
    labelled_features : float array of shape (M, D), optional
        Embeddings of tasks that are labelled already.
    ensemble : float array of shape (S, N, K), optional
        Distributions of the candidates by S models, or S passes with dropout.
    class_counts : int array of shape (K,), optional
        Labels that each class of ``probabilities`` has so far.
    history : sequence of Turn
        What earlier queries brought, oldest first.
    """

    ids: NDArray[np.int64]
    features: Floats | None = None
    probabilities: Floats | None = None
    labelled_features: Floats | None = None
    ensemble: Floats | None = None
    class_counts: NDArray[np.int64] | None = None
    history: Sequence[Turn] = ()

    def __post_init__(self) -> None:
        if len(np.unique(self.ids)) != len(self.ids):
            raise ValueError("the pool holds an id twice")
        for name in ("features", "probabilities"):
            rows = getattr(self, name)
            if rows is not None and len(rows) != len(self.ids):
                raise ValueError(f"{len(rows)} rows of {name} for {len(self.ids)} ids")
        for name in ("features", "labelled_features"):
            rows = getattr(self, name)
            if rows is not None and not np.isfinite(rows).all():
                raise DistributionError(f"{name} hold NaN or infinite values")
        self._check_model()

    def _check_model(self) -> None:
        if self.ensemble is not None and self.ensemble.shape[1] != len(self.ids):
            raise ValueError(f"{self.ensemble.shape[1]} rows of ensemble for {len(self.ids)} ids")
        if self.class_counts is None:
            return
        columns = None if self.probabilities is None else self.probabilities.shape[1]
        if len(self.class_counts) != columns:
            raise ValueError(f"{len(self.class_counts)} class counts for {columns} classes")

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Draws:
    """The lots of a query's M tasks: what `diagnosis.lure` needs to correct estimates from them.

    Attributes
    ----------
    places : array of shape (M,)
        Which task was drawn first, second, ..., counted from 1.
    chances : array of shape (M,)
        The chance that a task had to be the next one, among those not drawn before it.
    pool : int
        How many tasks it was drawn from.
    """

    places: NDArray[np.int64]
    chances: Floats
    pool: int


@dataclass(frozen=True)
class Query:
    """The chosen tasks, best first.

    ``note`` is a `Reason` about the whole choice (a fallback, an exhausted pool), or None.
    """

    ids: NDArray[np.int64]
    utilities: Floats
    reasons: list[Reason]
    strategy: str
    note: Reason | None = field(default=None)
    draws: Draws | None = field(default=None)
    """How the tasks were drawn, where they were drawn by lot."""

    def __len__(self) -> int:
        return len(self.ids)


class Strategy(Protocol):
    """Chooses at most ``batch_size`` distinct ids out of the pool.

    ``needs_model`` says whether it refuses a pool without probabilities.
    """

    name: str
    needs_model: bool

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the query; an empty pool gives an empty one, with a note."""
