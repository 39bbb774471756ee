"""Advice on going on, for the learning page: the versions' curve as the planner reads it."""

from collections.abc import Sequence
from typing import Any

from active_learning import planning
from active_learning.models import ModelVersion

TARGET = 0.95


def advise(
    versions: Sequence[ModelVersion], *, pool: bool, target: float = TARGET
) -> dict[str, Any]:
    """Return {"advice", "why"} from versions, newest first."""
    models = [planning.Measured(v.labels, v.accuracy, v.low, v.holdout) for v in versions]
    found = planning.advise(models, pool=pool, target=target)
    return {"advice": found.advice, "why": {"code": found.code, "params": found.params}}
