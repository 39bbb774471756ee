"""Recognised words put together into lines, in the order in which a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from labeling.media.image.lines import gap_before

__all__ = ["Line", "lines_of"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `box` is [x, y, width, height], `score` the mean of its words'."""

    text: str
    box: tuple[float, float, float, float]
    score: float


def lines_of(words: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Return lines, from top to bottom and, side by side, from left to right.

    Words are those of a view `ocr`, see `labeling.media.image.reading.read_words`.
    """
    grouped: dict[Any, list[Mapping[str, Any]]] = {}
    for word in words:
        grouped.setdefault(word["line"], []).append(word)
    lines = [_line(group) for group in grouped.values()]
    return _in_reading_order(lines)


def _line(words: Sequence[Mapping[str, Any]]) -> Line:
    boxes = [word["box"] for word in words]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    text = ""
    for word in words:
        text += gap_before(word["text"], text) + word["text"]
    score = sum(float(word["score"]) for word in words) / len(words)
    return Line(text, (left, top, right - left, bottom - top), min(1.0, score))


def _in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """Rows are lines whose middles lie within each other's height."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: one.box[1] + one.box[3] / 2):
        middle = line.box[1] + line.box[3] / 2
        row = rows[-1] if rows else None
        if row and row[0].box[1] <= middle <= row[0].box[1] + row[0].box[3]:
            row.append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda one: one.box[0])]
