"""The shared model as it travels: a linear head on frozen embeddings, as one flat vector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.heads import LinearHead
from federated.wire.content import Content
from federated.wire.reading import array_in, number_in, texts_in

__all__ = ["SharedHead"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SharedHead:
    """``softmax(x W + b)`` over embeddings that every site computes alike.

    Attributes
    ----------
    classes : tuple of K class ids
    flat : float64 array of shape (D * K + K,)
        W row by row, then b.
    """

    classes: tuple[str, ...]
    flat: Floats

    @classmethod
    def blank(cls, classes: tuple[str, ...], dimensions: int) -> SharedHead:
        """Return the head that knows nothing."""
        return cls(classes, np.zeros((dimensions + 1) * len(classes)))

    def content(self) -> Content:
        """Return what travels."""
        return {
            "classes": list(self.classes),
            "dimensions": self.dimensions,
            "model": self.flat.astype(np.dtype("<f4")),
        }

    @classmethod
    def read(cls, content: Content) -> SharedHead:
        """Return what `content` wrote."""
        classes = texts_in(content, "classes")
        size = (int(number_in(content, "dimensions")) + 1) * len(classes)
        return cls(classes, array_in(content, "model", size=size))

    @property
    def dimensions(self) -> int:
        """D, of the embeddings."""
        return len(self.flat) // len(self.classes) - 1

    @property
    def weights(self) -> Floats:
        """W, shape (D, K)."""
        columns = len(self.classes)
        return self.flat[:-columns].reshape(-1, columns)

    @property
    def bias(self) -> Floats:
        """b, shape (K,)."""
        return self.flat[-len(self.classes) :]

    def moved(self, step: Floats) -> SharedHead:
        """Return the head after an aggregated step, shape (D * K + K,)."""
        return SharedHead(self.classes, self.flat + step)

    def as_linear(self) -> LinearHead:
        """Return the head as a site serves it."""
        return LinearHead(
            classes=self.classes,
            weights=np.ascontiguousarray(self.weights, np.float32),
            bias=self.bias.astype(np.float32),
        )

    def predict_proba(self, features: NDArray[np.floating]) -> Floats:
        """Return probabilities, shape (N, K), of embeddings of shape (N, D)."""
        single = features.astype(np.float32, copy=False)
        logits = single @ self.weights.astype(np.float32) + self.bias
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Floats = raised / raised.sum(axis=1, keepdims=True)
        return shares
