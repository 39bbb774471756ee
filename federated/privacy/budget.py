"""What privacy costs: epsilon of noisy training, the noise a budget asks for, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import dp_accounting
from dp_accounting import rdp

__all__ = ["DELTA", "BudgetSpent", "NoisyTraining", "epsilon_of", "noise_for"]

DELTA = 1e-6


class BudgetSpent(Exception):
    """What was asked would cost more than is left."""

    def __init__(self, wanted: float, left: float) -> None:
        super().__init__(f"This would cost epsilon {wanted:.2f}; {left:.2f} is left.")
        self.wanted, self.left = wanted, left


@dataclass(frozen=True)
class NoisyTraining:
    """DP-SGD as the accountant sees it.

    Attributes
    ----------
    noise_multiplier : float
        Standard deviation of the noise, in units of the clipping norm.
    sampling_rate : float
        The chance of a record to be in a batch (Poisson sampling), in (0, 1].
    steps : int
        Batches.
    """

    noise_multiplier: float
    sampling_rate: float
    steps: int

    @property
    def event(self) -> dp_accounting.DpEvent:
        """The composition of all steps."""
        gaussian = dp_accounting.GaussianDpEvent(self.noise_multiplier)
        sampled = dp_accounting.PoissonSampledDpEvent(self.sampling_rate, gaussian)
        return dp_accounting.SelfComposedDpEvent(sampled, self.steps)


def epsilon_of(trainings: Sequence[NoisyTraining], *, delta: float = DELTA) -> float:
    """Return epsilon at ``delta`` of all trainings one after the other on the same records.

    By Rényi differential privacy: Mironov (2017), doi:10.1109/CSF.2017.11; with sampling, Mironov,
    Talwar & Zhang (2019), arXiv:1908.10530.
    """
    if not trainings:
        return 0.0
    accountant = rdp.RdpAccountant()
    for training in trainings:
        accountant.compose(training.event)
    return float(accountant.get_epsilon(delta))


def noise_for(
    *,
    epsilon: float,
    sampling_rate: float,
    steps: int,
    spent: Sequence[NoisyTraining] = (),
    delta: float = DELTA,
) -> float:
    """Return the least noise multiplier with which one more training stays within ``epsilon``.

    Raises
    ------
    BudgetSpent
        No noise is enough: what was done already costs as much.
    """
    used = epsilon_of(spent, delta=delta)
    if used >= epsilon:
        raise BudgetSpent(used, max(0.0, epsilon - used))

    def event(noise: float) -> dp_accounting.DpEvent:
        this = NoisyTraining(noise, sampling_rate, steps)
        return dp_accounting.ComposedDpEvent([*(done.event for done in spent), this.event])

    bracket = dp_accounting.LowerEndpointAndGuess(0.0, 1.0)
    try:
        found = dp_accounting.calibrate_dp_mechanism(
            rdp.RdpAccountant, event, epsilon, delta, bracket, tol=1e-3
        )
    except dp_accounting.NoBracketIntervalFoundError as error:
        raise BudgetSpent(epsilon, epsilon - used) from error
    return float(found)
