"""The coordinator's process: it makes the transport do what people decided, and plays the runs."""

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from django.utils import timezone

from federated.models import Federation, FederationRun, RunState
from federated.server.exchange import Exchange
from federated.services.follow_sites import Registrar, follow_sites
from federated.services.match_sites import keys_of
from federated.services.note_rounds import end_run
from federated.services.play_run import play_run

__all__ = ["Coordinator", "RunControl", "tend_until"]

log = logging.getLogger(__name__)

MOST_RESTARTS = 10
FINISHED = "finished"
LOST = {
    "code": "lost",
    "detail": "The run was interrupted again and again; see the coordinator's log.",
}


class RunControl(Registrar, Protocol):
    """What starts and watches runs; implemented by the transport."""

    def start(self, *, run: str) -> int:
        """Start a run under our name of it; returns the transport's number."""

    def stop(self, *, run_id: int) -> None:
        """Stop one."""

    def status(self, *, run_id: int) -> tuple[str, str, str]:
        """Return status, sub-status and details."""


class Coordinator:
    """One step at a time (`tend`); playing happens in the thread that the transport gives."""

    def __init__(self, control: RunControl) -> None:
        self.control = control
        self._playing: set[int] = set()
        self._is_new = True

    def tend(self) -> None:
        """Look at sites and runs once."""
        follow_sites(registrar=self.control, now=timezone.now())
        for run in FederationRun.objects.filter(state=RunState.RUNNING):
            self._revive(run)
        for run in FederationRun.objects.filter(state=RunState.QUEUED).order_by("pk"):
            self._start(run)
        self._is_new = False

    def play(self, run: str, exchange: Exchange) -> None:
        """Play a run that the transport started."""
        run_id = int(run)
        self._playing.add(run_id)
        try:
            play_run(run_id=run_id, exchange=exchange)
        finally:
            self._playing.discard(run_id)

    def keys(self) -> dict[str, bytes]:
        """Return every approved site of every federation with its key."""
        found: dict[str, bytes] = {}
        for federation in Federation.objects.all():
            found |= keys_of(federation)
        return found

    def _start(self, run: FederationRun) -> None:
        number = self.control.start(run=str(run.pk))
        FederationRun.objects.filter(pk=run.pk, state=RunState.QUEUED).update(
            state=RunState.RUNNING, transport_id=str(number), started_at=timezone.now()
        )

    def _revive(self, run: FederationRun) -> None:
        """Start a run anew that nobody plays: it goes on from its last model."""
        if run.pk in self._playing or not (self._is_new or self._is_over(run)):
            return
        run.refresh_from_db()
        if run.state != RunState.RUNNING:
            return
        if run.stop_asked:
            end_run(run=run, state=RunState.STOPPED, now=timezone.now())
            return
        if run.restarts >= MOST_RESTARTS:
            end_run(run=run, state=RunState.FAILED, now=timezone.now(), reason=LOST)
            return
        self._stop_old(run)
        number = self.control.start(run=str(run.pk))
        FederationRun.objects.filter(pk=run.pk).update(
            transport_id=str(number), restarts=run.restarts + 1
        )
        log.warning("run %s goes on after an interruption", run.pk)

    def _is_over(self, run: FederationRun) -> bool:
        try:
            return self.control.status(run_id=int(run.transport_id or 0))[0] == FINISHED
        except KeyError:
            # The transport has forgotten it: its database is new.
            return True

    def _stop_old(self, run: FederationRun) -> None:
        """What may still wait for the process that died must not begin now."""
        if not run.transport_id:
            return
        try:
            self.control.stop(run_id=int(run.transport_id))
        except Exception:
            log.info("run %s had ended in the transport", run.pk, exc_info=True)


def tend_until(
    ended: threading.Event, tend: Callable[[], None], *, every_s: float, expected: type[Exception]
) -> None:
    """Tend again and again; the transport may be away for a while, being restarted."""
    while not ended.is_set():
        try:
            tend()
        except expected as error:
            log.warning("the transport does not answer: %s", error)
        except Exception:
            # The outermost loop of a process.
            log.exception("tending failed; trying again")
        ended.wait(every_s)
