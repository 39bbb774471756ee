"""Pictures that a flow makes, and the way back from them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PIL import Image

from active_learning.prelabelers.base import Medium, Proposal
from active_learning.prelabelers.pictures import DISPLAY

__all__ = ["picture_medium", "scaled_home"]

BOX = ("x", "y", "width", "height")


def picture_medium(picture: Image.Image, path: Path) -> Medium:
    """Write a picture where models read it."""
    picture.save(path, "PNG", compress_level=1)
    facts = {"mime": "image/png", "width": picture.width, "height": picture.height}
    return Medium("image", None, path, facts, {DISPLAY: path})


def scaled_home(
    proposal: Proposal, origin: tuple[float, float], scale: tuple[float, float]
) -> Proposal:
    """Return a box of a derived picture in pixels of the one it was made of.

    `origin` is where the derived picture begins, `scale` how many pixels one of its own covers.
    """
    if proposal.geometry is None:
        return proposal
    x, y, width, height = (float(proposal.geometry[side]) for side in BOX)
    moved = (
        origin[0] + x * scale[0],
        origin[1] + y * scale[1],
        width * scale[0],
        height * scale[1],
    )
    geometry = {side: round(value, 2) for side, value in zip(BOX, moved, strict=True)}
    return replace(proposal, geometry=geometry)
