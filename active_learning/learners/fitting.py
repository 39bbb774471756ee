"""Fits a linear head by L-BFGS in torch: full batch, convex, deterministic."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from torch.nn import functional

from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.minimising import minimise, never

__all__ = ["Samples", "fit_head"]

STEPS = 30


@dataclass(frozen=True)
class Samples:
    """What a head is fitted on.

    Attributes
    ----------
    features : Features of N rows
    targets : float array of shape (N, K)
        Class probabilities (one-hot for certain labels; soft for a consensus), or independent
        label probabilities.
    weights : float array of shape (N,)
        How much each row counts; 1 is one certain label.
    """

    features: Features
    targets: NDArray[np.floating]
    weights: NDArray[np.floating]

    def __post_init__(self) -> None:
        if not len(self.features) == len(self.targets) == len(self.weights):
            raise ValueError(
                f"{len(self.features)} rows of features, {len(self.targets)} targets, "
                f"{len(self.weights)} weights"
            )
        if not (np.isfinite(self.features.dense).all() and np.isfinite(self.targets).all()):
            raise ValueError("features or targets hold NaN or infinite values")

    def __len__(self) -> int:
        return len(self.features)

    def rows(self, index: NDArray[np.intp]) -> Samples:
        """Return the samples at ``index``."""
        return Samples(self.features.rows(index), self.targets[index], self.weights[index])


def fit_head(
    samples: Samples,
    start: LinearHead,
    *,
    strength: float,
    prior: NDArray[np.float32] | None = None,
    should_stop: Callable[[], bool] = never,
) -> LinearHead:
    """Minimise ``sum_i w_i loss_i + |W - prior|^2 / (2 strength)`` and return the head.

    Parameters
    ----------
    start : LinearHead
        Where the search begins.
    prior : float32 array of shape (D, K), optional
        What the weights are believed to be before any label; zero where nothing is.

    Raises
    ------
    FitCancelled
        When ``should_stop`` answers True between two steps.
    """
    dense = torch.from_numpy(np.ascontiguousarray(samples.features.dense, dtype=np.float32))
    hashed = _as_torch(samples.features.hashed)
    targets = torch.from_numpy(np.ascontiguousarray(samples.targets, dtype=np.float32))
    row_weights = torch.from_numpy(np.ascontiguousarray(samples.weights, dtype=np.float32))
    weights = torch.tensor(start.weights, requires_grad=True)
    believed = torch.zeros(1) if prior is None else torch.from_numpy(prior)
    bias = torch.tensor(start.bias, requires_grad=True)
    parameters = [weights, bias]
    if hashed is not None:
        known = start.hashed
        blank = np.zeros((hashed.shape[1], len(start.classes)), dtype=np.float32)
        parameters.append(torch.tensor(blank if known is None else known, requires_grad=True))

    def loss() -> torch.Tensor:
        logits = dense @ weights + bias
        penalty = ((weights - believed) ** 2).sum()
        if hashed is not None:
            logits = logits + torch.sparse.mm(hashed, parameters[2])
            penalty = penalty + (parameters[2] ** 2).sum()
        if start.independent:
            each = functional.binary_cross_entropy_with_logits(
                logits, targets, reduction="none"
            ).sum(dim=1)
        else:
            each = functional.cross_entropy(logits, targets, reduction="none")
        return (row_weights * each).sum() + penalty / (2.0 * strength)

    minimise(loss, parameters, should_stop, steps=STEPS)
    return LinearHead(
        classes=start.classes,
        weights=weights.detach().numpy(),
        bias=bias.detach().numpy(),
        hashed=parameters[2].detach().numpy() if hashed is not None else None,
        independent=start.independent,
    )


def _as_torch(matrix: csr_matrix | None) -> torch.Tensor | None:
    if matrix is None:
        return None
    with warnings.catch_warnings():
        # torch tells of its sparse matrices' beta state at each first use: no news to a person.
        warnings.filterwarnings("ignore", message="Sparse", category=UserWarning)
        return torch.sparse_csr_tensor(
            torch.from_numpy(matrix.indptr.astype(np.int64)),
            torch.from_numpy(matrix.indices.astype(np.int64)),
            torch.from_numpy(matrix.data.astype(np.float32)),
            size=matrix.shape,
        )
