"""The ground under a frame: a plane by RANSAC, and how far the real ground departs from it."""

import ctypes
import json
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.pointcloud.records import places_of

__all__ = ["Ground", "ground_of", "load_open3d", "write_ground"]

TOLERANCE_M = 0.2
LEVEL = 0.85
"""Cosine to the vertical: what leans more is a wall."""

ATTEMPTS = 6
LEAST_POINTS = 50
SMALL_CELL_M = 0.4
SEED = 11
CELLS = 96
LEAST_CELL_M = 1.0
DEEPEST_M, HIGHEST_M = -1.5, 0.8
"""How far from the plane the ground of a cell may lie."""

LOW = 0.35
FILL_CELLS = 8

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ground:
    """Heights on a grid, in the coordinates of the file.

    Attributes
    ----------
    plane
        a, b, c, d of ax + by + cz + d = 0, c above 0.
    x, y
        The middle of the first cell.
    cell
        Metres from a cell to the next.
    heights
        z of the ground in the middle of each cell, shape (rows along y, columns along x).
    """

    plane: tuple[float, float, float, float]
    x: float
    y: float
    cell: float
    heights: Numbers

    def below(self, places: Numbers) -> Numbers:
        """z of the ground under each place, shape (n,)."""
        rows, columns = self.heights.shape
        u = np.clip((places[:, 0] - self.x) / self.cell, 0, columns - 1)
        v = np.clip((places[:, 1] - self.y) / self.cell, 0, rows - 1)
        i, j = np.minimum(u.astype(int), columns - 2), np.minimum(v.astype(int), rows - 2)
        s, t = u - i, v - j
        h = self.heights
        low = h[j, i] * (1 - s) + h[j, i + 1] * s
        high = h[j + 1, i] * (1 - s) + h[j + 1, i + 1] * s
        return np.asarray(low * (1 - t) + high * t)

    def to_json(self) -> dict[str, Any]:
        """As screens take it."""
        return {
            "plane": list(self.plane),
            "x": self.x,
            "y": self.y,
            "cell": self.cell,
            "columns": self.heights.shape[1],
            "rows": self.heights.shape[0],
            "heights": np.round(self.heights, 3).ravel().tolist(),
        }


def load_open3d() -> Any:
    """Open3D, which wants libusb: that comes as a package, for systems that have none."""
    # Deferred, as it takes seconds to load and most views do without.
    import libusb_package  # noqa: PLC0415

    ctypes.CDLL(str(libusb_package.get_library_path()), mode=ctypes.RTLD_GLOBAL)
    import open3d  # noqa: PLC0415

    return open3d


def ground_of(order: Order, frame: int) -> Ground:
    """The ground of a frame, found once and kept beside its points."""
    path = written_once(
        order.folder / f"frame-{frame}.ground", lambda out: write_ground(order, frame, out)
    )
    found = json.loads(path.read_text(encoding="utf-8"))
    heights = np.array(found["heights"]).reshape(found["rows"], found["columns"])
    return Ground(tuple(found["plane"]), found["x"], found["y"], found["cell"], heights)


def write_ground(order: Order, frame: int, out: Path) -> None:
    """Find the ground of a frame and write it as JSON."""
    places, origin = places_of(order, frame)
    out.write_text(json.dumps(find_ground(places, origin).to_json()), encoding="utf-8")


def find_ground(places: Numbers, origin: Numbers) -> Ground:
    """The ground under places given less the origin."""
    low, high = np.quantile(places, (0.005, 0.995), axis=0)
    a, b, c, d = _plane(_lowest(places, low, high))
    cell = max(LEAST_CELL_M, float((high - low)[:2].max()) / CELLS)
    columns, rows = (max(2, int(np.ceil(extent / cell)) + 1) for extent in (high - low)[:2])
    x, y = low[0] + np.arange(columns) * cell, low[1] + np.arange(rows) * cell
    plane = -(a * x[None, :] + b * y[:, None] + d) / c
    heights = plane + _departures(places, low, cell, plane)
    # The plane in the coordinates of the file: d takes what the origin adds.
    d -= float(np.dot((a, b, c), origin))
    return Ground(
        (a, b, c, d), float(x[0] + origin[0]), float(y[0] + origin[1]), cell, heights + origin[2]
    )


