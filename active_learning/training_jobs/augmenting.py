"""More rows than there are: vectors with noise, or mixed in pairs."""

from __future__ import annotations

import numpy as np
import torch

__all__ = ["augmented"]

NOISE = 0.3
"""Of the usual spread of a feature."""
MIX = 0.2
"""Both parameters of the Beta distribution that says how much of each is in a pair."""


def augmented(
    features: torch.Tensor, targets: torch.Tensor, kind: str, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a batch's features, shape (N, D), and targets, shape (N, K), made otherwise.

    References
    ----------
    Zhang, Cisse, Dauphin & Lopez-Paz (2018), mixup: Beyond Empirical Risk Minimization,
    arXiv:1710.09412.
    """
    match kind:
        case "jitter":
            noise = rng.normal(0.0, NOISE, tuple(features.shape)).astype(np.float32)
            return features + torch.from_numpy(noise).to(features.device), targets
        case "mixup":
            share = float(rng.beta(MIX, MIX))
            other = torch.from_numpy(rng.permutation(len(features))).to(features.device)
            mixed = share * features + (1.0 - share) * features[other]
            return mixed, share * targets + (1.0 - share) * targets[other]
        case _:
            return features, targets
