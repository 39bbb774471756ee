"""Has the serving process answer, by the version in use or by the one that is tried beside it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from active_learning.models import ModelVersion, Rollout
from active_learning.selectors.rollouts import served_rollout
from active_learning.selectors.versions import version_weights
from active_learning.services.serving import serving_client
from active_learning.serving.client import Beside
from active_learning.serving.rollout import Mode, route
from labeling.kernel.errors import Unavailable
from labeling.models import Project

__all__ = ["Said", "predicted"]

Answers = list[dict[str, Any]]
CALLERS_OWN = frozenset({"bad_input", "busy", "too_late"})
"""Errors that any version would have answered."""


@dataclass(frozen=True, slots=True)
class Said:
    """Answers, and the version that gave them."""

    version: ModelVersion
    answers: Answers


def predicted(
    project: Project,
    version: ModelVersion,
    values: Sequence[Mapping[str, Any]],
    *,
    arrived_at: float | None = None,
    deadline_ms: float | None = None,
) -> Said:
    """Return what the version in use, or the canary in its place, says of some inputs."""
    deadline_s = None if deadline_ms is None else deadline_ms / 1000

    def ask(one: ModelVersion, beside: Beside | None = None) -> Answers:
        return serving_client().predict(
            one.key,
            values,
            weights=lambda: version_weights(one),
            arrived_at=arrived_at,
            deadline_s=deadline_s,
            beside=beside,
        )

    trial = served_rollout(project, version)
    if trial is None:
        return Said(version, ask(version))
    way = route(cast("Mode", trial.mode), trial.share, random.random())
    if way.is_candidate and (answers := _by_canary(trial, version, ask)) is not None:
        return Said(trial.candidate, answers)
    beside = _beside(trial.candidate) if way.compares and not way.is_candidate else None
    return Said(version, ask(version, beside))


def _by_canary(trial: Rollout, version: ModelVersion, ask: Any) -> Answers | None:
    """Return the candidate's answers; None where it failed, so that the stable one answers."""
    try:
        answers: Answers = ask(trial.candidate, _beside(version, is_stable=True))
    except Unavailable:
        return None
    has_failed = any(a["error"]["code"] not in CALLERS_OWN for a in answers if "error" in a)
    return None if has_failed else answers


def _beside(version: ModelVersion, *, is_stable: bool = False) -> Beside:
    return Beside(version.key, lambda: version_weights(version), is_stable)
