"""The coordinator's process: sites follow what people decided, runs are started and revived."""

from dataclasses import dataclass, field

import pytest
from django.utils import timezone

from federated.models import FederatedSite, FederationEvent, RunState, SiteState
from federated.services.coordinate import MOST_RESTARTS, Coordinator
from federated.services.follow_sites import follow_sites
from tests.factories.federation import make_federation, make_key_line, make_run, make_site

pytestmark = pytest.mark.django_db


@dataclass
class Transport:
    """What the transport would do, in memory; ``online`` names who is connected."""

    nodes: dict[int, tuple[str, str]] = field(default_factory=dict)
    online: set[str] = field(default_factory=set)
    started: list[str] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    runs: dict[int, str] = field(default_factory=dict)

    def register(self, *, name: str, public_line: str) -> int:
        if any(line == public_line for _, line in self.nodes.values()):
            raise ValueError("this key is registered")
        # Numbers of the transport do not fit a signed column.
        number = 2**63 + len(self.nodes) + 1
        self.nodes[number] = (name, public_line)
        return number

    def unregister(self, *, node_id: int) -> None:
        del self.nodes[node_id]

    def statuses(self) -> dict[str, str]:
        return {
            name: "online" if name in self.online else "registered"
            for name, _ in self.nodes.values()
        }

    def start(self, *, run: str) -> int:
        self.started.append(run)
        self.runs[len(self.started)] = "running"
        return len(self.started)

    def stop(self, *, run_id: int) -> None:
        self.stopped.append(run_id)

    def status(self, *, run_id: int) -> tuple[str, str, str]:
        return self.runs[run_id], "", ""


def follow(transport: Transport) -> None:
    follow_sites(registrar=transport, now=timezone.now())


def keys(transport: Transport) -> dict[str, str]:
    return dict(transport.nodes.values())


def test_only_approved_keys_open_the_door() -> None:
    federation, transport = make_federation(), Transport()
    approved = make_site(federation, "north")
    make_site(federation, "south", state=SiteState.WAITING)
    make_site(federation, "west", state=SiteState.REVOKED)
    follow(transport)
    follow(transport)
    assert keys(transport) == {"north": approved.public_line}


def test_a_key_that_was_revoked_or_exchanged_opens_it_no_more() -> None:
    federation, transport = make_federation(), Transport()
    north, south = make_site(federation, "north"), make_site(federation, "south")
    follow(transport)
    line = make_key_line()
    FederatedSite.objects.filter(pk=north.pk).update(state=SiteState.REVOKED)
    FederatedSite.objects.filter(pk=south.pk).update(public_line=line)
    follow(transport)
    assert keys(transport) == {"south": line}


def test_a_transport_that_lost_its_memory_is_told_again() -> None:
    transport, site = Transport(), make_site(make_federation(), "north")
    follow(transport)
    transport.nodes.clear()
    follow(transport)
    assert keys(transport) == {"north": site.public_line}


def test_one_site_that_cannot_be_registered_keeps_nobody_else_out() -> None:
    federation, transport = make_federation(), Transport()
    taken = make_site(federation, "north")
    make_site(federation, "south")
    transport.nodes[1] = ("stranger", taken.public_line)
    follow(transport)
    assert set(keys(transport)) == {"stranger", "south"}


def test_coming_and_going_is_told_once() -> None:
    federation, transport = make_federation(), Transport(online={"north"})
    site = make_site(federation, "north", is_online=False)
    for _ in range(3):
        follow(transport)
    transport.online.clear()
    follow(transport)
    told = FederationEvent.objects.filter(type="site").values_list("data__is_online", flat=True)
    assert list(told) == [True, False]
    site.refresh_from_db()
    assert site.seen_at is not None
    assert not site.is_online


def test_a_queued_run_is_started_once() -> None:
    run, transport = make_run(make_federation(), state=RunState.QUEUED), Transport()
    coordinator = Coordinator(transport)
    for _ in range(3):
        coordinator.tend()
    run.refresh_from_db()
    assert (run.state, run.transport_id, transport.started) == ("running", "1", [str(run.pk)])


@pytest.mark.parametrize("status", ["finished", "forgotten"])
def test_a_run_that_nobody_plays_any_more_goes_on(status: str) -> None:
    run, transport = make_run(make_federation(), state=RunState.QUEUED), Transport()
    coordinator = Coordinator(transport)
    coordinator.tend()
    if status == "finished":
        transport.runs[1] = status
    else:
        transport.runs.clear()
    coordinator.tend()
    run.refresh_from_db()
    assert (run.transport_id, run.restarts, transport.stopped) == ("2", 1, [1])


def test_a_new_process_takes_up_what_the_one_before_it_left() -> None:
    run, transport = make_run(make_federation(), state=RunState.QUEUED), Transport()
    Coordinator(transport).tend()
    Coordinator(transport).tend()
    run.refresh_from_db()
    assert (run.restarts, transport.started) == (1, [str(run.pk)] * 2)


def test_a_run_that_is_interrupted_again_and_again_fails_with_the_reason() -> None:
    run = make_run(make_federation(), state=RunState.RUNNING, restarts=MOST_RESTARTS)
    Coordinator(Transport()).tend()
    run.refresh_from_db()
    assert (run.state, run.reason["code"]) == ("failed", "lost")


def test_a_run_that_was_to_stop_when_its_process_died_is_stopped() -> None:
    run = make_run(make_federation(), state=RunState.RUNNING, stop_asked=True)
    transport = Transport()
    Coordinator(transport).tend()
    run.refresh_from_db()
    assert (run.state, transport.started) == ("stopped", [])


def test_keys_of_all_federations_are_known_to_the_transport() -> None:
    make_site(make_federation(), "north")
    make_site(make_federation(), "south")
    make_site(make_federation(), "west", state=SiteState.REVOKED)
    assert set(Coordinator(Transport()).keys()) == {"north", "south"}
