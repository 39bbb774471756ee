"""What every way to segment offers: a window made ready once, and an answer to each prompt."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from active_learning.segmenting.cells import CellGraph, graph_of
from active_learning.segmenting.prompt import Prompt
from active_learning.segmenting.seen import Seen
from active_learning.segmenting.walker import Walker

__all__ = ["CELLS", "WALKER", "Method", "Ready", "WalkerMethod"]

CELLS = 1_600
SMOOTH_PX = 3.5
"""Of windows of 640 pixels; cells are about 14 wide."""

_ROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
WALKER = "walker"


class Ready(Protocol):
    """A window that was looked at."""

    def likely(self, prompt: Prompt) -> NDArray[np.float32]:
        """Return how likely each pixel (height, width) of the window belongs to the thing."""


class Method(Protocol):
    """A way to segment."""

    @property
    def side_px(self) -> int:
        """The longer side of what it looks at, in pixels."""

    def ready(self, seen: Seen) -> Ready:
        """Do whatever does not depend on the prompt."""


class WalkerMethod:
    """Random walks between patches of alike pixels: no weights, and nothing to install."""

    side_px = 640

    def ready(self, seen: Seen) -> Ready:
        """Cut the window into cells."""
        return _Cut(graph_of(seen.pixels, CELLS))


class _Cut:
    """Cells, and what the clicks so far made of them: the next one usually only adds to these."""

    def __init__(self, graph: CellGraph) -> None:
        self._graph = graph
        self._told = Prompt()
        self._walker = Walker(graph)

    def likely(self, prompt: Prompt) -> NDArray[np.float32]:
        told = len(self._told.clicks)
        if self._told.box == prompt.box and self._told.clicks == prompt.clicks[:told]:
            found = self._walker.run(Prompt(clicks=prompt.clicks[told:]))
        else:
            self._walker = Walker(self._graph)
            found = self._walker.run(prompt)
        self._told = prompt
        return _smoothed(found.astype(np.float32)[self._graph.labels])


def _smoothed(likely: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without the teeth that cells' borders have, and without what is thinner than a cell."""
    bits = (likely > 0.5).astype(np.uint8)
    opened = cv2.morphologyEx(bits, cv2.MORPH_OPEN, _ROUND)
    # A thing that is thin all over stays as it is.
    kept = opened if opened.any() else bits
    return np.asarray(cv2.GaussianBlur(kept.astype(np.float32), (0, 0), SMOOTH_PX), np.float32)
