"""How a node reads its connection, and when it takes its next key."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from federated.identity.invitation import Invitation
from federated.identity.places import SitePlace
from federated.models import Contact, MembershipState, SiteMembership
from federated.services.connect_sites import GRACE_S, Connection, connections_wanted
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db
STARTING = "INFO: Starting Flower SuperNode\n"
ACTIVE = STARTING + "INFO: SuperNode ID: 7\n"
REFUSED = STARTING + "Exit Code: 305 [code: 2004] Failed to activate SuperNode\n"


@pytest.fixture
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def connection(data: Path, port: int) -> Connection:
    place = SitePlace.of(data, "north")
    place.key.ensure()
    membership = SiteMembership.objects.create(
        project=make_project(),
        name="north",
        invitation=Invitation("127.0.0.1", port, "north", "PEM").as_json(),
    )
    (found,) = connections_wanted(data, {}).values()
    assert found.membership == membership
    return found


def says(this: Connection, words: str) -> None:
    this.home.mkdir(parents=True, exist_ok=True)
    with (this.home / "log.txt").open("a") as log:
        log.write(words)


def test_it_is_online_when_the_last_start_got_in_and_the_port_answers(
    tmp_path: Path, listening: int
) -> None:
    this = connection(tmp_path, listening)
    assert this.look(is_running=True, now_s=0.0) == Contact.OFFLINE
    says(this, REFUSED + ACTIVE)
    assert this.look(is_running=True, now_s=0.0) == Contact.ONLINE
    assert this.look(is_running=False, now_s=0.0) == Contact.OFFLINE
    says(this, STARTING)
    assert this.look(is_running=True, now_s=0.0) == Contact.OFFLINE


def test_it_is_offline_where_nobody_listens(tmp_path: Path, listening: int) -> None:
    this = connection(tmp_path, 9)
    says(this, ACTIVE)
    assert this.look(is_running=True, now_s=0.0) == Contact.OFFLINE


def test_a_refusal_counts_after_a_while_only(tmp_path: Path, listening: int) -> None:
    this = connection(tmp_path, listening)
    for now_s in (0.0, GRACE_S):
        says(this, REFUSED)
        assert this.look(is_running=False, now_s=now_s) == Contact.OFFLINE
    assert this.look(is_running=False, now_s=GRACE_S + 1) == Contact.REFUSED


def test_the_next_key_is_tried_when_refused_and_kept_once_it_got_in(
    tmp_path: Path, listening: int
) -> None:
    this = connection(tmp_path, listening)
    old = this.place.key.fingerprint
    this.place.next_key.ensure()
    new = this.place.next_key.fingerprint
    says(this, ACTIVE)
    this.look(is_running=True, now_s=0.0)
    assert this.key.fingerprint == old
    says(this, REFUSED)
    # The next start takes seconds until it says a word; the old refusal is not its own.
    for _ in range(3):
        this.look(is_running=True, now_s=1.0)
    assert this.key.fingerprint == new
    assert str(this.place.next_key.path) in this.plan.command
    says(this, ACTIVE)
    assert this.look(is_running=True, now_s=2.0) == Contact.ONLINE
    assert this.key == this.place.key
    assert this.place.key.fingerprint == new
    assert not this.place.next_key.path.exists()


def test_two_keys_that_are_both_refused_are_tried_in_turn(tmp_path: Path, listening: int) -> None:
    this = connection(tmp_path, listening)
    this.place.next_key.ensure()
    tried = []
    for now_s in range(4):
        says(this, REFUSED)
        this.look(is_running=False, now_s=float(now_s))
        tried.append(this.uses_next_key)
    assert tried == [True, False, True, False]


def test_what_the_log_says_of_an_earlier_process_is_past(tmp_path: Path, listening: int) -> None:
    before = connection(tmp_path, listening)
    says(before, ACTIVE)
    (this,) = connections_wanted(tmp_path, {}).values()
    assert this.look(is_running=True, now_s=0.0) == Contact.OFFLINE


def test_a_membership_that_is_cut_or_left_has_no_connection(tmp_path: Path, listening: int) -> None:
    this = connection(tmp_path, listening)
    known = {this.membership.pk: this}
    assert connections_wanted(tmp_path, known)[this.membership.pk].port == this.port
    for state in (MembershipState.CUT, MembershipState.LEFT):
        SiteMembership.objects.update(state=state)
        assert connections_wanted(tmp_path, known) == {}
