"""Masks: streams of words that only those who share a seed can make again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from numpy.typing import NDArray

from federated.privacy.secure_sum.ring import Words

__all__ = ["TOTALS", "Shape", "Vector", "mask_from", "zeros"]

TOTALS = np.dtype("<u8")
"""Counts and sums of metrics: 64 bits, so that they never wrap."""


@dataclass(frozen=True)
class Shape:
    """How many words of which type a vector has."""

    values: int
    dtype: np.dtype[np.unsignedinteger]
    totals: int


@dataclass(frozen=True)
class Vector:
    """The two parts that are masked alike. Sums wrap, as numpy's unsigned integers do."""

    values: Words
    totals: NDArray[np.uint64]

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.values + other.values, self.totals + other.totals)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.values - other.values, self.totals - other.totals)


def zeros(shape: Shape) -> Vector:
    """Return where a sum begins."""
    return Vector(np.zeros(shape.values, shape.dtype), np.zeros(shape.totals, TOTALS))


def mask_from(seed: bytes, shape: Shape) -> Vector:
    """Return the mask of a 32-byte seed: ChaCha20's stream, cut into words.

    A seed makes one mask only, so the nonce may stand still.
    """
    stream = Cipher(algorithms.ChaCha20(seed, b"\0" * 16), mode=None).encryptor()
    values = stream.update(b"\0" * (shape.values * shape.dtype.itemsize))
    totals = stream.update(b"\0" * (shape.totals * TOTALS.itemsize))
    return Vector(np.frombuffer(values, shape.dtype), np.frombuffer(totals, TOTALS))
