"""auto: diverse margin, and other ways of asking as far as the hold-out proves them better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from active_learning.strategies.pool import Pool, Query, Strategy, Turn

__all__ = ["Auto", "Gain", "chosen_arm", "gains_of"]

EXPLORED_EVERY = 6
"""Of so many queries one tries another arm, once the hold-out can tell their gains apart."""
LEAST_TESTED = 50
LEAST_TURNS = 3
"""Turns of an arm before its gain is believed."""
SURE_BY = 1.64
"""Standard errors by which another arm must be better: one-sided 95 %."""


class Auto:
    """Chooses among strategies by what their queries gained on held-out tasks.

    The first arm is used unless another one is better beyond doubt, so that, but for one query in
    `EXPLORED_EVERY`, nothing worse than the first arm is asked: with a small hold-out (or none)
    the first arm is all there is. Queries carry the name of the arm that chose.

    References
    ----------
    Baram, El-Yaniv & Luz (2004), Online Choice of Active Learning Algorithms, JMLR 5.
    Hsu & Lin (2015), Active Learning by Learning, https://doi.org/10.1609/aaai.v29i1.9597
    """

    needs_model = False

    def __init__(self, name: str, cold: Strategy, arms: Sequence[Strategy]) -> None:
        self.name = name
        self.cold = cold
        self.arms = {arm.name: arm for arm in arms}

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the cold start's query, or that of the arm which is due."""
        # Not `cold` itself: it hands over to the first arm once there are enough labels.
        if pool.probabilities is None or not pool.history:
            return self.cold.query(pool, batch_size, rng)
        arm = chosen_arm(pool.history, tuple(self.arms))
        if arm == next(iter(self.arms)):
            return self.cold.query(pool, batch_size, rng)
        return self.arms[arm].query(pool, batch_size, rng)


@dataclass(frozen=True)
class Gain:
    """What an arm's queries gained: share of the hold-out by a doubling of the labels.

    Attributes
    ----------
    mean : float
    error : float
        Standard error of the mean.
    turns : int
    """

    mean: float
    error: float
    turns: int


def chosen_arm(history: Sequence[Turn], arms: Sequence[str]) -> str:
    """Return the arm that is due; the first one unless there is reason for another."""
    first, *others = arms
    if not others or min(turn.tested for turn in history) < LEAST_TESTED:
        return first
    warm = [turn for turn in history if turn.strategy in arms]
    if warm and len(warm) % EXPLORED_EVERY == 0:
        tried = {name: sum(turn.strategy == name for turn in warm) for name in others}
        return min(others, key=lambda name: tried[name])
    gains = gains_of(history)
    base = gains.get(first)
    if base is None or base.turns < LEAST_TURNS:
        return first
    better = [
        (gain.mean, name)
        for name in others
        if (gain := gains.get(name)) is not None
        and gain.turns >= LEAST_TURNS
        and gain.mean - base.mean > SURE_BY * float(np.hypot(gain.error, base.error))
    ]
    return max(better)[1] if better else first


def gains_of(history: Sequence[Turn]) -> dict[str, Gain]:
    """Return each arm's mean gain.

    Gains shrink as labels grow; by the logarithm of the labels they are comparable from the first
    query to the last.
    """
    found: dict[str, list[tuple[float, float]]] = {}
    for before, after in pairwise(history):
        growth = np.log2(after.labels / before.labels) if after.labels > before.labels > 0 else 0.0
        if growth <= 0:
            # Labels were withdrawn meanwhile: this turn says nothing about who asked.
            continue
        share, past = after.right / after.tested, before.right / before.tested
        variance = share * (1 - share) / after.tested + past * (1 - past) / before.tested
        found.setdefault(after.strategy, []).append(((share - past) / growth, variance / growth**2))
    return {name: _mean(values) for name, values in found.items()}


def _mean(values: Sequence[tuple[float, float]]) -> Gain:
    gains, variances = np.array(values).T
    # Two measurements of one hold-out agree more than independent ones, so this errs on the side
    # of the first arm.
    error = float(np.sqrt(variances.sum()) / len(gains))
    return Gain(float(gains.mean()), error, len(gains))
