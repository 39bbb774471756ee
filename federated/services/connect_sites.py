"""Which SuperNodes a site's installation shall run, and what their logs say of the coordinator."""

import socket
from dataclasses import dataclass, field
from pathlib import Path

from federated.identity.invitation import Invitation
from federated.identity.places import SitePlace
from federated.identity.site_key import SiteKey
from federated.models import Contact, MembershipState, SiteMembership
from federated.transport.supernode import SuperNodePlan

__all__ = ["Connection", "connections_wanted"]

REFUSED = ("Failed to activate SuperNode", "must be registered")
START, ACTIVE = "Starting Flower SuperNode", "SuperNode ID:"
GRACE_S = 90.0
PROBE_S = 2.0


@dataclass
class Connection:
    """One membership's way to its coordinator."""

    membership: SiteMembership
    place: SitePlace
    port: int
    uses_next_key: bool = False
    _active_start: int = field(default=0, repr=False)
    _refused_start: int = field(default=0, repr=False)
    _refused_since: float | None = field(default=None, repr=False)

    @property
    def key(self) -> SiteKey:
        """The one tried now."""
        return self.place.next_key if self.uses_next_key else self.place.key

    @property
    def plan(self) -> SuperNodePlan:
        """The process to run."""
        return SuperNodePlan(
            invitation=Invitation.of(self.membership.invitation),
            authority=self.place.certificate,
            key=self.key,
            port=self.port,
            secret=self.place.secret,
        )

    @property
    def home(self) -> Path:
        """Of that process."""
        return self.place.home("supernode")

    def look(self, *, starts: int, is_running: bool, now_s: float) -> Contact:
        """Return how it stands, by the log of its last start and by reaching for the port."""
        words = self._last_start()
        if any(word in words for word in REFUSED):
            return self._refused(starts, now_s)
        self._refused_since = None
        if ACTIVE in words:
            self._active_start = starts
        if not is_running or self._active_start != starts or not self._is_reached():
            return Contact.OFFLINE
        if self.uses_next_key:
            # The coordinator has approved it: from now on it is the key.
            self.place.take_next_key()
            self.uses_next_key = False
        return Contact.ONLINE

    def _refused(self, starts: int, now_s: float) -> Contact:
        """Try the other key, once a start; after a crash, a refusal for a minute means nothing."""
        if self._refused_since is None:
            self._refused_since = now_s
        if starts != self._refused_start:
            self._refused_start = starts
            has_next = self.place.next_key.path.exists()
            self.uses_next_key = has_next and not self.uses_next_key
        return Contact.REFUSED if now_s - self._refused_since > GRACE_S else Contact.OFFLINE

    def _last_start(self) -> str:
        log = self.home / "log.txt"
        if not log.exists():
            return ""
        words = log.read_bytes()[-20_000:].decode(errors="replace")
        return words[max(0, words.rfind(START)) :]

    def _is_reached(self) -> bool:
        invitation = self.plan.invitation
        try:
            with socket.create_connection((invitation.host, invitation.port), PROBE_S):
                return True
        except OSError:
            return False


def connections_wanted(data: Path, known: dict[int, Connection]) -> dict[int, Connection]:
    """Return a connection for every membership that is neither cut nor left."""
    apart = (MembershipState.CUT, MembershipState.LEFT)
    wanted: dict[int, Connection] = {}
    for membership in SiteMembership.objects.exclude(state__in=apart).order_by("pk"):
        place = SitePlace.of(data, membership.name)
        if not place.key.path.exists():
            continue
        found = known.get(membership.pk) or Connection(membership, place, _free_port())
        found.membership = membership
        wanted[membership.pk] = found
    return wanted


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
