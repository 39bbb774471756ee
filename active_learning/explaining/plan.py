"""In which order parts are hidden: coarse ones first, then what is inside the weightiest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["OcclusionPlan", "Weighed"]

Part = TypeVar("Part")


@dataclass(frozen=True)
class Weighed(Generic[Part]):
    """A part, and by how much the answer's probability falls without it; below 0: it rises."""

    part: Part
    weight: float


class OcclusionPlan(Generic[Part]):
    """Hands out parts to hide until all that matter are weighed; it may be left at any time.

    Occlusion asks the model itself, so that whatever encoder and head there are, what is told is
    what they do. Weighing coarse parts first and going into the weightiest alone costs a third of
    hiding every fine part, and finds the same where what matters lies together.

    Parameters
    ----------
    coarse : parts that together make up the value
    finer : the parts of a part; one that has no finer ones gives none or itself
    refined : so many of the weightiest coarse parts are looked into

    References
    ----------
    Zeiler & Fergus (2014), Visualizing and understanding convolutional networks, ECCV,
    DOI 10.1007/978-3-319-10590-1_53 (patches of grey over a picture).
    Li, Monroe & Jurafsky (2016), Understanding neural networks through representation erasure,
    arXiv:1612.08220 (words left out of a text).
    """

    def __init__(
        self, coarse: Sequence[Part], finer: Callable[[Part], Sequence[Part]], *, refined: int = 4
    ) -> None:
        self._finer = finer
        self._refined = refined
        self._left: list[Part] = list(coarse)
        self._asked: list[Part] = []
        self._coarse: list[Weighed[Part]] = []
        self._fine: dict[int, list[Weighed[Part]]] = {}
        self._inside: list[tuple[int, Part]] = []
        self._is_refining = False
        self.is_complete = not self._left

    def take(self, most: int) -> list[Part]:
        """Return the next parts to hide, each alone; none when all are weighed."""
        self._asked, self._left = self._left[:most], self._left[most:]
        return self._asked

    def tell(self, weights: Sequence[float]) -> None:
        """Note what hiding each part that was taken last changed."""
        weighed = [Weighed(p, float(w)) for p, w in zip(self._asked, weights, strict=True)]
        if self._is_refining:
            for one in weighed:
                place, _ = self._inside.pop(0)
                self._fine.setdefault(place, []).append(one)
        else:
            self._coarse += weighed
        if not self._left and not self._is_refining:
            self._go_inside()
        self.is_complete = not self._left

    def weights(self) -> list[Weighed[Part]]:
        """Return what is known: fine parts where all of a coarse one's were weighed."""
        waiting = {place for place, _ in self._inside}
        found = []
        for place, coarse in enumerate(self._coarse):
            inside = self._fine.get(place)
            found += inside if inside and place not in waiting else [coarse]
        return found

    def _go_inside(self) -> None:
        self._is_refining = True
        order = sorted(range(len(self._coarse)), key=lambda i: -abs(self._coarse[i].weight))
        for place in order[: self._refined]:
            coarse = self._coarse[place].part
            inside = [part for part in self._finer(coarse) if part != coarse]
            self._inside += [(place, part) for part in inside]
        self._left = [part for _, part in self._inside]
