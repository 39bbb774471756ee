"""A few steps of gradient descent at a site, with the tether of FedProx and SCAFFOLD's pull."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from federated.node.recipe import Recipe
from federated.node.site import Lessons
from federated.privacy.budget import NoisyTraining
from federated.wire.model import SharedHead

__all__ = ["Trained", "train_locally"]

Matrix = NDArray[np.float32]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Trained:
    """A site's change of the weights, shape (D * K + K,), and what it cost in privacy.

    ``loss`` is that of the model as it came, on what was learned from, so it falls as rounds go on;
    0 of noisy training, whose noise does not cover it.
    """

    delta: Floats
    loss: float
    cost: NoisyTraining | None


def train_locally(
    head: SharedHead,
    lessons: Lessons,
    recipe: Recipe,
    rng: np.random.Generator,
    pull: Floats | None = None,
) -> Trained:
    """Return how the site would change ``head``. Without a lesson, nothing changes.

    Parameters
    ----------
    pull : float array of shape (D * K + K,), optional
        Added to every gradient: where all sites together want to go, less where this one does
        (see `federated.node.drift`). Noisy training takes none.
    """
    if not len(lessons):
        return Trained(np.zeros_like(head.flat), 0.0, None)
    if recipe.noise_multiplier:
        # Noise needs torch and Opacus, some 200 MB that a site without noise never loads.
        from federated.node.noisy_training import train_noisily  # noqa: PLC0415

        delta, cost = train_noisily(head, lessons, recipe, rng)
        return Trained(delta, 0.0, cost)
    delta, loss = _descend(head, lessons, recipe, rng, pull)
    return Trained(delta, loss, None)


def _descend(
    head: SharedHead,
    lessons: Lessons,
    recipe: Recipe,
    rng: np.random.Generator,
    pull: Floats | None,
) -> tuple[Floats, float]:
    """Return change and first loss: cross-entropy weighted by trust, descended with momentum."""
    # W lies row by row before b, so the bias is one more row, read by a column of ones.
    columns = len(head.classes)
    start = head.flat.astype(np.float32).reshape(-1, columns)
    drift = np.zeros_like(head.flat) if pull is None else pull
    steady = drift.astype(np.float32).reshape(-1, columns)
    every = _Batch.of(lessons)
    rate = min(1.0, recipe.batch_size / len(lessons))
    weights, speed = start.copy(), np.zeros_like(start)
    losses: list[float] = []
    for _ in range(recipe.steps):
        batch = every if rate == 1.0 else every.some(rng.random(len(lessons)) < rate)
        if not len(batch.trust):
            continue
        gradient, loss = batch.gradient(weights)
        losses.append(loss)
        tether = recipe.decay * weights + recipe.proximal * (weights - start)
        speed = recipe.momentum * speed + gradient + tether + steady
        weights = weights - recipe.learning_rate * speed
    return (weights - start).astype(np.float64).ravel(), losses[0] if losses else 0.0


@dataclass(frozen=True)
class _Batch:
    """Rows with a column of ones, shape (N, D + 1); targets (N, K); trust (N,)."""

    rows: Matrix
    targets: Matrix
    trust: Matrix

    @classmethod
    def of(cls, lessons: Lessons) -> _Batch:
        ones = np.ones((len(lessons), 1), np.float32)
        return cls(
            np.hstack([np.asarray(lessons.features, np.float32), ones]),
            np.asarray(lessons.targets, np.float32),
            np.asarray(lessons.weights, np.float32),
        )

    def some(self, chosen: NDArray[np.bool_]) -> _Batch:
        return _Batch(self.rows[chosen], self.targets[chosen], self.trust[chosen])

    def gradient(self, weights: Matrix) -> tuple[Matrix, float]:
        """Return the gradient of the mean loss, shape (D + 1, K), and the loss."""
        logits = self.rows @ weights
        logits -= logits.max(axis=1, keepdims=True)
        raised = np.exp(logits)
        total = raised.sum(axis=1, keepdims=True)
        share = self.trust / max(float(self.trust.sum()), 1e-9)
        error = share[:, None] * (raised / total - self.targets)
        loss = (share[:, None] * self.targets * (np.log(total) - logits)).sum()
        gradient: Matrix = self.rows.T @ error
        return gradient, float(loss)
