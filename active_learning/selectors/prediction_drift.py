"""How what the model expects of the open tasks moved from one version to the next."""

from typing import Any

from active_learning.models import QueryRound, RoundState
from active_learning.selectors.target import Target
from labeling.models import Project

__all__ = ["prediction_drift"]

SHOWN = 6
"""Classes that moved most."""
LEAST_POOL = 20
"""Of fewer open tasks shares tell nothing."""


def prediction_drift(project: Project, target: Target) -> dict[str, Any] | None:
    """Compare the predicted classes of the last two versions; None where there are not two."""
    rounds = QueryRound.objects.filter(
        project=project, state=RoundState.DONE, version__label=target.label.id
    ).select_related("version")
    last = rounds.order_by("-pk").first()
    before = last and rounds.exclude(version=last.version).order_by("-pk").first()
    if last is None or before is None or min(last.pool, before.pool) < LEAST_POOL:
        return None
    now, then = _shares(last, target), _shares(before, target)
    moved = sorted(target.classes, key=lambda name: -abs(now[name] - then[name]))
    return {
        "from": before.version.number if before.version else None,
        "to": last.version.number if last.version else None,
        "pools": [before.pool, last.pool],
        # Total variation: the share of tasks that would have to change their class.
        "moved": sum(abs(now[name] - then[name]) for name in target.classes) / 2,
        "classes": [
            {"class": name, "before": then[name], "after": now[name]} for name in moved[:SHOWN]
        ],
    }


def _shares(row: QueryRound, target: Target) -> dict[str, float]:
    counts = {name: float(row.predicted.get(name, 0)) for name in target.classes}
    total = sum(counts.values()) or 1.0
    return {name: count / total for name, count in counts.items()}
