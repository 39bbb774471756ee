"""Trials of versions: the running one as calls need it, and as its card shows it."""

from typing import Any

from django.core.cache import cache

from active_learning.models import ModelVersion, Rollout
from labeling.kernel.clock import wire_time
from labeling.models import Project

__all__ = ["rollout_as_json", "rollout_key", "running_rollout", "served_rollout"]

SERVED_S = 1
NONE = "none"


def running_rollout(project: Project) -> Rollout | None:
    """Return the project's running trial."""
    rows = Rollout.objects.filter(project=project, ended_at__isnull=True)
    return rows.select_related("stable", "candidate", "started_by").first()


def rollout_key(project_id: int) -> str:
    """Return under which key of the cache a project's trial is kept."""
    return f"served-rollout:{project_id}"


def served_rollout(project: Project, version: ModelVersion) -> Rollout | None:
    """Return the trial that a call goes through, read at most once a second.

    Once another version came into use, a trial against the one before says nothing any more.
    """
    key = rollout_key(project.pk)
    found = cache.get(key)
    if found is None:
        found = running_rollout(project) or NONE
        cache.set(key, found, SERVED_S)
    return found if isinstance(found, Rollout) and found.stable_id == version.pk else None


def rollout_as_json(rollout: Rollout) -> dict[str, Any]:
    """Return the wire shape: means instead of sums."""
    counts = rollout.counts or {}
    return {
        "id": str(rollout.pk),
        "mode": rollout.mode,
        "share": rollout.share,
        "stable": _arm(rollout.stable, counts.get("stable")),
        "candidate": _arm(rollout.candidate, counts.get("candidate")),
        "compared": counts.get("compared", 0),
        "agreement": counts["same"] / counts["compared"] if counts.get("compared") else None,
        "started_at": wire_time(rollout.started_at),
        "started_by": rollout.started_by.username if rollout.started_by else "",
    }


def _arm(version: ModelVersion, counts: dict[str, Any] | None) -> dict[str, Any]:
    answered = counts["inputs"] - counts["errors"] if counts else 0
    return {
        "version": version.number,
        "id": str(version.pk),
        "inputs": counts["inputs"] if counts else 0,
        "errors": counts["errors"] if counts else 0,
        "mean_ms": round(counts["ms"] / answered, 2) if counts and answered else None,
        "slowest_ms": round(counts["slowest_ms"], 2) if counts and answered else None,
        "score": round(counts["score"] / answered, 4) if counts and answered else None,
    }
