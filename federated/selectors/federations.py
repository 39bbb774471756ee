"""How the coordinator's federations stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from federated.models import (
    LIVE_RUNS,
    Federation,
    FederationRun,
    SharedModel,
    SiteState,
)
from labeling.models import WorkerBeat

__all__ = [
    "COORDINATOR",
    "NODE",
    "Standing",
    "coordinator_is_alive",
    "node_is_alive",
    "standing_of",
]

COORDINATOR, NODE = "coordinator", "node"
"""How the federation's processes call themselves in the table of processes."""
MOST_UNMEASURED = 5
"""Newest models among which one that was measured is looked for."""
_ALIVE = timedelta(seconds=20)


@dataclass(frozen=True)
class Standing:
    """A federation at one moment."""

    counts: Mapping[str, int]
    live_run: FederationRun | None
    latest_model: SharedModel | None
    accuracy: float | None
    """Of the newest model that was measured; a model is measured by the round after it."""


def standing_of(federation: Federation) -> Standing:
    """Return who is there, what runs, and the newest model."""
    approved = Q(state=SiteState.APPROVED)
    waiting = Q(state=SiteState.WAITING) | (approved & ~Q(next_line=""))
    counts = federation.sites.exclude(state=SiteState.REVOKED).aggregate(
        sites=Count("pk"),
        approved=Count("pk", filter=approved),
        online=Count("pk", filter=approved & Q(is_online=True)),
        waiting=Count("pk", filter=waiting),
    )
    models = SharedModel.objects.filter(federation=federation).select_related("round")
    newest = list(models.order_by("-number")[:MOST_UNMEASURED])
    return Standing(
        counts=counts,
        live_run=federation.runs.filter(state__in=LIVE_RUNS).first(),
        latest_model=newest[0] if newest else None,
        accuracy=next((one.accuracy for one in newest if one.accuracy is not None), None),
    )


def coordinator_is_alive() -> bool:
    """Whether the coordinator's process was seen lately."""
    return _is_alive(COORDINATOR)


def node_is_alive() -> bool:
    """Whether the node's process was seen lately."""
    return _is_alive(NODE)


def _is_alive(kind: str) -> bool:
    since = timezone.now() - _ALIVE
    return WorkerBeat.objects.filter(kind=kind, seen_at__gte=since).exists()
