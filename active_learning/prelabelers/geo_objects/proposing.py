"""Asks the detector of pictures about each tile, and puts what it finds where the tile lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.geo_objects import TILE, tile_views
from active_learning.prelabelers.image_objects import proposing as pictures
from active_learning.prelabelers.pictures import DISPLAY

__all__ = ["TileProposer", "open_prelabeler"]


class TileProposer:
    """See `base.Prelabeler`."""

    def __init__(self, detector: Prelabeler) -> None:
        self._detector = detector

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return boxes in pixels of the whole map."""
        views = [view for view in tile_views(medium.facts) if view in medium.views]
        if not views:
            raise PrelabelerFault("unreadable", "No tile of the map can be shown.")
        found: list[Proposal] = []
        for view in views:
            level, x, y = (int(value) for _, value in view.given)
            tile = Medium("image", views={DISPLAY: medium.views[view]})
            found += [
                replace(one, geometry=_placed(one.geometry, x * TILE, y * TILE, 1 << level))
                for one in self._detector.propose(tile, wanted)
                if one.geometry is not None
            ]
        return found


def _placed(box: Mapping[str, float], x: int, y: int, scale: int) -> dict[str, float]:
    return {
        "x": (box["x"] + x) * scale,
        "y": (box["y"] + y) * scale,
        "width": box["width"] * scale,
        "height": box["height"] * scale,
    }


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Read the network."""
    return TileProposer(pictures.open_prelabeler(models, options))
