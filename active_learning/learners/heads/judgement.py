"""From a head's probabilities to an answer that says how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import multilabel_margin, multilabel_top
from active_learning.acquisition.seed_band import DEFAULT_BAND, Band, in_band
from active_learning.learners.heads.bio import OUTSIDE, decode
from active_learning.learners.heads.features import Features
from active_learning.learners.heads.linear import LinearHead
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.words import WordText

__all__ = [
    "FoundRegion",
    "Judge",
    "Judgement",
    "judge_choices",
    "judge_multichoices",
    "judge_spans",
]

WORST_WORDS = 3
"""Least decided words of a text whose mean stands for the text, so that length does not count."""


@dataclass(frozen=True)
class FoundRegion:
    """A predicted region: its geometry as in the contract, and a confidence in [0, 1]."""

    label_class: str
    geometry: dict[str, Any]
    score: float


@dataclass(frozen=True)
class Judgement:
    """What a model says of one task.

    Attributes
    ----------
    value : class id, list of class ids, or None where regions are the answer
    top : probability of the answer (of its least decided part), the histogram's axis
    uncertainty : 1 - margin, in [0, 1]
    doubtful : the region to ask about, where regions are the answer: one of `regions`, or a place
        where one may be missing
    """

    value: str | list[str] | None
    top: float
    uncertainty: float
    is_ambiguous: bool
    probabilities: dict[str, float] = field(default_factory=dict)
    regions: list[FoundRegion] = field(default_factory=list)
    doubtful: FoundRegion | None = None


class Judge(Protocol):
    """Predicts what a kind of label says of each input."""

    def __call__(self, heads: Heads, inputs: Any, /) -> list[Judgement]: ...


def judge_choices(heads: Heads, inputs: Features, band: Band = DEFAULT_BAND) -> list[Judgement]:
    """Return each row's class."""
    classes, probabilities = heads.main.classes, heads.main.predict_proba(inputs)
    best = probabilities.argmax(axis=1)
    top = probabilities.max(axis=1)
    unsure = margin(probabilities)
    inside = in_band(top, band)
    return [
        Judgement(
            classes[int(best[i])],
            float(top[i]),
            float(unsure[i]),
            bool(inside[i]),
            _named(classes, probabilities[i]),
        )
        for i in range(len(probabilities))
    ]


def judge_multichoices(
    heads: Heads, inputs: Features, band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return each row's set of classes."""
    classes, probabilities = heads.main.classes, heads.main.predict_proba(inputs)
    top = multilabel_top(probabilities)
    unsure = multilabel_margin(probabilities)
    # Either side of one half: a label at 0.45 is as ambiguous as one at 0.55.
    inside = in_band(top, band)
    return [
        Judgement(
            [classes[int(k)] for k in np.flatnonzero(probabilities[i] > 0.5)],
            float(top[i]),
            float(unsure[i]),
            bool(inside[i]),
            _named(classes, probabilities[i]),
        )
        for i in range(len(probabilities))
    ]


def judge_spans(
    heads: Heads, inputs: Sequence[WordText], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return each text's spans with the certainty of its least decided words."""
    return [_judge_span(heads.main, text, band) for text in inputs]


def _judge_span(head: LinearHead, text: WordText, band: Band) -> Judgement:
    if len(text) == 0:
        return Judgement(None, 1.0, 0.0, is_ambiguous=False)
    rows = head.predict_proba(text.features)
    doubts = margin(rows)
    top = float(np.sort(rows.max(axis=1))[:WORST_WORDS].mean())
    unsure = float(np.sort(doubts)[::-1][:WORST_WORDS].mean())
    regions = [
        FoundRegion(span.label_class, {"start": span.start, "end": span.end}, span.score)
        for span in decode(head.classes, rows, text.starts, text.ends)
    ]
    is_ambiguous = bool(in_band([top], band)[0])
    doubtful = _doubtful_span(head, rows, int(doubts.argmax()), text, regions)
    return Judgement(None, top, unsure, is_ambiguous, regions=regions, doubtful=doubtful)


def _doubtful_span(
    head: LinearHead,
    rows: NDArray[np.floating],
    word: int,
    text: WordText,
    regions: Sequence[FoundRegion],
) -> FoundRegion:
    """Return the span that holds the least decided word, or that word as a span by itself."""
    start, end = int(text.starts[word]), int(text.ends[word])
    for region in regions:
        if region.geometry["start"] <= start < region.geometry["end"]:
            return region
    marked = np.where([tag == OUTSIDE for tag in head.classes], -1.0, rows[word])
    best = int(marked.argmax())
    name = head.classes[best].partition("-")[2]
    return FoundRegion(name, {"start": start, "end": end}, float(rows[word, best]))


def _named(classes: Sequence[str], row: NDArray[np.floating]) -> dict[str, float]:
    return {name: round(float(p), 6) for name, p in zip(classes, row, strict=True)}
