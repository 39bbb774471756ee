"""The budget planner: from a project's measured versions and paces to labels, hours and advice."""

from collections import defaultdict
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
from django.db.models import Avg

from active_learning.models import FindingState, LabelFinding, ModelVersion
from active_learning.planning import CurvePoint, Doubts, Forecast, Pace, forecast, rank_spends
from active_learning.selectors.stopping import advise
from active_learning.selectors.target import Target, learning_target
from labeling.models import Project

SEED = 7
LATEST = 500
"""Annotations and decisions from which paces are measured: people get quicker."""
MOST_S = 3600.0
USUAL_REVIEW_S = 8.0
"""Seconds for one doubted label, until decisions were measured."""
LONGEST_GAP = timedelta(seconds=120)
SHOWN_VERSIONS = 200
GRID = 40
AHEAD = 3.0
"""The curve is drawn until so many times the labels there are, or until the target."""


def plan_budget(project: Project, target: float) -> dict[str, Any]:
    """Return the wire shape of GET learning/plan/."""
    learned = learning_target(project)
    versions = _versions(project, learned)
    pool = project.tasks.filter(wants_labels=1, annotation_count=0, is_holdout=False).count()
    label_s, review_s = _label_seconds(project), _review_seconds(project)
    found = forecast(_points(versions), np.random.default_rng(SEED))
    plan: dict[str, Any] = {
        "target": target,
        "labels": versions[0].labels if versions else 0,
        "pool": pool,
        "pace": {"label_s": label_s, "review_s": review_s},
        "stop": advise(versions, pool=pool > 0, target=target),
        "forecast": None,
        "spends": [],
    }
    if found is None:
        return plan
    pace = Pace(label_s or USUAL_REVIEW_S, review_s or USUAL_REVIEW_S)
    spends = rank_spends(found, pace, _doubts(project), pool=pool, rng=np.random.default_rng(SEED))
    return plan | {
        "forecast": _forecast(found, target, label_s),
        # Without a measured pace an hour is no number of labels.
        "spends": [asdict(spend) for spend in spends] if label_s else [],
    }


def _versions(project: Project, learned: Target | None) -> list[ModelVersion]:
    """Return the versions that answer today's question, newest first."""
    if learned is None:
        return []
    rows = ModelVersion.objects.filter(
        project=project, label=learned.label.id, kind=learned.kind
    ).order_by("-number")
    return list(rows[:SHOWN_VERSIONS])


def _points(versions: list[ModelVersion]) -> list[CurvePoint]:
    """Return one point a count of labels, the newest version of each."""
    newest = {v.labels: v for v in reversed(versions) if v.accuracy is not None}
    return [
        CurvePoint(labels, float(newest[labels].accuracy or 0.0), newest[labels].holdout)
        for labels in sorted(newest)
    ]


def _forecast(found: Forecast, target: float, label_s: float | None) -> dict[str, Any]:
    need = found.need(target)
    # What is behind was measured; a fitted curve says nothing better about it.
    first, last = found.labels, found.labels * AHEAD
    if need.more:
        last = max(last, min(found.labels + need.more * 1.25, found.labels * 20))
    band = found.band(np.unique(np.linspace(first, last, GRID).round()))
    return {
        "points": [
            {"labels": p.labels, "value": p.value, "measured": p.measured} for p in found.points
        ],
        "curve": [
            {"labels": int(n), "value": round(v, 5), "low": round(low, 5), "high": round(high, 5)}
            for n, v, low, high in zip(
                band.labels.tolist(),
                band.value.tolist(),
                band.low.tolist(),
                band.high.tolist(),
                strict=True,
            )
        ],
        "need": asdict(need),
        "hours": label_s
        and {
            name: None if count is None else round(count * label_s / 3600, 2)
            for name, count in (("more", need.more), ("low", need.low), ("high", need.high))
        },
    }


def _label_seconds(project: Project) -> float | None:
    """Return the median seconds of the latest annotations, None before there are any."""
    rows = project.annotations.filter(lead_time__gt=0, lead_time__lte=MOST_S, origin="human")
    seconds = list(rows.order_by("-pk").values_list("lead_time", flat=True)[:LATEST])
    return round(median(seconds), 2) if seconds else None


def _review_seconds(project: Project) -> float | None:
    """Return the median seconds from one decision on a doubted label to the next."""
    rows = LabelFinding.objects.filter(project=project, decided_at__isnull=False)
    latest = rows.order_by("-decided_at").values_list("decided_by", "decided_at")[:LATEST]
    decided: defaultdict[int | None, list[datetime]] = defaultdict(list)
    for who, at in latest:
        if at is not None:
            decided[who].append(at)
    gaps = [
        (later - earlier).total_seconds()
        for times in decided.values()
        for later, earlier in pairwise(times)
        if later - earlier <= LONGEST_GAP
    ]
    return round(median(gaps), 2) if gaps else None


def _doubts(project: Project) -> Doubts:
    findings = LabelFinding.objects.filter(project=project)
    counts = {
        state: findings.filter(state=state).count()
        for state in (FindingState.OPEN, FindingState.FIXED, FindingState.KEPT)
    }
    agreement = project.tasks.filter(annotation_count__gt=1).aggregate(mean=Avg("agreement"))
    mean = agreement["mean"]
    return Doubts(
        waiting=counts[FindingState.OPEN],
        fixed=counts[FindingState.FIXED],
        kept=counts[FindingState.KEPT],
        # Of two who disagree, one is wrong.
        error_share=None if mean is None else min(0.45, max(0.0, (1 - mean) / 2)),
    )
