"""Everyday things in maps and aerial pictures, looked for tile by tile."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, View
from active_learning.prelabelers.image_objects import CARD as PICTURES

__all__ = ["CARD", "TILE", "level_of", "tile_views"]

TILE = 512
MOST_TILES = 64


def level_of(facts: Mapping[str, Any]) -> int:
    """Return the finest level that has no more tiles than are worth the time."""
    width, height = int(facts.get("width") or 1), int(facts.get("height") or 1)
    level = 0
    while math.ceil(width / (TILE << level)) * math.ceil(height / (TILE << level)) > MOST_TILES:
        level += 1
    return level


def tile_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for every tile of one level."""
    level = level_of(facts)
    side = TILE << level
    columns = math.ceil(int(facts.get("width") or 1) / side)
    rows = math.ceil(int(facts.get("height") or 1) / side)
    return tuple(
        View("tile", (("level", str(level)), ("x", str(x)), ("y", str(y))))
        for y in range(rows)
        for x in range(columns)
    )


CARD = Card(
    id="geo_objects",
    reads=frozenset({"geo"}),
    fills=frozenset({"box"}),
    module="active_learning.prelabelers.geo_objects.proposing",
    licence=PICTURES.licence,
    states_licence=PICTURES.states_licence,
    classes=PICTURES.classes,
    also=PICTURES.also,
    least=PICTURES.least,
    needs=PICTURES.needs,
    views=tile_views,
    seconds=120.0,
)
