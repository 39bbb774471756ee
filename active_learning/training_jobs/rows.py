"""Rows as tensors on the device that trains: what people answered, and what a teacher says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from active_learning.training_jobs.augmenting import augmented
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.teaching import softened

__all__ = ["Rows"]


@dataclass(frozen=True)
class Rows:
    """N rows that are seen together.

    Attributes
    ----------
    features, targets, weights : of shapes (N, D), (N, K), (N,), see `Material`
    soft : (N, K), a teacher's softened probabilities; None without a teacher
    trust : (N,), how much each of them counts
    """

    features: torch.Tensor
    targets: torch.Tensor
    weights: torch.Tensor
    soft: torch.Tensor | None = None
    trust: torch.Tensor | None = None

    @classmethod
    def of(cls, material: Material, softness: float, device: torch.device) -> Rows:
        """Return a material's rows, scaled."""

        def there(array: NDArray[np.floating]) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(array, dtype=np.float32)).to(device)

        centre, scale = material.scaling
        rows = cls(
            there((material.features - centre) / scale),
            there(material.targets),
            there(material.weights),
        )
        if (taught := material.teaching) is None:
            return rows
        soft = softened(taught.probabilities, softness, independent=material.independent)
        return replace(rows, soft=there(soft), trust=there(taught.weights))

    def at(self, places: torch.Tensor | slice) -> Rows:
        """Return some of them."""
        return self._with(lambda tensor: tensor[places])

    def augmented(self, kind: str, rng: np.random.Generator) -> Rows:
        """Return them made otherwise; what a teacher says is mixed as the answers are."""
        if self.soft is None:
            features, targets = augmented(self.features, self.targets, kind, rng)
            return replace(self, features=features, targets=targets)
        both = torch.cat([self.targets, self.soft], dim=1)
        features, both = augmented(self.features, both, kind, rng)
        targets, soft = both.chunk(2, dim=1)
        return replace(self, features=features, targets=targets, soft=soft)

    def _with(self, change: Callable[[torch.Tensor], torch.Tensor]) -> Rows:
        return Rows(
            change(self.features),
            change(self.targets),
            change(self.weights),
            None if self.soft is None else change(self.soft),
            None if self.trust is None else change(self.trust),
        )
