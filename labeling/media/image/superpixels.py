"""Superpixels: patches of alike neighbours, which people mark whole instead of pixel by pixel."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

__all__ = ["superpixels"]

Floats = NDArray[np.float32]
Labels = NDArray[np.int32]

COMPACTNESS = 12.0
"""How much a cell's side weighs against a difference in colour (of CIELAB, 0 to 100)."""

ROUNDS = 4
LEAST_SHARE = 0.3
"""Pieces smaller than this share of a usual cell go to the neighbour before them."""

MOST_SHARE = 2.0
"""Cells larger than this many usual ones take no more of them: noise would run into one."""

_TO_XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], np.float32
)
_WHITE = np.array([0.9505, 1.0, 1.089], np.float32)


def superpixels(picture: NDArray[np.uint8], count: int) -> Labels:
    """Return the number of each pixel's cell, from 0, every cell in one piece.

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
    Achanta et al. (2012), "SLIC superpixels compared to state-of-the-art superpixel methods",
    doi:10.1109/TPAMI.2012.120. A pixel chooses among the nine cells around its place in the
    grid, as Ren et al. (2015), arXiv:1509.04232, so that all of them choose at once.
    """
    height, width = picture.shape[:2]
    side = max(1.0, (height * width / count) ** 0.5)
    rows, columns = max(1, round(height / side)), max(1, round(width / side))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    weight = COMPACTNESS / side
    pixels = np.concatenate([_lab(picture), np.stack([x, y], axis=2) * weight], axis=2)
    home = np.stack([y * rows // height, x * columns // width]).astype(np.int32)
    cells = _means(pixels, home[0] * columns + home[1], rows * columns)
    for _ in range(ROUNDS):
        labels = _nearest(pixels, home, cells, rows, columns)
        cells = _means(pixels, labels, rows * columns, cells)
    return _in_one_piece(labels, LEAST_SHARE * side * side, MOST_SHARE * side * side)


def _lab(picture: NDArray[np.uint8]) -> Floats:
    share = picture.astype(np.float32) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = (linear @ _TO_XYZ.T) / _WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    lightness = 116 * f[..., 1] - 16
    a, b = 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])
    return np.stack([lightness, a, b], axis=2).astype(np.float32)


def _means(pixels: Floats, labels: Labels, count: int, before: Floats | None = None) -> Floats:
    """The mean pixel of every cell; a cell that lost all its pixels stays where it was."""
    flat = labels.ravel()
    sizes = np.bincount(flat, minlength=count)
    sums = [np.bincount(flat, pixels[..., i].ravel(), count) for i in range(pixels.shape[2])]
    means = (np.stack(sums, axis=1) / np.maximum(sizes, 1)[:, None]).astype(np.float32)
    if before is not None:
        means[sizes == 0] = before[sizes == 0]
    return means


def _nearest(pixels: Floats, home: Labels, cells: Floats, rows: int, columns: int) -> Labels:
    best = np.full(home.shape[1:], np.inf, np.float32)
    labels = np.zeros(home.shape[1:], np.int32)
    for down, right in _around():
        row = np.clip(home[0] + down, 0, rows - 1)
        candidate = row * columns + np.clip(home[1] + right, 0, columns - 1)
        off = np.zeros_like(best)
        for i in range(pixels.shape[2]):
            off += (pixels[..., i] - np.take(cells[:, i], candidate)) ** 2
        closer = off < best
        np.copyto(best, off, where=closer)
        np.copyto(labels, candidate, where=closer)
    return labels


def _around() -> Iterator[tuple[int, int]]:
    return ((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))


def _in_one_piece(labels: Labels, least: float, most: float) -> Labels:
    """Numbers connected pieces anew; small ones join the piece on their left, or above."""
    height, width = labels.shape
    places = np.arange(height * width).reshape(height, width)
    beside, below = labels[:, 1:] == labels[:, :-1], labels[1:] == labels[:-1]
    ends = np.concatenate([places[:, :-1][beside], places[:-1][below]])
    others = np.concatenate([places[:, 1:][beside], places[1:][below]])
    links = coo_array((np.ones(ends.size, np.int8), (ends, others)), shape=(places.size,) * 2)
    _, pieces = connected_components(links, directed=False)
    first = np.unique(pieces, return_index=True)[1]
    neighbour = np.where(first % width > 0, first - 1, first - width)
    sizes = np.bincount(pieces).astype(np.int32)
    target = _roots(sizes, pieces[np.maximum(neighbour, 0)], least, most)
    numbers: Labels = np.unique(target, return_inverse=True)[1].astype(np.int32)
    found: Labels = numbers[pieces].reshape(height, width)
    return found


def _roots(sizes: Labels, before: Labels, least: float, most: float) -> Labels:
    """The piece that each becomes a part of: itself, or where the one before it went."""
    roots = np.arange(sizes.size, dtype=np.int32)
    grown = sizes.astype(np.int64)
    # In the order of their first pixels, so that the one before is settled.
    for piece in np.flatnonzero(sizes < least):
        root = roots[before[piece]]
        if root != piece and grown[root] < most:
            roots[piece] = root
            grown[root] += sizes[piece]
    return roots
