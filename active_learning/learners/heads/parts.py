"""A value cut into parts, each of which may be, or be of, a marked region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load, save

from active_learning.embeddings.encoder import Vectors

__all__ = ["BACKGROUND", "KeepsParts", "Parts"]

BACKGROUND = ""
"""The head's name for what nobody marks: no class id is empty."""


@dataclass(frozen=True)
class Parts:
    """The parts of one value.

    Attributes
    ----------
    features : float32 array of shape (P, D)
    places : float64 array of shape (P, G)
        Where each part lies, in numbers of the kind that reads them.
    extent : float64 array of shape (E,)
        The whole: a duration, or width and height.
    """

    features: Vectors
    places: NDArray[np.float64]
    extent: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.features)


class KeepsParts:
    """The half of a `KeptReader` by which parts are stored."""

    def pack(self, item: Parts) -> bytes:
        """Return the parts as a safetensors file, features in half precision."""
        tensors = {
            "features": item.features.astype(np.float16),
            "places": item.places.astype(np.float64),
            "extent": item.extent.astype(np.float64),
        }
        return save({name: np.ascontiguousarray(array) for name, array in tensors.items()})

    def unpack(self, content: bytes) -> Parts:
        """Read what `pack` wrote."""
        tensors = load(content)
        return Parts(tensors["features"].astype(np.float32), tensors["places"], tensors["extent"])
