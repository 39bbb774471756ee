"""The ledger in the database: complete, chained, and able to hold messages back."""

import pytest
from django.db.models import ProtectedError

from federated.ledger import Broken
from federated.models import OutboundLine, SiteMembership
from federated.node.leaving import Door, Held
from federated.selectors.ledger import broken_line, epsilon_spent
from federated.services.book_departures import MembershipBook
from federated.wire.asking import Ask, Refusal
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db

ASK = Ask("update", "7", 2)


def membership(**facts: object) -> SiteMembership:
    return SiteMembership.objects.create(project=make_project(), name="north", **facts)


def test_lines_follow_each_other_and_the_chain_holds() -> None:
    this = membership()
    door = Door(MembershipBook(this.pk))
    sent = [door.leave(ASK, {"round": number}, epsilon=0.5) for number in range(3)]
    lines = list(this.lines.order_by("number"))
    assert [line.number for line in lines] == [1, 2, 3]
    assert [line.size_bytes for line in lines] == [len(raw) for raw in sent]
    assert epsilon_spent(this) == pytest.approx(1.5)
    assert broken_line(this) is None


def test_a_line_changed_in_the_database_shows() -> None:
    this = membership()
    door = Door(MembershipBook(this.pk))
    for _ in range(3):
        door.leave(ASK, {}, epsilon=0.5)
    OutboundLine.objects.filter(number=2).update(epsilon=0.0)
    assert broken_line(this) == Broken(2, "changed")
    OutboundLine.objects.filter(number=2).delete()
    assert broken_line(this) == Broken(2, "missing")


def test_a_paused_site_holds_everything_back_but_its_refusal() -> None:
    this = membership(is_paused=True)
    door = Door(MembershipBook(this.pk))
    with pytest.raises(Held, match="paused the connection"):
        door.leave(ASK, {"delta": b"1"})
    assert not this.lines.exists()
    door.refuse(ASK, Refusal("paused", "..."))
    assert this.lines.count() == 1


def test_a_spent_budget_stops_noisy_training_and_nothing_else() -> None:
    this = membership(epsilon_budget=1.0)
    door = Door(MembershipBook(this.pk))
    door.leave(ASK, {}, epsilon=0.7)
    with pytest.raises(Held, match="privacy budget"):
        door.leave(ASK, {}, epsilon=0.7)
    door.leave(ASK, {})
    assert epsilon_spent(this) == pytest.approx(0.7)


def test_the_ledger_outlives_the_project_and_cannot_be_deleted() -> None:
    this = membership()
    Door(MembershipBook(this.pk)).leave(ASK, {})
    assert this.project is not None
    this.project.delete()
    this.refresh_from_db()
    assert this.project is None
    with pytest.raises(ProtectedError):
        this.delete()
