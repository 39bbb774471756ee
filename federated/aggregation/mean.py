"""FedAvg: the mean of the updates, weighted by what each site learned from."""

from __future__ import annotations

from federated.aggregation.updates import Floats, Updates

__all__ = ["WeightedMean"]


class WeightedMean:
    """McMahan et al. (2017), arXiv:1602.05629.

    FedProx (Li et al. 2020, arXiv:1812.06127) differs at the site alone, by its proximal term.
    """

    name = "fedavg"
    needs = 1
    is_linear = True
    steps_by_mean = True

    def step(self, updates: Updates) -> Floats:
        """Return the weighted mean, shape (D,)."""
        shares = updates.weights / updates.weights.sum()
        step: Floats = shares @ updates.deltas
        return step
