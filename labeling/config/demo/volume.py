"""Phantoms for the demo of volumes: a body of ellipsoids in Hounsfield units, with noise."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nibabel as nib
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

Voxels = NDArray[np.float32]
Point = tuple[float, float, float]

SHAPE = (120, 96, 64)
SPACING_MM = (2.6, 2.6, 4.0)
AIR, LUNG, FAT, MUSCLE, LIVER, SPLEEN, KIDNEY, AORTA, BONE = (
    *(-1000, -780, -90, 55, 110, 125, 150, 260, 620),
)
NOISE_HU = 14.0
WINDOW_HU = (-160.0, 240.0)


def torsos(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield scans of the trunk; some livers hold dark lesions."""
    for index in range(count):
        path = folder / f"torso-{index:03}.nii.gz"
        make: Any = nib.Nifti1Image
        image = make(torso(rng).astype(np.int16), _affine())
        image.header.set_xyzt_units("mm")
        image.header["cal_min"], image.header["cal_max"] = WINDOW_HU
        image.to_filename(path)
        yield {"data": {"scan": path}, "external_id": f"torso-{index:03}"}


def torso(rng: np.random.Generator) -> Voxels:
    """Return a trunk as [left to right, front to back, feet to head], each person a little else."""
    body = Body(rng)
    body.fill(AIR, (0, 0, 0), (2, 2, 2))
    body.fill(FAT, (0, 0, 0), (0.92, 0.86, 3))
    body.fill(MUSCLE, (0, 0.02, 0), (0.82, 0.74, 3))
    for side in (-1, 1):
        body.fill(LUNG, (0.42 * side, -0.05, 0.95), (0.33, 0.52, 0.72))
    body.fill(MUSCLE, (-0.08, -0.22, 0.75), (0.24, 0.3, 0.3))
    # Right of the patient is where x is small.
    body.fill(LIVER, (-0.36, -0.08, 0.05), (0.42, 0.5, 0.34))
    body.fill(LIVER, (-0.02, -0.28, 0.12), (0.32, 0.26, 0.22))
    body.fill(SPLEEN, (0.55, 0.26, 0.12), (0.18, 0.28, 0.26))
    for side in (-1, 1):
        body.fill(KIDNEY, (0.36 * side, 0.36, -0.42), (0.14, 0.17, 0.32))
        body.fill(FAT - 10, (0.3 * side, 0.36, -0.42), (0.05, 0.07, 0.12))
    body.fill(AORTA, (0.08, 0.34, 0), (0.065, 0.08, 3))
    _spine(body)
    _ribs(body)
    for _ in range(int(rng.integers(0, 4))):
        place = rng.uniform((-0.58, -0.3, -0.08), (-0.2, 0.14, 0.2))
        size = float(rng.uniform(0.05, 0.1))
        body.fill(float(rng.uniform(20, 60)), tuple(place), (size, size * 1.1, size * 0.9))
    return body.scanned()


class Body:
    """Voxels on a grid of -1 to 1, filled shape by shape."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self.axes = np.ogrid[tuple(slice(-1, 1, side * 1j) for side in SHAPE)]
        self.voxels: Voxels = np.zeros(SHAPE, np.float32)
        self._girth = rng.uniform(0.9, 1.05)

    def fill(self, value: float, centre: Point, radii: Point) -> None:
        """Fill an ellipsoid, a little off and a little larger or smaller than asked."""
        shift = self._rng.normal(0, 0.012, 3)
        inside: Any = 0
        for axis, (coordinates, at, radius) in enumerate(
            zip(self.axes, centre, radii, strict=True)
        ):
            girth = self._girth if axis < 2 else 1.0
            inside = inside + ((coordinates - at * girth - shift[axis]) / (radius * girth)) ** 2
        self.voxels[inside <= 1] = value

    def scanned(self) -> Voxels:
        """Return the voxels as a scanner sees them: soft-edged and noisy."""
        seen = gaussian_filter(self.voxels, 0.7)
        grain = gaussian_filter(self._rng.normal(0, 1, SHAPE), (0.8, 0.8, 0.3))
        return np.asarray(seen + grain * (NOISE_HU / grain.std()), np.float32)


def _spine(body: Body) -> None:
    """Vertebrae with discs between them, and their canal."""
    for height in np.arange(-0.95, 1.0, 0.2):
        body.fill(BONE * 0.6, (0, 0.5, float(height)), (0.14, 0.13, 0.075))
        body.fill(BONE, (0, 0.72, float(height)), (0.05, 0.12, 0.05))
    body.fill(30, (0, 0.63, 0), (0.05, 0.05, 3))


def _ribs(body: Body) -> None:
    """Slanting rings around the chest."""
    x, y, z = body.axes
    ring = np.abs(np.hypot(x / 0.8, y / 0.7) - 1) < 0.04
    slant = np.mod(z + 0.12 * np.abs(y), 0.2) < 0.055
    body.voxels[ring & slant & (z > -0.1)] = BONE


def _affine() -> NDArray[np.float64]:
    """Right to left, front to back, feet to head: left-posterior-superior."""
    affine = np.diag([-SPACING_MM[0], -SPACING_MM[1], SPACING_MM[2], 1.0])
    affine[:3, 3] = [SPACING_MM[0] * SHAPE[0] / 2, SPACING_MM[1] * SHAPE[1] / 2, -128.0]
    return affine
