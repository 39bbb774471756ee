"""Labels of single points of a cloud: {runs: [[start, length], ...], frame?}.

Indices are those of the source file (of that frame of a sequence, 0 where not said), never of a
thinned or sorted copy. Runs ascend and do not overlap: points 4, 5, 6 and 9 are [[4, 3], [9, 1]].
Lidar files keep neighbours together, so objects come in few runs.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.regions.kind import BoundingBox, Bounds, Fault, Geometry, RegionKind
from labeling.regions.reading import MAX_INDEX, fault_of_index, is_count
from labeling.regions.runs import Runs, iou_of_runs

__all__ = ["KIND", "from_indices", "to_indices"]

MAX_RUNS = 1_000_000


def _validate(geometry: object, bounds: Bounds) -> list[Fault]:
    if not isinstance(geometry, Mapping):
        return [("", "must be an object")]
    faults: list[Fault] = []
    if "frame" in geometry and (said := fault_of_index(geometry["frame"], bounds.frames, "frames")):
        faults.append(("/frame", said))
    runs = geometry.get("runs")
    if not isinstance(runs, list) or not 1 <= len(runs) <= MAX_RUNS:
        said = f"must be a list of 1 to {MAX_RUNS:,} runs, each [start, length]"
        return [*faults, ("/runs", said)]
    end = 0
    for i, run in enumerate(runs):
        if not _is_run(run):
            return [*faults, (f"/runs/{i}", "must be [start, length], whole numbers, length > 0")]
        if run[0] < end:
            return [*faults, (f"/runs/{i}", f"starts at {run[0]}, before {end}: runs must ascend")]
        end = run[0] + run[1]
    limit = MAX_INDEX if bounds.points is None else bounds.points
    if end > limit:
        faults.append((f"/runs/{len(runs) - 1}", f"reaches to {end}, there are {limit} points"))
    return faults


def _is_run(run: Any) -> bool:
    return (
        isinstance(run, list | tuple)
        and len(run) == 2
        and all(is_count(number) and number < MAX_INDEX for number in run)
        and run[1] > 0
    )


def _merged(geometry: Geometry) -> Runs:
    """Starts and ends, runs that touch joined."""
    pairs = np.asarray(geometry["runs"], dtype=np.int64)
    starts, ends = pairs[:, 0], pairs.sum(axis=1)
    gap = starts[1:] > ends[:-1]
    return starts[np.append(True, gap)], ends[np.append(gap, True)]


def to_indices(geometry: Geometry) -> NDArray[np.int64]:
    """The indices of the points, ascending, shape (n,)."""
    starts, ends = _merged(geometry)
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    found: NDArray[np.int64] = np.arange(lengths.sum()) + np.repeat(starts - before, lengths)
    return found


def from_indices(indices: Any) -> dict[str, list[list[int]]]:
    """The runs of some indices, in any order, repeated or not; at least one."""
    found = np.unique(np.asarray(indices, dtype=np.int64))
    cuts = np.flatnonzero(np.diff(found) > 1) + 1
    return {"runs": [[int(part[0]), len(part)] for part in np.split(found, cuts)]}


def _bounding_box(geometry: Geometry) -> BoundingBox:
    start, (last, length) = geometry["runs"][0][0], geometry["runs"][-1]
    return (float(start), 0.0, float(last + length - start), 1.0)


def _area(geometry: Geometry) -> float:
    return float(sum(length for _, length in geometry["runs"]))


def _iou(a: Geometry, b: Geometry) -> float:
    if a.get("frame", 0) != b.get("frame", 0):
        return 0.0
    return iou_of_runs(_merged(a), _merged(b))


def _key(geometry: Geometry) -> tuple[Any, ...]:
    starts, ends = _merged(geometry)
    return (geometry.get("frame", 0), starts.tobytes(), ends.tobytes())


KIND = RegionKind(
    "point_labels", frozenset({"pointcloud"}), _validate, _bounding_box, _area, _iou, _key
)
