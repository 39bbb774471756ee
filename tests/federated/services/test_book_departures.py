"""The ledger in the database: complete, chained, and able to hold messages back."""

import pytest
from django.db.models import ProtectedError

from federated.ledger import Broken
from federated.models import MembershipState, OutboundLine, SiteMembership
from federated.node.leaving import Door, Held
from federated.privacy.budget import NoisyTraining, epsilon_of
from federated.selectors.ledger import broken_line, epsilon_spent
from federated.services.book_departures import MembershipBook
from federated.wire.asking import Ask, Refusal
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db

ASK = Ask("update", "7", 2)
NOISY = NoisyTraining(noise_multiplier=2.0, sampling_rate=0.1, steps=30)


def membership(**facts: object) -> SiteMembership:
    return SiteMembership.objects.create(project=make_project(), name="north", **facts)


def test_lines_follow_each_other_and_the_chain_holds() -> None:
    this = membership()
    door = Door(MembershipBook(this.pk))
    sent = [door.leave(ASK, {"round": number}, cost=NOISY) for number in range(3)]
    lines = list(this.lines.order_by("number"))
    assert [line.number for line in lines] == [1, 2, 3]
    assert [line.size_bytes for line in lines] == [len(raw) for raw in sent]
    assert epsilon_spent(this) == pytest.approx(epsilon_of([NOISY] * 3))
    assert broken_line(this) is None


def test_a_line_changed_in_the_database_shows() -> None:
    this = membership()
    door = Door(MembershipBook(this.pk))
    for _ in range(3):
        door.leave(ASK, {}, cost=NOISY)
    OutboundLine.objects.filter(number=2).update(epsilon=0.0)
    assert broken_line(this) == Broken(2, "changed")
    OutboundLine.objects.filter(number=2).delete()
    assert broken_line(this) == Broken(2, "missing")


def test_a_paused_site_holds_everything_back_but_its_refusal() -> None:
    this = membership(state=MembershipState.PAUSED)
    door = Door(MembershipBook(this.pk))
    with pytest.raises(Held, match="paused the connection"):
        door.leave(ASK, {"delta": b"1"})
    assert not this.lines.exists()
    door.refuse(ASK, Refusal("paused", "..."))
    assert this.lines.count() == 1


def test_a_spent_budget_stops_noisy_training_and_nothing_else() -> None:
    once = epsilon_of([NOISY])
    this = membership(epsilon_budget=1.1 * once)
    door = Door(MembershipBook(this.pk))
    door.leave(ASK, {}, cost=NOISY)
    with pytest.raises(Held, match="privacy budget"):
        door.leave(ASK, {}, cost=NOISY)
    door.leave(ASK, {})
    assert epsilon_spent(this) == pytest.approx(once)


@pytest.mark.parametrize("round", [1, 2])
def test_what_was_answered_is_not_answered_again_nor_anything_before_it(round: int) -> None:
    this = membership()
    book = MembershipBook(this.pk)
    Door(book).leave(ASK, {})
    with pytest.raises(Held, match="answered that, or a later round") as held:
        book.admit(Ask("update", "7", round))
    assert held.value.code == "replayed"
    for other in (Ask("update", "7", 3), Ask("update", "8", 1), Ask("about", "7", 1)):
        book.admit(other)


def test_a_cut_site_admits_nothing() -> None:
    this = membership(state=MembershipState.CUT)
    with pytest.raises(Held, match="cut the connection"):
        MembershipBook(this.pk).admit(ASK)


def test_the_ledger_outlives_the_project_and_cannot_be_deleted() -> None:
    this = membership()
    Door(MembershipBook(this.pk)).leave(ASK, {})
    assert this.project is not None
    this.project.delete()
    this.refresh_from_db()
    assert this.project is None
    with pytest.raises(ProtectedError):
        this.delete()
