"""A calibrated linear head."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import probabilities_of
from active_learning.learners.heads.features import Features

__all__ = ["Hidden", "LinearHead"]

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Hidden:
    """A layer of rectified units between the features and the columns: ``max(0, x W + b)``.

    Attributes
    ----------
    weights : float32 array of shape (D, U)
    bias : float32 array of shape (U,)
    """

    weights: Matrix
    bias: Matrix

    def units(self, dense: NDArray[np.floating]) -> Matrix:
        """Return what the columns read, shape (N, U)."""
        states: Matrix = dense.astype(np.float32, copy=False) @ self.weights + self.bias
        return np.maximum(states, 0.0)


@dataclass(frozen=True)
class LinearHead:
    """``softmax((x W + h H + b) / T)``, or sigmoid when the labels are independent.

    Attributes
    ----------
    classes : tuple of K class ids, in the order of the columns
    weights : float32 array of shape (D, K), or (U, K) behind U hidden units
    bias : float32 array of shape (K,)
    hashed : float32 array of shape (B, K), optional
        Weights of the hashed features.
    temperature : float
    independent : bool
    hidden : Hidden, optional
        Of a trained network; what rounds fit has none.
    """

    classes: tuple[str, ...]
    weights: Matrix
    bias: Matrix
    hashed: Matrix | None = None
    temperature: float = 1.0
    independent: bool = False
    hidden: Hidden | None = None

    def __post_init__(self) -> None:
        columns = len(self.classes)
        if self.weights.shape[1:] != (columns,) or self.bias.shape != (columns,):
            raise ValueError(
                f"{columns} classes, weights {self.weights.shape}, bias {self.bias.shape}"
            )
        if self.hashed is not None and self.hashed.shape[1:] != (columns,):
            raise ValueError(f"{columns} classes, hashed weights {self.hashed.shape}")

    @property
    def reads(self) -> int:
        """Dense features a row, D."""
        return len(self.weights) if self.hidden is None else len(self.hidden.weights)

    def logits(self, features: Features) -> NDArray[np.floating]:
        """Return uncalibrated scores, shape (N, K)."""
        if features.dense.shape[1] != self.reads:
            raise ValueError(f"the head reads {self.reads} features, got {features.dense.shape[1]}")
        dense = features.dense if self.hidden is None else self.hidden.units(features.dense)
        scores: NDArray[np.floating] = (
            dense.astype(np.float32, copy=False) @ self.weights + self.bias
        )
        if self.hashed is not None and features.hashed is not None:
            scores = scores + features.hashed @ self.hashed
        return scores

    def predict_proba(self, features: Features) -> NDArray[np.floating]:
        """Return calibrated probabilities, shape (N, K)."""
        return probabilities_of(
            self.logits(features), self.temperature, independent=self.independent
        )

    def with_classes(self, classes: tuple[str, ...]) -> LinearHead:
        """Return the head for another set of classes: known columns kept, new ones at zero.

        This is how a class that appears on Tuesday joins what was learned on Monday.
        """
        place = {name: column for column, name in enumerate(self.classes)}
        known = [(new, place[name]) for new, name in enumerate(classes) if name in place]
        new_columns = [new for new, _ in known]
        old_columns = [old for _, old in known]

        def moved(matrix: Matrix) -> Matrix:
            result = np.zeros((*matrix.shape[:-1], len(classes)), dtype=np.float32)
            result[..., new_columns] = matrix[..., old_columns]
            return result

        return replace(
            self,
            classes=classes,
            weights=moved(self.weights),
            bias=moved(self.bias),
            hashed=None if self.hashed is None else moved(self.hashed),
        )
