"""Pictures of which the truth is known, because they were painted."""

import numpy as np


def disc(size: int = 160, centre: tuple[int, int] = (70, 90), radius: int = 30):
    """A red disc on a noisy green ground, and the pixels that are the disc."""
    y, x = np.mgrid[:size, :size]
    truth = (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2
    picture = np.where(truth[..., None], (200, 60, 40), (40, 140, 60)).astype(np.int16)
    noise = np.random.default_rng(3).integers(-8, 9, picture.shape)
    return (picture + noise).clip(0, 255).astype(np.uint8), truth


def two_halves(size: int = 160):
    """A thing of two colours that touch, on grey: a click finds one half, a second the other."""
    picture = np.full((size, size, 3), 120, np.uint8)
    picture[50:110, 40:80] = (200, 60, 40)
    picture[50:110, 80:120] = (40, 60, 200)
    truth = np.zeros((size, size), np.bool_)
    truth[50:110, 40:120] = True
    noise = np.random.default_rng(4).integers(-6, 7, picture.shape)
    return (picture + noise).clip(0, 255).astype(np.uint8), truth


def overlap(found, truth) -> float:
    """Intersection over union."""
    return float((found & truth).sum() / (found | truth).sum())
