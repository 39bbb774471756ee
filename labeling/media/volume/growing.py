"""What hangs together with a voxel: all voxels of a range of values that a way within it leads to.

Slices are read one at a time and only where growth gets to, so that memory and time are those of
the thing, not of the scan.

References
----------
Adams & Bischof (1994), "Seeded region growing", doi:10.1109/34.295913; here with a fixed range, as
a connected threshold, so that the same range and seed always give the same voxels.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

__all__ = ["grown"]

Bits = NDArray[np.bool_]
Pieces = NDArray[np.unsignedinteger]


def grown(
    read: Callable[[int], NDArray[np.int16]],
    seed: tuple[int, int, int],
    low: float,
    high: float,
    depth: int,
) -> dict[int, Bits]:
    """Return what is connected to a voxel face by face, by axial slice.

    Parameters
    ----------
    read
        Gives an axial slice as (rows, columns), stored values.
    seed
        x, y and z of the voxel.
    low, high
        Stored values that belong to the thing, both ends included.
    depth
        How many slices there are.

    Returns
    -------
    dict
        Slice number to (rows, columns), only slices that are touched; empty where the value of the
        seed lies outside.
    """
    x, y, first = seed
    pieces: dict[int, Pieces] = {}

    def pieces_of(z: int) -> Pieces:
        if z not in pieces:
            pieces[z] = _pieces(read(z), low, high)
        return pieces[z]

    start = int(pieces_of(first)[y, x])
    taken: dict[int, set[int]] = {}
    waiting = {first: {start}} if start else {}
    while waiting:
        z, numbers = waiting.popitem()
        taken.setdefault(z, set()).update(numbers)
        front = _those(pieces_of(z), numbers)
        for beside in (z - 1, z + 1):
            if 0 <= beside < depth:
                met = set(np.unique(pieces_of(beside)[front]).tolist()) - {0}
                if new := met - taken.get(beside, set()):
                    waiting.setdefault(beside, set()).update(new)
    return {z: _those(pieces[z], numbers) for z, numbers in sorted(taken.items())}


def _pieces(values: NDArray[np.int16], low: float, high: float) -> Pieces:
    """Number the connected pieces of a slice from 1, in as few bytes as hold the numbers."""
    found, count = ndimage.label((values >= low) & (values <= high))
    return np.asarray(found, np.min_scalar_type(int(count)))


def _those(pieces: Pieces, numbers: set[int]) -> Bits:
    chosen = np.zeros(int(pieces.max(initial=0)) + 1, np.bool_)
    chosen[list(numbers)] = True
    return np.asarray(chosen[pieces])
