"""How a site trains; apart from the training, so that who only writes terms loads no torch."""

from __future__ import annotations

from dataclasses import dataclass

from federated.wire.content import Content
from federated.wire.reading import number_in

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
    correction : float
        SCAFFOLD: how far a site of unlike data is corrected by what all sites want, in [0, 1).
        0 where the model does not move by the mean of the updates.
    batch_size : int
        Expected; batches are Poisson samples, as the accountant supposes.
    noise_multiplier, clip : float
        DP-SGD: noise in units of ``clip``, the largest norm of one record's gradient. 0: none.
    """

    steps: int = 30
    learning_rate: float = 2.0
    momentum: float = 0.8
    decay: float = 1e-4
    proximal: float = 0.0
    correction: float = 0.9
    batch_size: int = 256
    noise_multiplier: float = 0.0
    clip: float = 1.0

    def content(self) -> Content:
        """Return what travels with a model to be trained; the rest is fixed at every site."""
        return {
            "steps": self.steps,
            "learning_rate": self.learning_rate,
            "proximal": self.proximal,
            "correction": self.correction,
            "noise_multiplier": self.noise_multiplier,
        }

    @classmethod
    def read(cls, content: Content) -> Recipe:
        """Return what `content` wrote."""
        return cls(
            steps=int(number_in(content, "steps")),
            learning_rate=number_in(content, "learning_rate"),
            proximal=number_in(content, "proximal"),
            correction=number_in(content, "correction"),
            noise_multiplier=number_in(content, "noise_multiplier"),
        )
