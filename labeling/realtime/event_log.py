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
    last id they saw; a later 5 would be lost. So reading stops before a missing id until it comes
    or has been missing for `patience_s` (rolled back). SQLite writes one after the other.
    """

    has_gaps: bool = field(default_factory=lambda: connection.vendor == "postgresql")
    patience_s: float = 2.0
    position: int = 0
    missing_since: dict[int, float] = field(default_factory=dict)

    def start(self, now: float) -> None:
        """Stand before the newest ids that may have gaps."""
        newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
        self.position = newest
        if self.has_gaps:
            self.position = max(0, newest - LATE)
            self.read(now, ())

    def read(self, now: float, projects: Iterable[int]) -> list[Event]:
        """Return new events of `projects` in the order of ids, and move on."""
        seen = list(
            Event.objects.filter(pk__gt=self.position)
            .order_by("pk")
            .values_list("pk", "project_id")[:BATCH]
        )
        upto = self._settled([pk for pk, _ in seen], now)
        wanted = set(projects)
        ids = [pk for pk, project in seen if pk <= upto and project in wanted]
        self.position = max(self.position, upto)
        if not ids:
            return []
        return list(Event.objects.filter(pk__in=ids).select_related("actor").order_by("pk"))

    def _settled(self, ids: list[int], now: float) -> int:
        """Return the last id before the first one that may still come."""
        if not self.has_gaps:
            return ids[-1] if ids else self.position
        last = self.position
        for pk in ids:
            for missing in range(last + 1, pk):
                if now - self.missing_since.setdefault(missing, now) < self.patience_s:
                    self._forget(last)
                    return last
            last = pk
        self._forget(last)
        return last

    def _forget(self, upto: int) -> None:
        self.missing_since = {pk: t for pk, t in self.missing_since.items() if pk > upto}


def events_between(project_id: int, after: int, upto: int, limit: int) -> list[Event]:
    """Return what a client missed, oldest first, at most `limit` and one more."""
    missed = Event.objects.filter(project=project_id, pk__gt=after, pk__lte=upto)
    return list(missed.select_related("actor").order_by("pk")[: limit + 1])
