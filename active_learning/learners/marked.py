"""A region as somebody marked it, and which of two sets of them are the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from labeling.regions import KINDS
from labeling.regions.kind import Geometry

__all__ = ["Marked", "matched"]


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """One region of a kind; equal where class and place are."""

    kind: str
    label_class: str
    geometry: Geometry

    @property
    def key(self) -> tuple[str, Hashable]:
        """Class and place."""
        return self.label_class, KINDS[self.kind].key(self.geometry)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def overlap(self, other: Marked) -> float:
        """Return the overlap of the two places, whatever their classes."""
        return KINDS[self.kind].iou(self.geometry, other.geometry)


def matched(
    given: Sequence[Marked], wanted: Sequence[Marked], least: float
) -> list[tuple[int, int]]:
    """Pair regions of one class that overlap by `least`, the closest first, each once."""
    overlaps = [
        (mine.overlap(theirs), i, j)
        for i, mine in enumerate(given)
        for j, theirs in enumerate(wanted)
        if mine.label_class == theirs.label_class
    ]
    pairs: list[tuple[int, int]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for overlap, i, j in sorted(overlaps, key=lambda item: -item[0]):
        if overlap >= least and i not in used[0] and j not in used[1]:
            pairs.append((i, j))
            used[0].add(i)
            used[1].add(j)
    return pairs
