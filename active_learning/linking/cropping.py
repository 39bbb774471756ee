"""Cuts marked places out of a picture."""

from __future__ import annotations

import numpy as np
from PIL import Image

from active_learning.embeddings.pictures import SIDE, Pixels
from active_learning.linking.marks import Frame

__all__ = ["MARGIN", "crop"]

MARGIN = 0.1
"""Of a side, on each: what a thing stands on says something about it."""


def crop(picture: Image.Image, frame: Frame, side: int = SIDE) -> Pixels:
    """Return the place with its margin, squeezed to (side, side, 3).

    Parameters
    ----------
    picture
        RGB, upright.
    frame
        The place as shares of the picture.
    """
    x, y, width, height = frame
    left = (x - MARGIN * width) * picture.width
    top = (y - MARGIN * height) * picture.height
    right = (x + (1 + MARGIN) * width) * picture.width
    bottom = (y + (1 + MARGIN) * height) * picture.height
    whole = (0, 0, picture.width, picture.height)
    box = (max(left, 0.0), max(top, 0.0), min(right, whole[2]), min(bottom, whole[3]))
    if box[2] - box[0] < 1 or box[3] - box[1] < 1:
        box = whole  # a sliver without a pixel: better the whole than an error
    cut = picture.resize((side, side), Image.Resampling.BILINEAR, box=box)
    return np.asarray(cut, dtype=np.uint8)
