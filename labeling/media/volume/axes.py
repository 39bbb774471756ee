"""Turns stored voxels into the axes that are served: x to the left, y to the back, z to the feet.

So every plane shows as radiologists hang it, without a flip: an axial slice with the patient's
right at the left and the front at the top; a coronal one with the head at the top; a sagittal one
with the front at the left.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from nibabel import orientations
from numpy.typing import NDArray

__all__ = ["SERVED", "Turn", "is_oblique", "spacing_of", "turn_for"]

SERVED = "LPI"
"""Where the served axes lead: Left, Posterior, Inferior."""

OBLIQUE_DEG = 2.0


@dataclass(frozen=True, slots=True)
class Turn:
    """How stored axes (i, j, k) become served ones (x, y, z).

    Attributes
    ----------
    order
        For x, y and z: which stored axis it is.
    flipped
        For x, y and z: whether it runs against the stored axis.
    affine
        Served voxel (its centre is whole) to millimetres, right-anterior-superior.
    stored
        Where the stored axes lead, such as `LAS`.
    """

    order: tuple[int, int, int]
    flipped: tuple[bool, bool, bool]
    affine: NDArray[np.float64]
    stored: str

    def served(self, voxels: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return an array stored as [i, j, k], as [z, y, x]; nothing is copied."""
        turned = voxels.transpose(self.order)
        steps = tuple(slice(None, None, -1 if against else 1) for against in self.flipped)
        return turned[steps].transpose(2, 1, 0)

    def unserved(self, voxels: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return an array served as [z, y, x], as [i, j, k]: the way back."""
        steps = tuple(slice(None, None, -1 if against else 1) for against in self.flipped)
        return voxels.transpose(2, 1, 0)[steps].transpose(np.argsort(self.order))

    def size(self, shape: tuple[int, int, int]) -> tuple[int, int, int]:
        """Return width, height and depth of a stored shape."""
        x, y, z = (shape[axis] for axis in self.order)
        return x, y, z


def turn_for(affine: NDArray[np.float64], shape: tuple[int, int, int]) -> Turn:
    """Return the turn that brings axes nearest to the served ones."""
    nib: Any = orientations
    start = nib.io_orientation(affine)
    change = nib.ornt_transform(start, nib.axcodes2ornt(tuple(SERVED)))
    order = [0, 0, 0]
    flipped = [False, False, False]
    for stored, (served, way) in enumerate(change):
        order[int(served)] = stored
        flipped[int(served)] = way < 0
    return Turn(
        (order[0], order[1], order[2]),
        (flipped[0], flipped[1], flipped[2]),
        affine @ nib.inv_ornt_aff(change, shape),
        "".join(str(code) for code in nib.aff2axcodes(affine)),
    )


def spacing_of(affine: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the millimetres from voxel to voxel along each axis."""
    x, y, z = (float(length) for length in np.linalg.norm(affine[:3, :3], axis=0))
    return x, y, z


def is_oblique(affine: NDArray[np.float64]) -> bool:
    """Whether the axes lie visibly aslant to the patient's."""
    units = affine[:3, :3] / np.linalg.norm(affine[:3, :3], axis=0)
    return bool(np.abs(units).max(axis=0).min() < np.cos(np.radians(OBLIQUE_DEG)))
