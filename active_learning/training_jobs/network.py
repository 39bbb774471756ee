"""The small network that epochs train: a layer over vectors, or two."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from active_learning.learners.heads import LinearHead
from active_learning.learners.heads.linear import Hidden
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe

__all__ = ["HeadNetwork", "head_of"]

Floats = NDArray[np.float32]


class HeadNetwork(nn.Module):
    """D features, perhaps a hidden layer, K columns."""

    def __init__(self, recipe: Recipe, features: int, columns: int) -> None:
        super().__init__()
        self.dropout = recipe.dropout
        self.hidden = nn.Linear(features, recipe.units) if recipe.learner == "network" else None
        self.columns = nn.Linear(recipe.units if self.hidden else features, columns)

    def begin(self, rng: np.random.Generator) -> None:
        """Draw first weights from ``rng``, not from torch's global state; columns begin at zero."""
        with torch.no_grad():
            if self.hidden is not None:
                bound = (2.0 / self.hidden.in_features) ** 0.5
                drawn = rng.normal(0.0, bound, tuple(self.hidden.weight.shape))
                self.hidden.weight.copy_(torch.from_numpy(drawn.astype(np.float32)))
                self.hidden.bias.zero_()
            self.columns.weight.zero_()
            self.columns.bias.zero_()

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return scores, shape (N, K)."""
        if self.hidden is None:
            return cast("torch.Tensor", self.columns(rows))
        states = functional.dropout(
            functional.relu(self.hidden(rows)), self.dropout, training=self.training
        )
        return cast("torch.Tensor", self.columns(states))


def head_of(state: dict[str, Floats], material: Material) -> LinearHead:
    """Return a trained state as what is served; the scaling of the rows is folded into it."""
    centre, scale = material.scaling
    is_deep = "hidden.weight" in state
    first = "hidden" if is_deep else "columns"
    scaled = np.ascontiguousarray(state[f"{first}.weight"].T / scale, dtype=np.float32)
    moved = np.asarray(state[f"{first}.bias"] - centre @ scaled, dtype=np.float32)
    head = LinearHead(
        classes=material.classes,
        weights=np.ascontiguousarray(state["columns.weight"].T) if is_deep else scaled,
        bias=state["columns.bias"] if is_deep else moved,
        independent=material.independent,
    )
    return replace(head, hidden=Hidden(scaled, moved)) if is_deep else head