def _lowest(places: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """The lowest point of each small cell: what is near to the sensor counts no more than the rest.

    The very lowest are left out, which are reflections from below the ground.
    """
    inside = ((places >= low) & (places <= high)).all(axis=1)
    inner = places[inside]
    if len(inner) < LEAST_POINTS:
        return places
    cell = max(float((high - low)[:2].max()) / (2 * CELLS), SMALL_CELL_M)
    i, j = (np.floor((inner[:, axis] - low[axis]) / cell).astype(int) for axis in (0, 1))
    order = np.lexsort((inner[:, 2], i, j))
    first = np.append(True, (np.diff(i[order]) != 0) | (np.diff(j[order]) != 0))
    return np.asarray(inner[order[first]])


def _plane(places: Numbers) -> tuple[float, float, float, float]:
    """The largest plane that is nearly level; where there is none, the level of the lowest."""
    open3d = load_open3d()
    open3d.utility.random.seed(SEED)
    left = places
    for _ in range(ATTEMPTS):
        if len(left) < LEAST_POINTS:
            break
        cloud = open3d.geometry.PointCloud(open3d.utility.Vector3dVector(left))
        found, inside = cloud.segment_plane(TOLERANCE_M, 3, 400)
        a, b, c, d = (float(number) for number in found)
        # A ceiling is level, too: what most points lie below is none.
        side = float(np.mean(left @ (a, b, c) + d > -TOLERANCE_M))
        above = side if c > 0 else float(np.mean(left @ (a, b, c) + d < TOLERANCE_M))
        if abs(c) >= LEVEL and above > 0.5:
            return (a, b, c, d) if c > 0 else (-a, -b, -c, -d)
        left = np.delete(left, inside, axis=0)
    return 0.0, 0.0, 1.0, -float(np.quantile(places[:, 2], 0.02))


def _departures(places: Numbers, low: Numbers, cell: float, plane: Numbers) -> Numbers:
    """How far the lowest points of each cell lie from the plane; 0 where none are near it."""
    rows, columns = plane.shape
    i = np.rint((places[:, 0] - low[0]) / cell).astype(int)
    j = np.rint((places[:, 1] - low[1]) / cell).astype(int)
    inside = (i >= 0) & (i < columns) & (j >= 0) & (j < rows)
    i, j = i[inside], j[inside]
    rest = places[inside, 2] - plane[j, i]
    near = (rest > DEEPEST_M) & (rest < HIGHEST_M)
    lowest = np.full(rows * columns, np.inf)
    np.minimum.at(lowest, (j * columns + i)[near], rest[near])
    found = np.where(np.isfinite(lowest), lowest, np.nan).reshape(rows, columns)
    return _filled(_smoothed(found))


def _around(grid: Numbers) -> Numbers:
    """Each cell and its eight neighbours, shape (9, rows, columns)."""
    wide = np.pad(grid, 1, constant_values=np.nan)
    rows, columns = grid.shape
    return np.stack([wide[j : j + rows, i : i + columns] for j in range(3) for i in range(3)])


def _smoothed(grid: Numbers) -> Numbers:
    """A low one of each cell and its neighbours: what stands on the ground makes no hill."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of cells without any neighbour
        low = np.nanquantile(_around(grid), LOW, axis=0)
    return np.where(np.isfinite(grid), low, np.nan)


def _filled(grid: Numbers) -> Numbers:
    """What nothing is known of takes the mean of its neighbours, step by step."""
    for _ in range(FILL_CELLS):
        around = _around(grid)
        known = np.isfinite(around).sum(axis=0)
        mean = np.nansum(around, axis=0) / np.maximum(known, 1)
        grid = np.where(np.isnan(grid) & (known > 0), mean, grid)
    return np.nan_to_num(grid)
