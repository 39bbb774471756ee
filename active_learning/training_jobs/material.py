"""What epochs run over: vectors, targets, and which rows only validate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.training_jobs.teaching import Teaching

__all__ = ["Material"]

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Material:
    """Rows to train and to validate on.

    Attributes
    ----------
    features : float32 array of shape (N, D)
    targets : float32 array of shape (N, K)
        Class probabilities, or independent label probabilities.
    weights : float32 array of shape (N,)
    validates : bool array of shape (N,)
    classes : tuple of K class ids
    independent : whether columns are judged each on its own
    teaching : what a larger model says of the rows, if one teaches
    """

    features: Floats
    targets: Floats
    weights: Floats
    validates: NDArray[np.bool_]
    classes: tuple[str, ...]
    independent: bool = False
    teaching: Teaching | None = None

    def __post_init__(self) -> None:
        sizes = {len(self.features), len(self.targets), len(self.weights), len(self.validates)}
        if self.teaching is not None:
            sizes |= {len(self.teaching.probabilities), len(self.teaching.weights)}
        if len(sizes) > 1:
            raise ValueError(f"features, targets, weights and parts differ in length: {sizes}")
        if self.targets.shape[1] != len(self.classes):
            raise ValueError(f"{len(self.classes)} classes, targets {self.targets.shape}")
        if not (np.isfinite(self.features).all() and np.isfinite(self.targets).all()):
            raise ValueError("features or targets hold NaN or infinite values")

    def __len__(self) -> int:
        return len(self.features)

    @property
    def scaling(self) -> tuple[Floats, float]:
        """Return what training rows are shifted and divided by: their mean and usual spread."""
        rows = self.features[~self.validates]
        spread = float(rows.std(axis=0).mean())
        return rows.mean(axis=0).astype(np.float32), max(spread, 1e-4)

    def class_weights(self, kind: str) -> Floats:
        """Return the weight of each column, shape (K,): ones, or inverse to how often it is so."""
        if kind == "none":
            return np.ones(len(self.classes), dtype=np.float32)
        rows = ~self.validates
        seen = (self.targets[rows] * self.weights[rows, None]).sum(axis=0)
        weights = seen.sum() / (len(self.classes) * np.maximum(seen, 1.0))
        return np.asarray(weights, dtype=np.float32)
