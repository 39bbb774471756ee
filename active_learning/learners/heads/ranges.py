"""From classes of windows to ranges of time: the best path, its runs, each with its certainty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.margin import margin
from active_learning.acquisition.seed_band import DEFAULT_BAND, Band, in_band
from active_learning.learners.heads.features import Features
from active_learning.learners.heads.judgement import FoundRegion, Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts

__all__ = ["judge_ranges"]

CHANGE_COST = 3.0
"""Logits that a change of class must gain: windows flicker, events do not."""
WORST_WINDOWS = 5
DIGITS = 3
MOST_ASKED, ASKED_SHARE = 200, 0.1
"""The longest stretch that a person is asked about: windows (ten seconds of a sound), and which
share of the whole."""


def judge_ranges(
    heads: Heads, inputs: Sequence[Parts], band: Band = DEFAULT_BAND
) -> list[Judgement]:
    """Return the ranges in each recording, and how sure its least decided windows are."""
    return [_judge(heads, parts, band) for parts in inputs]


def _judge(heads: Heads, parts: Parts, band: Band) -> Judgement:
    if len(parts) == 0:
        return Judgement(None, 1.0, 0.0, is_ambiguous=False)
    rows = heads.main.predict_proba(Features(parts.features))
    doubts = margin(rows)
    top = float(np.sort(rows.max(axis=1))[:WORST_WINDOWS].mean())
    unsure = float(np.sort(doubts)[::-1][:WORST_WINDOWS].mean())
    path = smoothed(np.log(np.clip(rows, 1e-9, 1.0)), CHANGE_COST)
    regions = _runs(heads.main.classes, path, rows, parts)
    is_ambiguous = bool(in_band([top], band)[0])
    doubtful = _doubtful(heads.main.classes, rows, doubts, parts, regions)
    return Judgement(None, top, unsure, is_ambiguous, regions=regions, doubtful=doubtful)


def _doubtful(
    classes: tuple[str, ...],
    rows: NDArray[np.floating],
    doubts: NDArray[np.floating],
    parts: Parts,
    regions: Sequence[FoundRegion],
) -> FoundRegion:
    """Return the range that holds the least decided window, or the doubtful stretch around it."""
    worst = int(doubts.argmax())
    middle = float(parts.places[worst].mean())
    for region in regions:
        if region.geometry["start"] <= middle < region.geometry["end"]:
            return region
    first, last = _stretch(doubts, worst)
    means = rows[first : last + 1].mean(axis=0)
    means[classes.index(BACKGROUND)] = -1.0
    best = int(means.argmax())
    start, end = float(parts.places[first, 0]), float(parts.places[last, 1])
    geometry = {"start": round(start, DIGITS), "end": round(end, DIGITS)}
    return FoundRegion(classes[best], geometry, float(means[best]))


def _stretch(doubts: NDArray[np.floating], worst: int) -> tuple[int, int]:
    """Return the first and last window around the worst that are at least half as doubtful."""
    first = last = worst
    is_doubtful = doubts >= doubts[worst] / 2
    for _ in range(min(MOST_ASKED, int(ASKED_SHARE * len(doubts)))):
        if first > 0 and is_doubtful[first - 1]:
            first -= 1
        elif last + 1 < len(doubts) and is_doubtful[last + 1]:
            last += 1
    return first, last


def smoothed(scores: NDArray[np.floating], cost: float) -> NDArray[np.intp]:
    """Return the classes of the path of highest score, where each change costs (Viterbi).

    Parameters
    ----------
    scores : array of shape (T, K)
        Log probabilities.
    """
    back = np.zeros(scores.shape, dtype=np.intp)
    best = scores[0]
    stay = np.arange(scores.shape[1])
    for step in range(1, len(scores)):
        leader = int(best.argmax())
        moved = best[leader] - cost > best
        back[step] = np.where(moved, leader, stay)
        best = np.maximum(best, best[leader] - cost) + scores[step]
    path = np.empty(len(scores), dtype=np.intp)
    path[-1] = int(best.argmax())
    for step in range(len(scores) - 1, 0, -1):
        path[step - 1] = back[step, path[step]]
    return path


def _runs(
    classes: tuple[str, ...], path: NDArray[np.intp], rows: NDArray[np.floating], parts: Parts
) -> list[FoundRegion]:
    edges = np.flatnonzero(np.diff(path)) + 1
    found = []
    for windows in np.split(np.arange(len(path)), edges):
        name = classes[path[windows[0]]]
        start, end = float(parts.places[windows[0], 0]), float(parts.places[windows[-1], 1])
        if name != BACKGROUND and end > start:
            score = float(rows[windows, path[windows[0]]].mean())
            geometry = {"start": round(start, DIGITS), "end": round(end, DIGITS)}
            found.append(FoundRegion(name, geometry, score))
    return found
