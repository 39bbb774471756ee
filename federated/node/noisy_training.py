"""DP-SGD at a site: each record's gradient is clipped, and Opacus adds the noise."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from opacus.optimizers import DPOptimizer
from torch.nn import functional

from federated.node.recipe import Recipe
from federated.node.site import Lessons
from federated.privacy.budget import NoisyTraining
from federated.wire.model import SharedHead

__all__ = ["train_noisily"]


def train_noisily(
    head: SharedHead, lessons: Lessons, recipe: Recipe, rng: np.random.Generator
) -> tuple[NDArray[np.float64], NoisyTraining]:
    """Return change and cost of DP-SGD; batches are Poisson samples. The noise covers no loss.

    Abadi et al. (2016), Deep Learning with Differential Privacy, doi:10.1145/2976749.2978318.
    """
    torch.set_num_threads(1)
    rate = min(1.0, recipe.batch_size / len(lessons))
    start = torch.from_numpy(head.flat.astype(np.float32))
    flat = start.clone().requires_grad_()
    features = torch.from_numpy(np.ascontiguousarray(lessons.features, np.float32))
    targets = torch.from_numpy(np.ascontiguousarray(lessons.targets, np.float32))
    weights = torch.from_numpy(np.ascontiguousarray(lessons.weights, np.float32))
    optimizer = DPOptimizer(
        torch.optim.SGD([flat], lr=recipe.learning_rate, momentum=recipe.momentum),
        noise_multiplier=recipe.noise_multiplier,
        max_grad_norm=recipe.clip,
        expected_batch_size=max(1, round(rate * len(lessons))),
        generator=torch.Generator().manual_seed(int(rng.integers(2**63))),
    )
    for _ in range(recipe.steps):
        batch = torch.from_numpy(np.flatnonzero(rng.random(len(lessons)) < rate))
        x, y, w = features[batch], targets[batch], weights[batch]
        with torch.no_grad():
            logits = x @ flat[: -y.shape[1]].view(-1, y.shape[1]) + flat[-y.shape[1] :]
            flat.grad_sample = _record_gradients(x, y, w, logits)  # type: ignore[attr-defined]
        optimizer.step()
        optimizer.zero_grad()
    delta = (flat.detach() - start).numpy().astype(np.float64)
    return delta, NoisyTraining(recipe.noise_multiplier, rate, recipe.steps)


def _record_gradients(
    x: torch.Tensor, y: torch.Tensor, w: torch.Tensor, logits: torch.Tensor
) -> torch.Tensor:
    """Return the gradient of each record alone, shape (B, D * K + K)."""
    error = w[:, None] * (functional.softmax(logits, dim=1) - y)
    outer = x[:, :, None] * error[:, None, :]
    return torch.cat([outer.flatten(1), error], dim=1)
