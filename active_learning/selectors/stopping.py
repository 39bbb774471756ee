"""Advice on going on: from the measured curve alone, and only as sure as it is."""

from collections.abc import Sequence
from typing import Any

from active_learning.models import ModelVersion

TARGET = 0.95
FLAT_GAIN = 0.005
SLOW_GAIN = 0.02
LOOK_BACK = 0.67
"""The gain is over the last third of the labels."""
LEAST_LABELS = 40
LEAST_HOLDOUT = 30


def advise(versions: Sequence[ModelVersion], *, pool: bool) -> dict[str, Any]:
    """Return {"advice", "why"} from versions, newest first."""
    if not pool:
        return _said("stop", "pool_empty")
    if not versions:
        return _said("continue", "no_model")
    last = versions[0]
    if last.labels < LEAST_LABELS:
        return _said("continue", "few_labels")
    if last.accuracy is None or last.low is None or last.holdout < LEAST_HOLDOUT:
        return _said("continue", "too_few")
    if last.low >= TARGET:
        return _said("stop", "target", target=TARGET)
    return _by_gain(last.labels, last.accuracy, _before(versions))


def _by_gain(labels: int, accuracy: float, before: ModelVersion | None) -> dict[str, Any]:
    if before is None or before.accuracy is None:
        return _said("continue", "few_labels")
    gain = accuracy - before.accuracy
    if gain > SLOW_GAIN:
        return _said("continue", "rising", gain=round(gain, 4))
    advice = "stop" if gain <= FLAT_GAIN else "slow"
    shown = round(max(gain, FLAT_GAIN), 4)
    return _said(advice, "flat", labels=labels - before.labels, gain=shown)


def _before(versions: Sequence[ModelVersion]) -> ModelVersion | None:
    """Return the newest version that had at most two thirds of the labels."""
    limit = versions[0].labels * LOOK_BACK
    return next((v for v in versions if v.labels <= limit and v.accuracy is not None), None)


def _said(advice: str, code: str, **params: float) -> dict[str, Any]:
    return {"advice": advice, "why": {"code": code, "params": params}}
