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
    _stage: str = field(default="", repr=False)
    _starts: int = field(default=0, repr=False)
    _read_to: int = field(default=0, repr=False)
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

    def __post_init__(self) -> None:
        """What the log says of earlier lives of this process is past."""
        self._read_to = self._log.stat().st_size if self._log.exists() else 0

    def look(self, *, is_running: bool, now_s: float) -> Contact:
        """Return how it stands, by what the log says since and by reaching for the port."""
        self._read_on()
        if self._stage == "refused":
            return self._refused(now_s)
        if self._stage == "active":
            self._refused_since = None
        if not is_running or self._stage != "active" or not self._is_reached():
            return Contact.OFFLINE
        if self.uses_next_key:
            # The coordinator has approved it: from now on it is the key.
            self.place.take_next_key()
            self.uses_next_key = False
        return Contact.ONLINE

    def _refused(self, now_s: float) -> Contact:
        """Try the other key, once a start; after a crash, a refusal for a minute means nothing."""
        if self._refused_since is None:
            self._refused_since = now_s
        if self._refused_start != self._starts:
            self._refused_start = self._starts
            has_next = self.place.next_key.path.exists()
            self.uses_next_key = has_next and not self.uses_next_key
        return Contact.REFUSED if now_s - self._refused_since > GRACE_S else Contact.OFFLINE

    def _read_on(self) -> None:
        """Follow the log by whole lines from where it was left."""
        if not self._log.exists():
            return
        with self._log.open("rb") as log:
            log.seek(self._read_to)
            raw = log.read()
        whole = raw[: raw.rfind(b"\n") + 1]
        self._read_to += len(whole)
        for line in whole.decode(errors="replace").splitlines():
            if START in line:
                self._stage, self._starts = "starting", self._starts + 1
            elif ACTIVE in line:
                self._stage = "active"
            elif any(word in line for word in REFUSED):
                self._stage = "refused"

    @property
    def _log(self) -> Path:
        return self.home / "log.txt"

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
