"""Tells how a training goes: its row, its log, and the live channel."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from active_learning.models import TrainingRun
from labeling.kernel.clock import wire_time
from labeling.services.event_log import log_event

__all__ = ["RunLog"]

STEP_S = 0.5
"""Curves are written and told at most this often."""
MOST_LINES = 500


class RunLog:
    """What a running training says; every word also goes to who looks at its page."""

    def __init__(self, row: TrainingRun, clock: Callable[[], float] = time.monotonic) -> None:
        self.row = row
        self._clock = clock
        self._told_at = -STEP_S
        self._points: list[dict[str, Any]] = []

    def say(self, code: str, **params: Any) -> None:
        """Add a line; the screen words its code in the reader's language."""
        line = {"at": wire_time(timezone.now()), "code": code, "params": params}
        self.row.log = [*self.row.log, line][-MOST_LINES:]
        self.row.save(update_fields=["log"])
        self._tell(line=line)

    def point(self, point: Mapping[str, Any]) -> None:
        """Add a point of the curve; several quick ones travel together.

        An epoch that is made again, after a process died, takes the place of those from it on.
        """
        self._points = [one for one in self._points if one["epoch"] < point["epoch"]]
        self._points.append(dict(point))
        if self._clock() - self._told_at >= STEP_S:
            self.flush()

    def tried(self, trial: Mapping[str, Any]) -> None:
        """Add a trial of a search."""
        self.row.tried = [*self.row.tried, dict(trial)]
        self.row.save(update_fields=["tried"])
        self._tell(trial=dict(trial))

    def flush(self) -> None:
        """Write the points that wait."""
        if not self._points:
            return
        self._told_at, points, self._points = self._clock(), self._points, []
        # After a resume the curve may hold epochs that are made again.
        first = points[0]["epoch"]
        kept = [one for one in self.row.curve if one["epoch"] < first]
        self.row.curve = [*kept, *points]
        self.row.epoch = points[-1]["epoch"]
        self.row.save(update_fields=["curve", "epoch"])
        self._tell(points=points)

    def state(self) -> None:
        """Tell the state that the row is in now."""
        self._tell()

    def _tell(self, **data: Any) -> None:
        log_event(
            project_id=self.row.project_id,
            type="training",
            data={"run": str(self.row.pk), "state": self.row.state, **data},
            actor_id=None,
        )
