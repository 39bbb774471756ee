"""What a run will move and cost, before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from federated.privacy.budget import NoisyTraining, epsilon_of
from federated.privacy.secure_sum.ring import Ring
from federated.server.hiding import LARGEST_GROUP
from federated.server.plan import RunPlan

__all__ = ["Forecast", "forecast_of"]

_AROUND = 2_000
"""Bytes of keys, shares and signatures for each other site of a secure sum."""
_SMALL = 300


@dataclass(frozen=True)
class Forecast:
    """Bytes for one site and round, and epsilon of the whole run by site (at delta 1e-6)."""

    down_bytes: int
    up_bytes: int
    epsilon: Mapping[str, float]

    @property
    def worst_epsilon(self) -> float | None:
        """Of the site that it costs most; None where training is not noisy."""
        return max(self.epsilon.values(), default=None)


def forecast_of(
    plan: RunPlan, *, classes: int, dimensions: int, labels: Mapping[str, int]
) -> Forecast:
    """Return the forecast.

    Parameters
    ----------
    labels : mapping of site to the lower end of its band of labels
        Fewer labels make each of them more visible, so the lower end is the careful one.
    """
    weights = (dimensions + 1) * classes
    sites = min(max(len(labels), 1), LARGEST_GROUP)
    width = Ring.narrowest(clip=1.0, parties=sites).width if plan.is_secure else 8
    around = _AROUND * (sites - 1) if plan.is_secure else _SMALL
    return Forecast(
        # The model to train from is also the one to use: a round brings one.
        down_bytes=4 * weights + around,
        up_bytes=weights * width // 8 + around,
        epsilon={site: _epsilon(plan, low) for site, low in labels.items()}
        if plan.noise_multiplier
        else {},
    )


def _epsilon(plan: RunPlan, labels: int) -> float:
    rate = min(1.0, plan.recipe.batch_size / max(labels, 1))
    return epsilon_of([NoisyTraining(plan.noise_multiplier, rate, plan.steps * plan.rounds)])
