"""From clicks and a box to how likely each cell belongs to the thing: random walks between cells.

Each click changes only what it is about: a click on the thing adds a patch to it, one off the thing
takes a patch away, and what was right before stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import spsolve

from active_learning.segmenting.cells import CellGraph
from active_learning.segmenting.growing import CORRECTION, THING, Size, distances, grown
from active_learning.segmenting.prompt import Click, Frame, Prompt

__all__ = ["Walker"]

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]

PULL = 0.1
"""How strongly a cell holds to what it is likely by itself, in shares of its links' mean sum."""
LEAST_LINK = 1e-4
COLOUR_SPREAD = 10.0
"""Colours so far apart (CIELAB, 0 to 255) still support each other."""
COLOUR_SAYS = 0.5
MOST_SAID = 4.0
SHAPE_SAYS = 2.0
"""A thing fills the ellipse in its box: so much in its middle, nothing at 1.07 of its radius."""
FAR_OFF = 20.0
BOX_ROUNDS = 3
RING = 0.25
"""The background is learned from so much of the box's size around it."""
ROOM = 0.35
FREE = -1.0


@dataclass(slots=True)
class Walker:
    """What a sequence of clicks has made of one picture's cells, all in pixels of that picture."""

    graph: CellGraph
    likely: Floats | None = None
    on: list[int] = field(default_factory=list)
    off: list[int] = field(default_factory=list)
    _laplacian: csr_array | None = None
    _pull: float = 0.0

    def __post_init__(self) -> None:
        one, other = self.graph.ends
        links = self.graph.lengths * (np.exp(-self.graph.contrasts / self.graph.usual) + LEAST_LINK)
        shape = (self.graph.count, self.graph.count)
        both = (np.r_[one, other], np.r_[other, one])
        weights = csr_array((np.tile(links, 2), both), shape=shape)
        sums = np.asarray(weights.sum(axis=1)).ravel()
        self._laplacian = csr_array(diags_array(sums) - weights)
        self._pull = PULL * float(sums.mean()) if self.graph.count else 0.0

    def run(self, prompt: Prompt) -> Floats:
        """Return how likely each cell (cells,) belongs to the thing, after all that was said."""
        if prompt.box is not None:
            self._start(prompt.box)
        for click in prompt.clicks:
            self._take(click)
        return np.zeros(self.graph.count) if self.likely is None else self.likely

    def _take(self, click: Click) -> None:
        cell = self.graph.at(click.x, click.y)
        mine, others = (self.on, self.off) if click.is_on else (self.off, self.on)
        if cell in others:
            others.remove(cell)
        mine.append(cell)
        if self.likely is None:
            everywhere = np.ones(self.graph.count, np.bool_)
            far = distances(self.graph, [cell])
            is_in = grown(self.graph, far, everywhere, THING, is_part=False)
            believed = is_in.astype(np.float64) if click.is_on else np.zeros(self.graph.count)
        else:
            believed = self._corrected(cell, others, click.is_on)
        known = np.full(self.graph.count, FREE)
        known[self.off] = 0.0
        known[self.on] = 1.0
        self.likely = self._walked((believed > 0.5).astype(np.float64), known)

    def _corrected(self, cell: int, others: list[int], is_on: bool) -> Floats:
        assert self.likely is not None
        wrong = (self.likely < 0.5) == is_on
        if not wrong[cell]:
            return self.likely
        if others:
            wrong &= distances(self.graph, [cell]) <= distances(self.graph, others)
            wrong[cell] = True
        far = distances(self.graph, [cell], wrong)
        size = Size(self._room(cell, wrong), CORRECTION.spread)
        patch = grown(self.graph, far, wrong, size, is_part=True)
        return np.where(patch, float(is_on), self.likely)

    def _room(self, cell: int, wrong: Cells) -> float:
        """A likely share of the window for what a click changes.

        People click in the middle of what is wrong: the further its edge, the more they mean.
        """
        off = self.graph.centres[~wrong] - self.graph.centres[cell]
        height, width = self.graph.labels.shape
        reach = (
            float(np.sqrt((off**2).sum(axis=1).min())) if len(off) else float(min(height, width))
        )
        share: float = ROOM * np.pi * reach**2 / (height * width)
        return min(max(CORRECTION.share, share), THING.share)

    def _start(self, box: Frame) -> None:
        """What a box says: nothing outside it, inside what is unlike its surroundings."""
        graph = self.graph
        inside, ring = self._in_and_around(box)
        x, y, width, height = box
        off = (graph.centres - (x + width / 2, y + height / 2)) / (width / 2, height / 2)
        shape = SHAPE_SAYS * (1.15 - np.minimum((off**2).sum(axis=1), FAR_OFF))
        known = np.where(inside, FREE, 0.0)
        likely = inside / (1 + np.exp(-shape))
        some = np.flatnonzero(inside | ring)
        support = _likeness(graph.colours[some])
        for _ in range(BOX_ROUNDS):
            thing = (graph.sizes * likely * inside)[some]
            ground = (graph.sizes * (ring + 0.5 * (1 - likely) * inside))[some]
            says = np.zeros(graph.count)
            says[some] = np.log(
                (support @ thing / max(thing.sum(), 1e-9) + 1e-6)
                / (support @ ground / max(ground.sum(), 1e-9) + 1e-6)
            )
            z = np.clip(COLOUR_SAYS * says, -MOST_SAID, MOST_SAID) + shape
            likely = self._walked(inside / (1 + np.exp(-z)), known)
        # Somebody who draws a box means something in it.
        self.likely = likely if (likely > 0.5).any() else inside.astype(np.float64)

    def _in_and_around(self, box: Frame) -> tuple[Cells, Cells]:
        x, y, width, height = box
        inside = self._covered(x, y, x + width, y + height)
        if not inside.any():
            inside[self.graph.at(x + width / 2, y + height / 2)] = True
        aside, above = RING * width + 4, RING * height + 4
        around = self._covered(x - aside, y - above, x + width + aside, y + height + above)
        return inside, around & ~inside

    def _covered(self, left: float, top: float, right: float, bottom: float) -> Cells:
        pixels = np.zeros(self.graph.labels.shape, np.bool_)
        rows = slice(max(0, int(top)), max(0, int(np.ceil(bottom))))
        pixels[rows, max(0, int(left)) : max(0, int(np.ceil(right)))] = True
        return self.graph.share(pixels) >= 0.5

    def _walked(self, believed: Floats, known: Floats) -> Floats:
        """Return the chance that a walk from each free cell ends on the thing.

        References
        ----------
        Grady (2006), "Random walks for image segmentation", doi:10.1109/TPAMI.2006.233; with
        priors: Grady (2005), "Multilabel random walker image segmentation using prior models",
        doi:10.1109/CVPR.2005.239.
        """
        free, fixed = np.flatnonzero(known == FREE), np.flatnonzero(known != FREE)
        found = known.copy()
        if not len(free):
            return found
        assert self._laplacian is not None
        rows = self._laplacian[free]
        system = rows[:, free] + diags_array(np.full(len(free), self._pull))
        right = self._pull * believed[free] - rows[:, fixed] @ known[fixed]
        found[free] = spsolve(system.tocsc(), right, permc_spec="MMD_AT_PLUS_A")
        return np.clip(found, 0.0, 1.0)


def _likeness(colours: Floats) -> Floats:
    """How much each colour supports each other, (n, n)."""
    squares = (colours**2).sum(axis=1)
    apart = squares[:, None] + squares - 2 * colours @ colours.T
    found: Floats = np.exp(-np.maximum(apart, 0) / (2 * COLOUR_SPREAD**2))
    return found
