"""BIO tags: from spans to tags of words, and back by the best valid path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["OUTSIDE", "FoundSpan", "decode", "tags_of", "tags_of_spans"]

OUTSIDE = "O"


@dataclass(frozen=True)
class FoundSpan:
    """A predicted span in code points, half open, with its confidence in [0, 1]."""

    start: int
    end: int
    label_class: str
    score: float


def tags_of(classes: Sequence[str]) -> tuple[str, ...]:
    """Return the tag set of span classes: O, then B- and I- of each."""
    return (OUTSIDE, *(f"{part}-{name}" for name in classes for part in ("B", "I")))


def tags_of_spans(
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    spans: Iterable[tuple[int, int, str]],
) -> list[str]:
    """Return each word's tag; where spans overlap the earlier, then the longer one wins.

    A span marks every word that it touches, so one that starts inside a word is not lost.
    """
    tags = [OUTSIDE] * len(starts)
    for start, end, name in sorted(spans, key=lambda s: (s[0], -s[1])):
        touched = np.flatnonzero((starts < end) & (ends > start))
        if len(touched) and all(tags[word] == OUTSIDE for word in touched):
            for place, word in enumerate(touched):
                tags[word] = f"{'I' if place else 'B'}-{name}"
    return tags


def decode(
    tags: Sequence[str],
    probabilities: NDArray[np.floating],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> list[FoundSpan]:
    """Return the spans of the most probable valid tag sequence (Viterbi).

    Parameters
    ----------
    tags : K tag names
    probabilities : array of shape (T, K)
    starts, ends : arrays of shape (T,)
        Code points of the words.

    References
    ----------
    Viterbi (1967), https://doi.org/10.1109/TIT.1967.1054010
    """
    if len(probabilities) == 0:
        return []
    path = _best_path(np.log(np.clip(probabilities, 1e-12, 1.0)), _forbidden(tags), tags)
    chosen = probabilities[np.arange(len(path)), path]
    found: list[FoundSpan] = []
    position = 0
    while position < len(path):
        tag = tags[path[position]]
        if tag == OUTSIDE:
            position += 1
            continue
        last = position + 1
        while last < len(path) and tags[path[last]] == f"I-{tag[2:]}":
            last += 1
        # The geometric mean does not punish a span for being long.
        score = float(np.exp(np.log(np.clip(chosen[position:last], 1e-12, 1.0)).mean()))
        found.append(FoundSpan(int(starts[position]), int(ends[last - 1]), tag[2:], score))
        position = last
    return found


def _forbidden(tags: Sequence[str]) -> NDArray[np.float64]:
    """Return -inf where tag j may not follow tag i: I-x only follows B-x or I-x."""
    costs = np.zeros((len(tags), len(tags)))
    for after, tag in enumerate(tags):
        if tag.startswith("I-"):
            before = [i for i, t in enumerate(tags) if t not in (f"B-{tag[2:]}", tag)]
            costs[before, after] = -np.inf
    return costs


def _best_path(
    scores: NDArray[np.floating], transitions: NDArray[np.float64], tags: Sequence[str]
) -> NDArray[np.intp]:
    steps = len(scores)
    back = np.zeros(scores.shape, dtype=np.intp)
    inside = np.array([tag.startswith("I-") for tag in tags])
    best = np.where(inside, -np.inf, scores[0])
    for step in range(1, steps):
        reached = best[:, None] + transitions
        back[step] = reached.argmax(axis=0)
        best = reached.max(axis=0) + scores[step]
    path = np.empty(steps, dtype=np.intp)
    path[-1] = int(best.argmax())
    for step in range(steps - 1, 0, -1):
        path[step - 1] = back[step, path[step]]
    return path
