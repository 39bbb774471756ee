"""EfficientNet-Lite0's maps of features: what is where in a picture, a vector every few pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.folder import MAPS
from active_learning.embeddings.model_files import built_file, content_hash
from active_learning.embeddings.onnx_session import open_session
from active_learning.embeddings.pictures import Pixels

__all__ = ["CHANNELS", "STRIDE", "FeatureMaps"]

STRIDE = 8
"""Pixels from a cell of the map to the next."""
CHANNELS = 40 + 112 + 320
COARSEST = 32
GREY = 127


class FeatureMaps:
    """Encoder of pictures as maps; coarser levels are repeated under the finest one's cells."""

    def __init__(self, models: Path) -> None:
        path = built_file(models / MAPS, _build)
        self.id = f"lite0-maps@{content_hash(path)}"
        self._session = open_session(path)

    def encode(self, pixels: Pixels) -> Vectors:
        """Return (rows, columns, CHANNELS) for a picture (H, W, 3), a cell of every 8 pixels."""
        height, width = pixels.shape[:2]
        whole = (-(-height // COARSEST) * COARSEST, -(-width // COARSEST) * COARSEST, 3)
        padded = np.full(whole, GREY, np.uint8)
        padded[:height, :width] = pixels
        levels = self._session.run(None, {"pixels": padded[None]})
        fine = levels[0].shape[2:]
        repeated = [
            level[0].repeat(fine[0] // level.shape[2], 1).repeat(fine[1] // level.shape[3], 2)
            for level in levels
        ]
        cells: Vectors = np.concatenate(repeated).transpose(1, 2, 0)
        return cells[: -(-height // STRIDE), : -(-width // STRIDE)]


def _build(target: Path) -> None:
    # Only set-up needs torch; serving must start without it.
    from active_learning.embeddings.feature_maps_export import export_maps  # noqa: PLC0415

    export_maps(target)
