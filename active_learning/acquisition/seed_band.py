"""The seed band: tasks whose best class is about as likely as not come first, then by margin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import (
    Floats,
    in_blocks,
)
from active_learning.acquisition.margin import margin

__all__ = ["Band", "in_band", "seed_band"]


@dataclass(frozen=True)
class Band:
    """Closed interval of the top class's probability that counts as ambiguous."""

    low: float = 0.4
    high: float = 0.6

    def __post_init__(self) -> None:
        if not 0.0 <= self.low <= self.high <= 1.0:
            raise ValueError(f"a band needs 0 <= low <= high <= 1, got {self.low}..{self.high}")


DEFAULT_BAND = Band()


def in_band(top: ArrayLike, band: Band = DEFAULT_BAND) -> NDArray[np.bool_]:
    """Return whether each top-class probability in ``top``, shape (N,), lies in ``band``."""
    values = np.asarray(top, dtype=np.float64)
    # Float32 probabilities of exactly 0.4 or 0.6 belong to the band.
    return (values >= band.low - 1e-6) & (values <= band.high + 1e-6)


def seed_band(probabilities: ArrayLike, band: Band = DEFAULT_BAND) -> Floats:
    """Return utilities in [0, 1], shape (N,): the band fills [0.5, 1], everything else [0, 0.5].

    Inside either half the order is by margin, so clear tasks come last.
    """
    return in_blocks(lambda p: 0.5 * margin(p) + 0.5 * in_band(p.max(axis=1), band), probabilities)
