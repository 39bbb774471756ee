"""Where the letters of recognised lines stand: words found in their text are marked there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from active_learning.prelabelers.base import Medium, Proposal, View

__all__ = ["Ruler", "left_of", "ruler_of", "words_in"]

OCR = View("ocr")
Ruler = tuple[Sequence[float], Sequence[float]]
"""Letters of a line, counted, and where each of them begins from the left."""


def words_in(medium: Medium) -> Sequence[Mapping[str, Any]]:
    """Return the words that the decoder read in a picture, none where it was not asked to."""
    path = medium.views.get(OCR)
    words: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["words"] if path else []
    return words


def ruler_of(line: Proposal, text: str, words: Sequence[Mapping[str, Any]]) -> Ruler:
    """Return the ruler of a line: by its words where they are known, else by its length alone."""
    place: Any = line.geometry
    left, at = float(place["x"]), 0
    knots = {0: left, len(text): left + float(place["width"])}
    inside = [word for word in words if _is_within(word["box"], place)]
    for word in sorted(inside, key=lambda one: float(one["box"][0])):
        start = text.find(word["text"], at)
        if start >= 0:
            at = start + len(word["text"])
            left, width = float(word["box"][0]), float(word["box"][2])
            knots |= {start: left, at: left + width}
    letters = sorted(knots)
    return letters, [knots[letter] for letter in letters]


def left_of(ruler: Ruler, letter: int) -> float:
    """Return where a letter begins, in pixels."""
    return float(np.interp(letter, *ruler))


def _is_within(box: Sequence[float], place: Mapping[str, float]) -> bool:
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    across = place["x"] <= middle[0] <= place["x"] + place["width"]
    return across and place["y"] <= middle[1] <= place["y"] + place["height"]
