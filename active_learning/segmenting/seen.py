"""The part of a picture that is looked at, at a size that is quick to work on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.segmenting.prompt import Click, Frame, Prompt

__all__ = ["Seen", "see"]

MOST_PIXELS = 70_000_000
"""Of a display rendition, which is at most 8,192 on a side."""
MOST_MAGNIFIED = 3.0


@dataclass(frozen=True, slots=True)
class Seen:
    """Pixels of a window.

    Attributes
    ----------
    pixels
        (height, width, 3), sRGB.
    window
        Where they lie, in pixels of the upright original.
    """

    pixels: NDArray[np.uint8]
    window: Frame

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the original in one of these, across and down."""
        height, width = self.pixels.shape[:2]
        return self.window[2] / width, self.window[3] / height

    def placed(self, prompt: Prompt) -> Prompt:
        """Return the prompt in these pixels; clicks beside the window come to its edge."""
        left, top = self.window[:2]
        across, down = self.scale
        clicks = tuple(
            Click((click.x - left) / across, (click.y - top) / down, click.is_on)
            for click in prompt.clicks
        )
        if prompt.box is None:
            return replace(prompt, clicks=clicks, window=None)
        x, y, width, height = prompt.box
        box = ((x - left) / across, (y - top) / down, width / across, height / down)
        return replace(prompt, clicks=clicks, box=box, window=None)


def see(path: Path, size: tuple[int, int], window: Frame | None, side_px: int) -> Seen:
    """Return a window of a picture, its longer side `side_px` or, of a small window, less.

    Parameters
    ----------
    path
        A rendition of ours of the whole upright picture, whatever its size.
    size
        Width and height of the upright original.
    """
    frame = window or (0.0, 0.0, float(size[0]), float(size[1]))
    with Image.open(path, formats=["JPEG", "PNG"]) as image:
        if image.width * image.height > MOST_PIXELS:
            raise ValueError("the picture is too large")
        across, down = image.width / size[0], image.height / size[1]
        x, y, width, height = frame
        enough = min(1.0, side_px / max(width * across, height * down))
        # JPEG decodes at half, quarter, eighth of its size for less.
        image.draft(
            "RGB", (max(1, round(image.width * enough)), max(1, round(image.height * enough)))
        )
        across, down = image.width / size[0], image.height / size[1]
        cut = (x * across, y * down, (x + width) * across, (y + height) * down)
        wanted = min(MOST_MAGNIFIED, side_px / max(cut[2] - cut[0], cut[3] - cut[1]))
        at = (
            max(2, round((cut[2] - cut[0]) * wanted)),
            max(2, round((cut[3] - cut[1]) * wanted)),
        )
        method = Image.Resampling.BOX if wanted <= 1 else Image.Resampling.BICUBIC
        pixels = image.convert("RGB").resize(at, method, box=cut)
    return Seen(np.asarray(pixels), frame)
