"""Names a picture by a network of a thousand classes, those by the ontology's nearest in meaning.

References
----------
Norouzi et al. (2014), "Zero-shot learning by convex combination of semantic embeddings",
arXiv:1312.5650; Tan & Le (2019), "EfficientNet", arXiv:1905.11946.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.embeddings.image_classes import ImageClasses, class_words
from active_learning.embeddings.minilm import MiniLm
from active_learning.embeddings.pictures import Pixels
from active_learning.prelabelers.base import ClassName, Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.pictures import picture_of

__all__ = ["LabelProposer", "open_prelabeler"]

SIDE = 224
LIKELIEST = 10
"""Classes of ImageNet that a picture is told by; the others are noise."""
SHARPNESS = 12.0
"""Cosines of names differ by tenths at most."""

Rows = NDArray[np.float32]


class LabelProposer:
    """See `base.Prelabeler`."""

    def __init__(self, models: Path) -> None:
        self._classes = ImageClasses(models)
        self._encoder = MiniLm(models)
        self._words = class_words()
        self._meanings: dict[str, Rows] = {}

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return each class with its share."""
        shares = self._classes.shares([_small(picture_of(medium))])[0]
        likeliest = np.argsort(-shares)[:LIKELIEST]
        weights = shares[likeliest] / shares[likeliest].sum()
        shown = np.stack([self._meaning(self._words[at].split(",")[0]) for at in likeliest])
        return [
            Proposal(label.kind, one.id, float(share), label=label.label)
            for label in wanted
            if label.classes
            for one, share in zip(label.classes, self._told(label, shown, weights), strict=True)
        ]

    def _told(self, label: Wanted, shown: Rows, weights: Rows) -> NDArray[np.float64]:
        """The shares of the ontology's classes, (K,): each of ImageNet's gives its own to those
        whose names mean nearly the same."""
        names = np.stack([self._meaning(_named(one)) for one in label.classes])
        powers = np.exp(SHARPNESS * (shown @ names.T).astype(np.float64))
        told: NDArray[np.float64] = weights @ (powers / powers.sum(axis=1, keepdims=True))
        return told

    def _meaning(self, name: str) -> Rows:
        if name not in self._meanings:
            self._meanings[name] = self._encoder.encode([f"a photo of {name}"])[0]
        return self._meanings[name]


def _named(one: ClassName) -> str:
    name = one.name.replace("_", " ").replace("-", " ")
    return f"{name}, {one.description}" if one.description else name


def _small(pixels: NDArray[np.uint8]) -> Pixels:
    """Squeezed rather than cropped: what is at the edges counts."""
    image = Image.fromarray(pixels).resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    return np.asarray(image, np.uint8)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the network and the encoder that the learner uses too."""
    return LabelProposer(models)
