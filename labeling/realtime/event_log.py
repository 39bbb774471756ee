"""Reads the event log for the live channel, in an order that never goes back."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Max

from labeling.models import Event

BATCH = 1000
LATE = 50
"""How far back of the newest id a transaction may still be about to commit."""


@dataclass(slots=True)
class LogReader:
    """Where one process has read to, over all projects.

    PostgreSQL hands ids out before commit, so id 6 may be seen before 5. Clients resume from the
    last id they saw; a later 5 would be lost. So reading stops before a missing id until it
    comes, or no transaction is left that could bring it, or `patience_s` are over (a long import
    runs beside). SQLite writes one transaction after the other and leaves no gap.
    """

    has_gaps: bool = field(default_factory=lambda: connection.vendor == "postgresql")
    patience_s: float = 2.0
    position: int = 0
    missing_since: dict[int, float] = field(default_factory=dict)

    def start(self, now: float) -> None:
        """Stand before the newest ids that may have gaps."""
        newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
        self.position = newest
        self.missing_since = {}
        if self.has_gaps:
            self.position = max(0, newest - LATE)
            self.read(now, ())
            self.read(now, ())  # a quiet database settles the gaps of the first look

    def read(self, now: float, projects: Iterable[int]) -> list[Event]:
        """Return new events of `projects` in the order of ids, and move on."""
        # Asked before reading: whoever took a known missing id has ended, one way or the other.
        given_up = set(self.missing_since) if self.missing_since and _is_quiet() else set()
        seen = list(
            Event.objects.filter(pk__gt=self.position)
            .order_by("pk")
            .values_list("pk", "project_id")[:BATCH]
        )
        upto = self._settled([pk for pk, _ in seen], given_up, now)
        wanted = set(projects)
        ids = [pk for pk, project in seen if pk <= upto and project in wanted]
        self.position = max(self.position, upto)
        self.missing_since = {pk: t for pk, t in self.missing_since.items() if pk > upto}
        if not ids:
            return []
        return list(Event.objects.filter(pk__in=ids).select_related("actor").order_by("pk"))

    def _settled(self, ids: list[int], given_up: set[int], now: float) -> int:
        """Return the last id before the first one that may still come."""
        if not ids or not self.has_gaps:
            return ids[-1] if ids else self.position
        first = max(self.position + 1, ids[-1] - BATCH)
        present = set(ids)
        missing = [pk for pk in range(first, ids[-1]) if pk not in present]
        waiting = [
            pk
            for pk in missing
            if pk not in given_up and now - self.missing_since.setdefault(pk, now) < self.patience_s
        ]
        return waiting[0] - 1 if waiting else ids[-1]


def _is_quiet() -> bool:
    """Whether no transaction that writes is under way (PostgreSQL)."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_snapshot_xmin(s) = pg_snapshot_xmax(s) FROM pg_current_snapshot() s"
        )
        return bool(cursor.fetchone()[0])


def events_between(project_id: int, after: int, upto: int, limit: int) -> list[Event]:
    """Return what a client missed, oldest first, at most `limit` and one more."""
    missed = Event.objects.filter(project=project_id, pk__gt=after, pk__lte=upto)
    return list(missed.select_related("actor").order_by("pk")[: limit + 1])
