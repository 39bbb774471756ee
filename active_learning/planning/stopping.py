"""Advice on going on: from the measured curve alone, and only as sure as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Advice", "Measured", "advise"]

FLAT_GAIN = 0.005
SLOW_GAIN = 0.02
LOOK_BACK = 0.67
"""The gain is over the last third of the labels."""
LEAST_LABELS = 40
LEAST_HOLDOUT = 30


@dataclass(frozen=True)
class Measured:
    """One model: labels it was taught, accuracy with its lower bound, tasks it was measured on."""

    labels: int
    accuracy: float | None
    low: float | None
    holdout: int


@dataclass(frozen=True)
class Advice:
    """What to do, and why, as a code with its figures."""

    advice: Literal["continue", "slow", "stop"]
    code: str
    params: dict[str, float] = field(default_factory=dict)


def advise(models: Sequence[Measured], *, pool: bool, target: float) -> Advice:
    """Return advice from models, newest first; ``pool`` says whether tasks are left."""
    if not pool:
        return Advice("stop", "pool_empty")
    if not models:
        return Advice("continue", "no_model")
    last = models[0]
    if last.labels < LEAST_LABELS:
        return Advice("continue", "few_labels")
    if last.accuracy is None or last.low is None or last.holdout < LEAST_HOLDOUT:
        return Advice("continue", "too_few")
    if last.low >= target:
        return Advice("stop", "target", {"target": target})
    return _by_gain(last, last.accuracy, _before(models))


def _by_gain(last: Measured, accuracy: float, before: Measured | None) -> Advice:
    if before is None or before.accuracy is None:
        return Advice("continue", "few_labels")
    gain = accuracy - before.accuracy
    if gain > SLOW_GAIN:
        return Advice("continue", "rising", {"gain": round(gain, 4)})
    shown = {"labels": last.labels - before.labels, "gain": round(max(gain, FLAT_GAIN), 4)}
    return Advice("stop" if gain <= FLAT_GAIN else "slow", "flat", shown)


def _before(models: Sequence[Measured]) -> Measured | None:
    """Return the newest model that had at most two thirds of the labels."""
    limit = models[0].labels * LOOK_BACK
    return next((m for m in models if m.labels <= limit and m.accuracy is not None), None)
