"""Turns linked annotations into the decisions that the linker learns from. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from active_learning.linking.fitting import UNLINKED, Choice, Lessons
from active_learning.linking.marks import Marks

__all__ = ["Linked", "make_lessons"]


@dataclass(frozen=True)
class Linked:
    """One annotation: which of the marks are its words and places, and what is one thing.

    `words` and `pictures` index `Marks` of all annotations; `pairs` are (word, place) of one
    object.
    """

    words: tuple[int, ...]
    pictures: tuple[int, ...]
    pairs: frozenset[tuple[int, int]]


def make_lessons(words: Marks, pictures: Marks, annotations: Sequence[Linked]) -> Lessons:
    """Return a decision for each linked mark, among the marks of its own annotation.

    A decision with a single candidate teaches nothing and is left out.
    """
    from_words: list[Choice] = []
    from_pictures: list[Choice] = []
    for one in annotations:
        turned = frozenset((place, word) for word, place in one.pairs)
        from_words += _choices(one.words, one.pictures, one.pairs)
        from_pictures += _choices(one.pictures, one.words, turned)
    links = sum(len(one.pairs) for one in annotations)
    return Lessons(words, pictures, from_words, from_pictures, links)


def _choices(
    anchors: Sequence[int], candidates: Sequence[int], pairs: frozenset[tuple[int, int]]
) -> list[Choice]:
    settled = {end for _, end in pairs}
    found = []
    for anchor in anchors:
        is_linked = tuple((anchor, candidate) in pairs for candidate in candidates)
        if not any(is_linked) or all(is_linked):
            continue
        weights = tuple(1.0 if end in settled else UNLINKED for end in candidates)
        found.append(Choice(anchor, tuple(candidates), is_linked, weights))
    return found
