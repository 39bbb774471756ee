"""Maximum mean discrepancy between populations, one of them known by a few hundred numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Population", "Shift", "compare", "describe"]

WAVES = 256
"""Random Fourier features that stand for the Gaussian kernel."""
PAIRS = 500
"""Vectors whose distances give the kernel's width."""
SEED = 20_120_313
LEAST = 30
"""Of fewer new tasks nothing can be said."""
SURE = 3.0
"""Times what chance alone would show: new tasks of the same kind stay below, as tests show."""
LARGE = 0.002
"""Squared discrepancy (of at most 2) that is worth a round, however sure: a tenth of new topics."""


@dataclass(frozen=True)
class Population:
    """How vectors lie, without the vectors.

    Attributes
    ----------
    count : how many vectors were seen
    width : of the kernel, in the vectors' own unit: the median distance
    mean : mean of the features, shape (2 · WAVES,)
    """

    count: int
    width: float
    mean: tuple[float, ...]


@dataclass(frozen=True)
class Shift:
    """How far new vectors lie from a population.

    Attributes
    ----------
    discrepancy : squared maximum mean discrepancy without its bias, in [0, 2]
    ratio : how often larger than by chance
    """

    discrepancy: float
    ratio: float

    @property
    def is_real(self) -> bool:
        """Whether it is neither small nor chance."""
        return self.ratio >= SURE and self.discrepancy >= LARGE


def describe(vectors: NDArray[np.floating]) -> Population | None:
    """Return what is kept of vectors, shape (N, D); None of fewer than two different ones."""
    rows = _finite(vectors)
    some = rows[:PAIRS]
    if len(some) < 2:
        return None
    squares = (some**2).sum(axis=1)
    distances = squares[:, None] + squares[None, :] - 2.0 * some @ some.T
    apart = distances[np.triu_indices(len(some), 1)]
    width = float(np.sqrt(max(float(np.median(apart)), 0.0)))
    if width <= 0.0:
        return None
    return Population(len(rows), width, tuple(_features(rows, width).mean(axis=0).tolist()))


def compare(seen: Population, vectors: NDArray[np.floating]) -> Shift | None:
    """Return how far new vectors, shape (M, D), lie from what was seen; None of too few.

    References
    ----------
    Gretton et al. (2012), https://jmlr.org/papers/v13/gretton12a.html
    Rahimi & Recht (2007), Random features for large-scale kernel machines, NeurIPS 20.
    """
    rows = _finite(vectors)
    if len(rows) < LEAST or seen.count < LEAST:
        return None
    known = np.asarray(seen.mean)
    found = _features(rows, seen.width).mean(axis=0)
    # k(x, x) = 1, so a mean of n features has variance (1 - |μ|²) / n.
    spread = max(1.0 - float(known @ known), 1e-6)
    by_chance = spread * (1.0 / seen.count + 1.0 / len(rows))
    squared = float(((known - found) ** 2).sum())
    return Shift(max(0.0, squared - by_chance), squared / by_chance)


def _features(rows: NDArray[np.floating], width: float) -> NDArray[np.float64]:
    """Return cosines and sines whose products approximate the kernel, shape (N, 2 · WAVES)."""
    waves = np.random.default_rng(SEED).standard_normal((rows.shape[1], WAVES)) / width
    angles = rows.astype(np.float64) @ waves
    both: NDArray[np.float64] = np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(WAVES)
    return both


def _finite(vectors: NDArray[np.floating]) -> NDArray[np.floating]:
    rows = np.atleast_2d(np.asarray(vectors))
    kept: NDArray[np.floating] = rows[np.isfinite(rows).all(axis=1)]
    return kept
