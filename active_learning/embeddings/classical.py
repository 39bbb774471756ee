"""Features for values that no network here reads: hashed words and a summary of the numbers."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from active_learning.embeddings.encoder import Vectors, unit_rows
from active_learning.embeddings.wording import hashed_words

__all__ = ["ClassicalEncoder", "ColourHistogram"]

WORD_BUCKETS = 256
NUMBER_BUCKETS = 512
STEPS_A_FACTOR = 6.0
"""Steps while a number grows by a factor of e."""
SUMMARY = 8


class ClassicalEncoder:
    """Encoder of any JSON value (tables, records); see `Encoder`.

    Words are hashed, and so is each number: by the name it stands under and its place on a signed
    logarithmic scale, shared between the two nearest steps, so that a linear head can learn any
    piecewise linear function of a column.
    """

    id = "classical-776@2"
    dimensions = WORD_BUCKETS + NUMBER_BUCKETS + SUMMARY

    def encode(self, values: Sequence[Any]) -> Vectors:
        """Return vectors of shape (len(values), 776): words, numbers, a summary of all numbers."""
        rows = np.zeros((len(values), self.dimensions), dtype=np.float32)
        for row, value in zip(rows, values, strict=True):
            leaves = list(_leaves(value, ""))
            words = " ".join(leaf for _, leaf in leaves if isinstance(leaf, str))
            numbers = [(key, leaf) for key, leaf in leaves if isinstance(leaf, float)]
            row[hashed_words(words, WORD_BUCKETS)] = 1.0
            row[WORD_BUCKETS:-SUMMARY] = _steps(numbers)
            row[-SUMMARY:] = _summary([number for _, number in numbers])
        for part in (slice(WORD_BUCKETS), slice(WORD_BUCKETS, -SUMMARY)):
            rows[:, part] = unit_rows(rows[:, part])
        return rows


def _leaves(value: Any, key: str) -> Iterator[tuple[str, str | float]]:
    """Walk a JSON value: each text and number with the name it stands under."""
    match value:
        case bool() | None:
            yield key, f"{key}={value}"
        case int() | float():
            yield key, float(value) if abs(value) < 1e300 else 1e300
        case str():
            number = _number(value)
            yield key, value if number is None else number
        case {"columns": list(columns), "rows": list(rows)}:
            names = [str(c.get("name", "")) if isinstance(c, dict) else str(c) for c in columns]
            for row in rows:
                yield from _leaves(dict(zip(names, row, strict=False)), key)
        case dict():
            for name, item in value.items():
                yield from _leaves(item, str(name))
        case list() | tuple():
            for item in value:
                yield from _leaves(item, key)


def _number(text: str) -> float | None:
    """Return the number that a cell of a CSV file is."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _steps(numbers: list[tuple[str, float]]) -> Vectors:
    row = np.zeros(NUMBER_BUCKETS, dtype=np.float32)
    for key, number in numbers:
        if not np.isfinite(number):
            continue
        place = float(np.sign(number) * np.log1p(abs(number))) * STEPS_A_FACTOR
        low = int(np.floor(place))
        for step, share in ((low, low + 1 - place), (low + 1, place - low)):
            bucket = zlib.crc32(f"{key}:{step}".encode("utf-8", "surrogatepass")) % NUMBER_BUCKETS
            row[bucket] += share
    return row


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
