"""What an aggregator sees: one flat update a site, checked before anything is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Aggregator", "BadUpdate", "Floats", "Updates"]

Floats = NDArray[np.float64]


class BadUpdate(ValueError):
    """A site sent what cannot be used; ``sites`` names which."""

    def __init__(self, sites: Sequence[str], what: str) -> None:
        super().__init__(f"The update of {', '.join(sites)} {what}.")
        self.sites = tuple(sites)


@dataclass(frozen=True)
class Updates:
    """The updates of one round.

    Attributes
    ----------
    sites : tuple of str
        Their names, in the order of the rows.
    deltas : float array of shape (S, D)
        New weights minus the weights that were sent out, flattened.
    weights : float array of shape (S,)
        How much each counts (labels, times their quality); at least one is positive.
    """

    sites: tuple[str, ...]
    deltas: Floats
    weights: Floats

    def __post_init__(self) -> None:
        if self.deltas.ndim != 2 or not len(self.deltas):
            raise ValueError(f"updates have the shape (S, D), S > 0; got {self.deltas.shape}")
        if not len(self.sites) == len(self.deltas) == len(self.weights):
            raise ValueError("sites, updates and weights differ in number")
        finite = np.asarray(np.isfinite(self.deltas).all(axis=1))
        self._refuse(~finite, "holds NaN or infinite values")
        self._refuse(~(np.isfinite(self.weights) & (self.weights >= 0)), "has no valid weight")
        if not self.weights.any():
            raise BadUpdate(self.sites, "counts nothing: no site has a label")

    @classmethod
    def of(cls, rows: Sequence[tuple[str, NDArray[np.floating], float]], *, size: int) -> Updates:
        """Stack (site, delta of shape (D,), weight); another shape than ``size`` is refused."""
        misshapen = [site for site, delta, _ in rows if delta.shape != (size,)]
        if misshapen:
            raise BadUpdate(misshapen, f"has another shape than ({size},)")
        return cls(
            tuple(site for site, _, _ in rows),
            np.array([delta for _, delta, _ in rows], np.float64).reshape(len(rows), size),
            np.array([weight for _, _, weight in rows], np.float64),
        )

    def __len__(self) -> int:
        return len(self.sites)

    def _refuse(self, bad: NDArray[np.bool_], what: str) -> None:
        if bad.any():
            raise BadUpdate([self.sites[row] for row in np.flatnonzero(bad)], what)


class Aggregator(Protocol):
    """One step from many updates.

    ``needs`` sites are wanted at least; ``is_linear`` says that only the weighted sum is looked
    at, so that secure aggregation can provide it; ``steps_by_mean`` that the model moves by a mean
    of the updates, so that sites can read from its moves where all of them went.
    """

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> int: ...
    @property
    def is_linear(self) -> bool: ...
    @property
    def steps_by_mean(self) -> bool: ...

    def step(self, updates: Updates) -> Floats:
        """Return the change of the shared weights, shape (D,)."""
