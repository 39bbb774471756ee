"""A picture as a graph: small patches of alike pixels, and how much neighbours differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["CellGraph", "cells_of", "graph_of"]

Picture = NDArray[np.uint8]
Labels = NDArray[np.int32]
Floats = NDArray[np.float64]

_AROUND = np.ones((3, 3), np.uint8)
FAR_GRADIENT = 1e9


@dataclass(frozen=True, slots=True)
class CellGraph:
    """Cells and their borders.

    Attributes
    ----------
    labels
        (height, width), the cell of each pixel, from 0.
    colours
        (cells, 3), mean CIELAB in OpenCV's 0 to 255.
    centres
        (cells, 2), mean x and y in pixels.
    sizes
        (cells,), pixels.
    rims
        (cells,), pixels on the picture's edge.
    ends
        (2, borders), the two cells of each border, the smaller number first.
    lengths
        (borders,), pixels.
    contrasts
        (borders,), difference of colour across the border.
    usual
        The median contrast: what counts as much differs from picture to picture.
    """

    labels: Labels
    colours: Floats
    centres: Floats
    sizes: Floats
    rims: Floats
    ends: NDArray[np.int64]
    lengths: Floats
    contrasts: Floats
    usual: float

    @property
    def count(self) -> int:
        """How many cells there are."""
        return len(self.sizes)

    def at(self, x: float, y: float) -> int:
        """Return the cell at a place in pixels, the nearest one where it lies outside."""
        height, width = self.labels.shape
        row, column = min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)
        return int(self.labels[row, column])

    def share(self, inside: NDArray[np.bool_]) -> Floats:
        """Return how much of each cell a set of pixels (height, width) covers, 0 to 1."""
        return _sums(self.labels, inside.astype(np.float64), self.count) / self.sizes


def cells_of(picture: Picture, count: int) -> Labels:
    """Return the number of each pixel's cell, from 0.

    A watershed of the colours from one seed in each square of a grid, at its flattest pixel, so
    that borders lie on edges: twenty times as fast as clustering pixels.

    Parameters
    ----------
    picture
        (height, width, 3), sRGB.
    count
        About how many cells there shall be.

    Returns
    -------
    ndarray
        (height, width).

    References
    ----------
    Machairas et al. (2015), "Waterpixels", doi:10.1109/TIP.2015.2451011.
    """
    lab = _smooth_lab(picture)
    flooded = cv2.watershed(lab, _seeds(_gradient(lab), count))
    while (lines := flooded <= 0).any():
        beside = cv2.dilate(flooded.astype(np.float32), _AROUND).astype(np.int32)
        flooded = np.where(lines, beside, flooded)
    numbers = np.unique(flooded, return_inverse=True)[1]
    return numbers.reshape(flooded.shape).astype(np.int32)


def graph_of(picture: Picture, count: int) -> CellGraph:
    """Return a picture's cells with their colours and borders."""
    labels = cells_of(picture, count)
    height, width = labels.shape
    lab = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB)
    total = int(labels.max()) + 1
    sizes = np.bincount(labels.ravel(), minlength=total).astype(np.float64)
    y, x = np.mgrid[:height, :width].astype(np.float64)
    colours = np.stack([_sums(labels, lab[..., i], total) for i in range(3)], axis=1)
    centres = np.stack([_sums(labels, x, total), _sums(labels, y, total)], axis=1)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    ends, lengths = _borders(labels, total)
    colours /= sizes[:, None]
    contrasts = np.linalg.norm(colours[ends[0]] - colours[ends[1]], axis=1)
    return CellGraph(
        labels=labels,
        colours=colours,
        centres=centres / sizes[:, None],
        sizes=sizes,
        rims=np.bincount(rim, minlength=total).astype(np.float64),
        ends=ends,
        lengths=lengths,
        contrasts=contrasts,
        usual=float(np.median(contrasts)) + 1e-3 if len(contrasts) else 1.0,
    )


def _smooth_lab(picture: Picture) -> Picture:
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_RGB2LAB)
    return np.asarray(lab, np.uint8)


def _gradient(lab: Picture) -> NDArray[np.float32]:
    steepest = np.zeros(lab.shape[:2], np.float32)
    for channel in cv2.split(lab):
        across = cv2.Sobel(channel, cv2.CV_32F, 1, 0)
        down = cv2.Sobel(channel, cv2.CV_32F, 0, 1)
        np.maximum(steepest, cv2.magnitude(across, down), out=steepest)
    return steepest


def _seeds(gradient: NDArray[np.float32], count: int) -> Labels:
    """Markers from 1, each in the middle of its square, where the picture is flattest."""
    height, width = gradient.shape
    side = max(1.0, (height * width / count) ** 0.5)
    rows, columns = max(1, round(height / side)), max(1, round(width / side))
    down, right = np.arange(height) * rows / height, np.arange(width) * columns / width
    square = (down.astype(np.int64)[:, None] * columns + right.astype(np.int64)).ravel()
    is_middle = _middle(down)[:, None] & _middle(right)
    steep = np.where(is_middle, gradient, FAR_GRADIENT).ravel()
    order = np.lexsort((steep, square))
    found, first = np.unique(square[order], return_index=True)
    markers = np.zeros(height * width, np.int32)
    markers[order[first]] = found + 1
    return markers.reshape(height, width)


def _middle(places: Floats) -> NDArray[np.bool_]:
    within = places % 1
    return (within > 0.25) & (within < 0.75)


def _borders(labels: Labels, total: int) -> tuple[NDArray[np.int64], Floats]:
    one = np.concatenate([labels[:, :-1].ravel(), labels[:-1].ravel()]).astype(np.int64)
    other = np.concatenate([labels[:, 1:].ravel(), labels[1:].ravel()]).astype(np.int64)
    differ = one != other
    one, other = one[differ], other[differ]
    keys, lengths = np.unique(
        np.minimum(one, other) * total + np.maximum(one, other), return_counts=True
    )
    return np.stack([keys // total, keys % total]), lengths.astype(np.float64)


def _sums(labels: Labels, values: NDArray[np.generic], total: int) -> Floats:
    return np.asarray(np.bincount(labels.ravel(), values.ravel(), total), np.float64)
