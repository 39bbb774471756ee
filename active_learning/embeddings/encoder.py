"""What an encoder is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Encoder", "EncoderUnavailable", "Vectors", "unit_rows"]

Vectors: TypeAlias = NDArray[np.float32]
Value_contra = TypeVar("Value_contra", contravariant=True)


class EncoderUnavailable(RuntimeError):
    """An encoder's weights are not installed; the message says which package brings them."""


class Encoder(Protocol[Value_contra]):
    """Turns values of one field type into rows of unit length.

    ``id`` changes whenever the numbers do (it carries a hash of the weights), so that vectors of
    different encoders are never mixed.
    """

    @property
    def id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, values: Sequence[Value_contra]) -> Vectors:
        """Return float32 rows of shape (len(values), dimensions)."""


def unit_rows(rows: Vectors) -> Vectors:
    """Scale rows to length one; a row of zeros (an empty text) stays zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Vectors = (rows / np.maximum(lengths, 1e-9)).astype(np.float32)
    return scaled
