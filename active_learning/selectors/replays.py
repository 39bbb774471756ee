"""What the card of compared strategies shows."""

from typing import Any

from active_learning.models import QueryRound
from active_learning.models.strategy_replay import REPLAY_JOB, StrategyReplay
from active_learning.selectors.labelled import answered_tasks
from active_learning.selectors.target import learning_target
from labeling.kernel.clock import wire_time
from labeling.models import LIVE_STATES, Project
from labeling.selectors.jobs import job_summary

__all__ = ["BASELINE", "DEFAULT", "LEAST_LABELS", "REPLAYED", "replay_page"]

BASELINE = "random"
REPLAYED = (
    "random",
    "margin",
    "entropy",
    "badge",
    "balanced_margin",
    "density_margin",
    "power_margin",
    "k_center",
    "typiclust",
    "prob_cover",
    "auto",
)
"""Strategies that a project can compare, by their names in the registry (which loads sklearn)."""
DEFAULT = ("random", "margin", "auto")
LEAST_LABELS = 60
"""With fewer, what is left to measure on would say nothing."""


def replay_page(project: Project) -> dict[str, Any]:
    """Return the wire shape of GET learning/strategies/."""
    labels = answered_tasks(project)
    newest = StrategyReplay.objects.filter(project=project).order_by("-pk").first()
    job = project.jobs.filter(name=REPLAY_JOB, state__in=LIVE_STATES).order_by("pk").first()
    rounds = QueryRound.objects.filter(project=project).exclude(strategy="")
    last = rounds.order_by("-pk").first()
    return {
        "state": _state(project, labels, is_running=job is not None, newest=newest),
        "labels": labels,
        "needed": LEAST_LABELS,
        "available": list(REPLAYED),
        "default": list(DEFAULT),
        "baseline": BASELINE,
        "used": last.strategy if last else None,
        "job": job_summary(job).as_json() if job else None,
        "replay": _replay(newest) if newest else None,
    }


def _state(
    project: Project, labels: int, *, is_running: bool, newest: StrategyReplay | None
) -> str:
    target = learning_target(project)
    if target is None or target.kind != "choice":
        return "off"
    if is_running:
        return "running"
    if newest is not None:
        return "ready"
    return "too_few" if labels < LEAST_LABELS else "none"


def _replay(replay: StrategyReplay) -> dict[str, Any]:
    return {
        "at": wire_time(replay.created_at),
        "label": replay.label,
        "labels": replay.labels,
        "tested": replay.tested,
        "seeds": replay.seeds,
        "full_accuracy": replay.full_accuracy,
        "target": replay.target,
        "outcomes": replay.outcomes,
        "seconds": replay.seconds,
    }
