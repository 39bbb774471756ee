"""A few steps of gradient descent at a site, with the tether of FedProx and the noise of DP-SGD."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from opacus.optimizers import DPOptimizer
from torch.nn import functional

from federated.node.recipe import Recipe
from federated.node.site import Lessons
from federated.privacy.budget import NoisyTraining
from federated.wire.model import SharedHead

__all__ = ["Trained", "train_locally"]


@dataclass(frozen=True)
class Trained:
    """A site's change of the weights, shape (D * K + K,), and what it cost in privacy."""

    delta: NDArray[np.float64]
    loss: float
    cost: NoisyTraining | None


def train_locally(
    head: SharedHead, lessons: Lessons, recipe: Recipe, rng: np.random.Generator
) -> Trained:
    """Return how the site would change ``head``. Without a lesson, nothing changes."""
    if not len(lessons):
        return Trained(np.zeros_like(head.flat), 0.0, None)
    torch.set_num_threads(1)
    rate = min(1.0, recipe.batch_size / len(lessons))
    start = torch.from_numpy(head.flat.astype(np.float32))
    flat = start.clone().requires_grad_()
    features = torch.from_numpy(np.ascontiguousarray(lessons.features, np.float32))
    targets = torch.from_numpy(np.ascontiguousarray(lessons.targets, np.float32))
    weights = torch.from_numpy(np.ascontiguousarray(lessons.weights, np.float32))
    optimizer = torch.optim.SGD([flat], lr=recipe.learning_rate, momentum=recipe.momentum)
    noisy = _noisy(optimizer, recipe, rate * len(lessons), rng)
    loss = torch.zeros(())
    for _ in range(recipe.steps):
        batch = torch.from_numpy(np.flatnonzero(rng.random(len(lessons)) < rate))
        if not len(batch) and noisy is None:
            continue
        x, y, w = features[batch], targets[batch], weights[batch]
        logits = x @ flat[: -y.shape[1]].view(-1, y.shape[1]) + flat[-y.shape[1] :]
        each = w * functional.cross_entropy(logits, y, reduction="none")
        loss = each.sum() / w.sum().clamp_min(1e-9)
        optimizer.zero_grad()
        if noisy is None:
            penalty = recipe.decay * (flat**2).sum() + recipe.proximal * ((flat - start) ** 2).sum()
            (loss + penalty / 2).backward()  # type: ignore[no-untyped-call]  # torch's own gap
            optimizer.step()
        else:
            flat.grad_sample = _record_gradients(x, y, w, logits.detach())  # type: ignore[attr-defined]
            noisy.step()
            noisy.zero_grad()
    delta = (flat.detach() - start).numpy().astype(np.float64)
    cost = NoisyTraining(recipe.noise_multiplier, rate, recipe.steps) if noisy else None
    return Trained(delta, float(loss.detach()), cost)


def _noisy(
    optimizer: torch.optim.Optimizer, recipe: Recipe, batch: float, rng: np.random.Generator
) -> DPOptimizer | None:
    """Wrap the optimizer so that it clips each record's gradient and adds noise."""
    if not recipe.noise_multiplier:
        return None
    return DPOptimizer(
        optimizer,
        noise_multiplier=recipe.noise_multiplier,
        max_grad_norm=recipe.clip,
        expected_batch_size=max(1, round(batch)),
        generator=torch.Generator().manual_seed(int(rng.integers(2**63))),
    )


def _record_gradients(
    x: torch.Tensor, y: torch.Tensor, w: torch.Tensor, logits: torch.Tensor
) -> torch.Tensor:
    """Return the gradient of each record alone, shape (B, D * K + K)."""
    error = w[:, None] * (functional.softmax(logits, dim=1) - y)
    outer = x[:, :, None] * error[:, None, :]
    return torch.cat([outer.flatten(1), error], dim=1)
