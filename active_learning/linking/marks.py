"""What is linked: marked words, and marked places of pictures, as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.pictures import Pixels

__all__ = ["FRAME_FEATURES", "Frame", "Marks", "PictureMark", "WordMark", "frame_features"]

Frame = tuple[float, float, float, float]
"""x, y, width, height, each as a share of the picture's width or height."""

FRAME_FEATURES = 6


@dataclass(frozen=True)
class WordMark:
    """Words somewhere: a span, or what was said in a range. `named` is its label and class."""

    text: str
    named: str = ""


@dataclass(frozen=True)
class PictureMark:
    """A place in a picture: its pixels, squeezed to what the encoder reads."""

    pixels: Pixels = field(repr=False)
    frame: Frame
    named: str = ""


@dataclass(frozen=True)
class Marks:
    """Marks of one family as the scorer reads them.

    Attributes
    ----------
    vectors : float32 array of shape (N, D)
        Of the family's encoder.
    frames : float32 array of shape (N, FRAME_FEATURES)
        Place and size; zeros for words.
    named : N label-and-class names
    """

    vectors: Vectors
    frames: Vectors
    named: tuple[str, ...]

    @classmethod
    def of(cls, vectors: Vectors, named: Sequence[str], frames: Sequence[Frame] = ()) -> Marks:
        """Return marks of ready vectors."""
        places = [frame_features(frame) for frame in frames]
        blank = np.zeros((len(vectors), FRAME_FEATURES), dtype=np.float32)
        return cls(vectors, np.array(places, dtype=np.float32) if places else blank, tuple(named))

    def __len__(self) -> int:
        return len(self.vectors)


def frame_features(frame: Frame) -> list[float]:
    """Return centre, logarithms of width, height and area, and of the sides' ratio."""
    x, y, width, height = frame
    wide, high = np.log(max(width, 1e-4)), np.log(max(height, 1e-4))
    return [x + width / 2, y + height / 2, float(wide), float(high), float(wide + high),
            float(wide - high)]  # fmt: skip
