"""Fixed-point numbers whose sums wrap: how real updates become integers that masks can hide."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEAST_LEVELS", "Ring", "Words"]

Words = NDArray[np.unsignedinteger]

LEAST_LEVELS = 16
"""Fewer steps than this and rounding noise outweighs what error feedback can return."""
_TYPES: dict[int, type[np.unsignedinteger]] = {8: np.uint8, 16: np.uint16, 32: np.uint32}


@dataclass(frozen=True)
class Ring:
    """Integers modulo ``2**width``, cut so finely that the sum of ``parties`` never wraps.

    Attributes
    ----------
    width : int
        Bits of a word on the wire: 8, 16 or 32.
    clip : float
        Values are cut to [-clip, clip].
    parties : int
        The most vectors that are summed.
    """

    width: int
    clip: float
    parties: int

    def __post_init__(self) -> None:
        if self.width not in _TYPES:
            raise ValueError(f"a word has {', '.join(map(str, _TYPES))} bits, not {self.width}")
        if not (np.isfinite(self.clip) and self.clip > 0.0):
            raise ValueError(f"clip must be positive, got {self.clip}")
        if self.levels < LEAST_LEVELS:
            raise ValueError(
                f"{self.width} bits leave {self.levels} steps for each of {self.parties} sites; "
                f"{LEAST_LEVELS} are needed: take wider words"
            )

    @classmethod
    def narrowest(cls, *, clip: float, parties: int) -> Ring:
        """Return the ring of the fewest bits that is still fine enough."""
        width = next(w for w in _TYPES if (2**w - 1) // parties >= LEAST_LEVELS)
        return cls(width, clip, parties)

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The word as numpy knows it, little endian on every machine."""
        return np.dtype(_TYPES[self.width]).newbyteorder("<")

    @property
    def levels(self) -> int:
        """Steps between -clip and clip."""
        return int((2**self.width - 1) // self.parties)

    @property
    def step(self) -> float:
        """The distance of two neighbouring values."""
        return 2.0 * self.clip / self.levels

    def encode(self, values: NDArray[np.floating], rng: np.random.Generator) -> Words:
        """Return words of shape (D,): stochastically rounded, so unbiased inside the clip."""
        if not np.isfinite(values).all():
            raise ValueError("the update holds NaN or infinite values")
        clipped = np.clip(values.astype(np.float64), -self.clip, self.clip)
        raised = np.floor((clipped + self.clip) / self.step + rng.random(values.shape))
        return np.minimum(raised, self.levels).astype(self.dtype)

    def decode(self, words: Words, count: int) -> NDArray[np.float64]:
        """Return the sum of ``count`` encoded vectors, shape (D,)."""
        return words.astype(np.float64) * self.step - count * self.clip
