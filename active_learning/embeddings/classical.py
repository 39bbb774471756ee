"""Features for values that no network here reads: hashed words and a summary of the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from active_learning.embeddings.encoder import Vectors, unit_rows
from active_learning.embeddings.wording import hashed_words

__all__ = ["ClassicalEncoder", "ColourHistogram"]

WORD_BUCKETS = 256
SUMMARY = 8


class ClassicalEncoder:
    """Encoder of any JSON value (tables, series, dialogues, records); see `Encoder`."""

    id = "classical-264@1"
    dimensions = WORD_BUCKETS + SUMMARY

    def encode(self, values: Sequence[Any]) -> Vectors:
        """Return unit vectors of shape (len(values), 264)."""
        rows = np.zeros((len(values), self.dimensions), dtype=np.float32)
        for row, value in zip(rows, values, strict=True):
            leaves = list(_leaves(value, ""))
            words = " ".join(leaf for leaf in leaves if isinstance(leaf, str))
            row[hashed_words(words, WORD_BUCKETS)] = 1.0
            row[WORD_BUCKETS:] = _summary([leaf for leaf in leaves if isinstance(leaf, float)])
        rows[:, :WORD_BUCKETS] = unit_rows(rows[:, :WORD_BUCKETS])
        return unit_rows(rows)


def _leaves(value: Any, key: str) -> Iterator[str | float]:
    """Walk a JSON value; texts keep the key they stand under, numbers become floats."""
    match value:
        case bool() | None:
            yield f"{key}={value}"
        case int() | float():
            yield float(value) if abs(value) < 1e300 else 1e300
        case str():
            yield value
        case dict():
            for name, item in value.items():
                yield from _leaves(item, str(name))
        case list() | tuple():
            for item in value:
                yield from _leaves(item, key)


def _summary(numbers: list[float]) -> Vectors:
    """Count, mean, deviation, quartiles and ends of the numbers, on a signed log scale."""
    finite = np.array([n for n in numbers if np.isfinite(n)], dtype=np.float64)
    if len(finite) == 0:
        return np.zeros(SUMMARY, dtype=np.float32)
    scaled = np.sign(finite) * np.log1p(np.abs(finite))
    quarters = np.quantile(scaled, [0.0, 0.25, 0.5, 0.75, 1.0])
    parts = [np.log1p(len(finite)), scaled.mean(), scaled.std(), *quarters]
    return np.array(parts, dtype=np.float32) / 10.0


class ColourHistogram:
    """Fallback for images when no backbone is installed: 8 x 8 x 8 colours; see `Encoder`."""

    id = "colour-histogram-512@1"
    dimensions = 512

    def encode(self, values: Sequence[np.ndarray[Any, np.dtype[np.uint8]]]) -> Vectors:
        """Return unit vectors of pictures given as uint8 arrays (H, W, 3)."""
        rows = np.zeros((len(values), self.dimensions), dtype=np.float32)
        for row, pixels in zip(rows, values, strict=True):
            level = (pixels >> 5).astype(np.int64)
            bins = (level[..., 0] << 6) + (level[..., 1] << 3) + level[..., 2]
            row[:] = np.sqrt(np.bincount(bins.ravel(), minlength=self.dimensions))
        return unit_rows(rows)
