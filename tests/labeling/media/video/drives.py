"""A thing that moves and grows over a still ground, and where it is on each frame."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int]


def drive(
    steps: int = 12, shift: float = 3.0, growth: float = 1.02
) -> Iterator[tuple[NDArray[np.uint8], Box]]:
    """A textured patch that moves and grows over a still, textured ground; its box on each."""
    rng = np.random.default_rng(5)
    ground = cv2.resize(rng.integers(0, 255, (30, 40), np.uint8), (320, 240), None, 0, 0, 2)
    patch = cv2.resize(rng.integers(0, 255, (12, 12), np.uint8), (60, 60), None, 0, 0, 2)
    for step in range(steps):
        side = round(60 * growth**step)
        x, y = round(60 + shift * step), 80
        frame = ground.copy()
        frame[y : y + side, x : x + side] = cv2.resize(patch, (side, side))
        yield frame, (x, y, side, side)
