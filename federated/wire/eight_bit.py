"""Eight bits a weight: one scale for each block of weights, rounded stochastically."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BLOCK", "EightBit", "Packed"]

BLOCK = 256
"""Weights that share a scale: four bytes of scale on 256 of content."""
_TOP = 127


@dataclass(frozen=True)
class Packed:
    """``steps`` int8 of shape (D,); ``scales`` float32 of shape (ceil(D / BLOCK),)."""

    steps: bytes
    scales: bytes

    def __len__(self) -> int:
        return len(self.steps) + len(self.scales)


@dataclass(frozen=True)
class EightBit:
    """Quantises a flat update; unbiased, error at most one step of its block.

    References
    ----------
    Alistarh et al. (2017), QSGD, arXiv:1610.02132.
    """

    rng: np.random.Generator

    def encode(self, values: NDArray[np.floating]) -> Packed:
        """Return the packed update; NaN and infinity are refused."""
        if not np.isfinite(values).all():
            raise ValueError("the update holds NaN or infinite values")
        scales = _scales(values)
        # A block of zeros has no scale; its steps are zero whatever it is divided by.
        steps = values / np.repeat(np.where(scales > 0, scales, 1.0), BLOCK)[: len(values)]
        rounded = np.floor(steps + self.rng.random(len(values)))
        return Packed(
            np.clip(rounded, -_TOP, _TOP).astype(np.int8).tobytes(),
            scales.astype("<f4").tobytes(),
        )

    @staticmethod
    def decode(packed: Packed) -> NDArray[np.float64]:
        """Return the update, shape (D,)."""
        steps = np.frombuffer(packed.steps, np.int8).astype(np.float64)
        scales = np.frombuffer(packed.scales, "<f4").astype(np.float64)
        if len(scales) != -(-len(steps) // BLOCK) or not np.isfinite(scales).all():
            raise ValueError("the scales do not fit the update")
        back: NDArray[np.float64] = steps * np.repeat(scales, BLOCK)[: len(steps)]
        return back


def _scales(values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the step of each block, as float32 will carry it."""
    padded = np.zeros(-(-len(values) // BLOCK) * BLOCK)
    padded[: len(values)] = np.abs(values)
    widest = padded.reshape(-1, BLOCK).max(axis=1) / _TOP
    as_sent: NDArray[np.float64] = widest.astype(np.float32).astype(np.float64)
    return as_sent
