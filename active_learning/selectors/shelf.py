"""The model shelf: every version with where it came from, how it does, and what it was used for."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet

from active_learning.models import Lineage, ModelVersion, VersionExport
from active_learning.selectors.promotions import newest_promotion
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.training_runs import SHOWN, list_runs, show_run
from active_learning.shelf.precisions import precisions_of, why_not_exportable
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound
from labeling.models import Project
from labeling.policies import Access, Action

MOST_VERSIONS = 200


def shelf_page(access: Access) -> dict[str, Any]:
    """Return the wire shape of GET models/."""
    project = access.project
    target = learning_target(project)
    promotion = newest_promotion(project)
    runs = list_runs(project)[:SHOWN]
    return {
        "target": {"label": target.label.id, "kind": target.kind} if target else None,
        "versions": [show_version(row, target) for row in _versions(project)],
        "in_use": {
            "since": wire_time(promotion.at),
            "by": promotion.by.username if promotion.by else None,
            "held": promotion.holds,
            "before": promotion.before.number if promotion.before else None,
        }
        if promotion
        else None,
        "runs": [show_run(run) for run in runs],
        "may_train": access.may(Action.TRAIN),
    }


def show_version(version: ModelVersion, target: Target | None) -> dict[str, Any]:
    """Return a version's wire shape."""
    origin: Lineage | None = getattr(version, "lineage", None)
    return {
        "id": str(version.pk),
        "number": version.number,
        "state": _state(version),
        "label": version.label,
        "kind": version.kind,
        "classes": version.classes,
        "usable": target is not None
        and (target.label.id, target.kind) == (version.label, version.kind)
        and set(version.classes) <= set(target.classes),
        "labels": version.labels,
        "holdout": version.holdout,
        "accuracy": version.accuracy,
        "low": version.low,
        "high": version.high,
        "ece": version.ece,
        "size_bytes": version.size_bytes,
        "seconds": version.seconds,
        "trigger": version.trigger,
        "ontology_number": version.ontology_number,
        "layout": version.layout,
        "created_at": wire_time(version.created_at),
        "parent": origin.parent.number if origin and origin.parent else None,
        "run": str(origin.run_id) if origin and origin.run_id else None,
        "snapshot": origin.snapshot if origin else None,
        "code": origin.code if origin else None,
        "parameters": origin.parameters if origin else {},
        "taught": origin.teacher if origin else None,
        "created_by": origin.created_by.username if origin and origin.created_by else None,
        "exports": [show_export(row) for row in version.exports.all()],
    }


def show_export(row: VersionExport) -> dict[str, Any]:
    """Return an export's wire shape."""
    return {
        "id": str(row.pk),
        "precision": row.precision,
        "size_bytes": row.size_bytes,
        "latency_ms": row.latency_ms,
        "slow_ms": row.slow_ms,
        "tested": row.tested,
        "accuracy": row.accuracy,
        "low": row.low,
        "high": row.high,
        "ece": row.ece,
        "difference": row.difference,
        "agreement": row.agreement,
        "passed": row.passed,
        "reason": row.reason or None,
        "has_file": bool(row.path),
        "created_at": wire_time(row.created_at),
    }


def offered_precisions(version: ModelVersion) -> tuple[Sequence[str], str]:
    """Return in which precisions a version can be written, or why in none."""
    target = learning_target(version.project)
    if target is None or (target.label.id, target.kind) != (version.label, version.kind):
        return (), "The project learns another label now, so nothing would test the file."
    why_not = why_not_exportable(version.kind, target.fields)
    return ((), why_not) if why_not else (precisions_of(target.fields), "")


def get_export(version: ModelVersion, precision: str) -> VersionExport:
    """Return a version's export that has a file."""
    row = version.exports.filter(precision=precision).exclude(path="").first()
    if row is None:
        raise NotFound(f"This version was not exported as {precision!r}, or it did not pass.")
    return row


def _versions(project: Project) -> QuerySet[ModelVersion]:
    rows = ModelVersion.objects.filter(project=project).select_related(
        "lineage__parent", "lineage__created_by", "archived"
    )
    exports = Prefetch("exports", VersionExport.objects.order_by("pk"))
    return rows.prefetch_related(exports).order_by("-number")[:MOST_VERSIONS]


def _state(version: ModelVersion) -> str:
    if version.is_active:
        return "in_use"
    return "archived" if hasattr(version, "archived") else "shelf"
