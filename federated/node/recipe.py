"""How a site trains; apart from the training, so that who only writes terms loads no torch."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Recipe"]


@dataclass(frozen=True)
class Recipe:
    """How a site trains within one round.

    Attributes
    ----------
    steps : int
        Gradient steps; a batch each.
    learning_rate, momentum : float
    decay : float
        L2 penalty on the weights.
    proximal : float
        FedProx: strength of the pull towards the model that was sent out; 0 is FedAvg.
    batch_size : int
        Expected; batches are Poisson samples, as the accountant supposes.
    noise_multiplier, clip : float
        DP-SGD: noise in units of ``clip``, the largest norm of one record's gradient. 0: none.
    """

    steps: int = 30
    learning_rate: float = 2.0
    momentum: float = 0.9
    decay: float = 1e-4
    proximal: float = 0.0
    batch_size: int = 256
    noise_multiplier: float = 0.0
    clip: float = 1.0
