"""Trouble at one site of a federation whose ledgers are in the database."""

import numpy as np
import pytest
from django.db import OperationalError

from federated.aggregation import AGGREGATORS
from federated.models import MembershipState, OutboundLine, SiteMembership
from federated.node.leaving import Door
from federated.node.node import Node
from federated.node.recipe import Recipe
from federated.node.summing import SummingNode
from federated.privacy.budget import NoisyTraining, epsilon_of
from federated.privacy.secure_sum import IdentityKey
from federated.selectors.ledger import broken_line, epsilon_spent
from federated.server.rounds import NoQuorum, RoundOutcome, RunState, run_round
from federated.services.book_departures import MembershipBook
from federated.simulation.exchange import LocalExchange
from tests.factories.facts import make_project
from tests.federated.small import sites, terms

pytestmark = pytest.mark.django_db

NAMES = ("site0", "site1", "site2", "site3")
NOISY = Recipe(steps=15, learning_rate=0.3, noise_multiplier=4.0)


@pytest.fixture
def exchange() -> LocalExchange:
    identities = {name: IdentityKey.generate() for name in NAMES}
    keys = {name: identity.public for name, identity in identities.items()}
    rng, nodes = np.random.default_rng(1), {}
    for name, site in sites(4).items():
        membership = SiteMembership.objects.create(project=make_project(), name=name)
        summing = SummingNode(name, identities[name], lambda: keys, rng)
        nodes[name] = Node(site, Door(MembershipBook(membership.pk)), summing, rng)
    return LocalExchange(nodes, keys)


def of(name: str) -> SiteMembership:
    return SiteMembership.objects.get(name=name)


def play(exchange: LocalExchange, number: int = 1, **how: object) -> RoundOutcome:
    these = terms(**how)
    state = RunState.beginning(these)
    return run_round(
        terms=these,
        state=RunState(state.head, number, state.scale),
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=exchange,
    )


@pytest.mark.parametrize("state", [MembershipState.PAUSED, MembershipState.CUT])
def test_a_site_that_is_held_is_left_out_and_only_its_refusals_leave(
    exchange: LocalExchange, state: MembershipState
) -> None:
    SiteMembership.objects.filter(name="site2").update(state=state)
    outcome = play(exchange)
    assert outcome.sites == ("site0", "site1", "site3")
    assert outcome.refused["site2"].code in {"paused", "cut"}
    assert max(len(raw) for raw in exchange.received["site2"]) < 150
    assert of("site2").lines.count() == 2


def test_a_site_whose_budget_is_spent_trains_no_more_and_says_so(exchange: LocalExchange) -> None:
    once = epsilon_of([NoisyTraining(4.0, 1.0, 15)])
    SiteMembership.objects.filter(name="site1").update(epsilon_budget=1.2 * once)
    first = play(exchange, recipe=NOISY)
    second = play(exchange, 2, recipe=NOISY)
    assert first.sites == NAMES
    assert second.sites == ("site0", "site2", "site3")
    assert second.refused["site1"].code == "budget_spent"
    assert epsilon_spent(of("site1")) == pytest.approx(once)
    assert epsilon_spent(of("site0")) == pytest.approx(epsilon_of([NoisyTraining(4.0, 1.0, 30)]))


def test_on_a_full_disk_nothing_leaves_and_the_others_go_on(
    exchange: LocalExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, create = of("site3").pk, OutboundLine.objects.create

    def created(**facts: object) -> OutboundLine:
        if facts["membership"].pk == full:  # type: ignore[attr-defined]
            raise OperationalError("database or disk is full")
        return create(**facts)

    monkeypatch.setattr(OutboundLine.objects, "create", created)
    outcome = play(exchange)
    assert outcome.sites == ("site0", "site1", "site2")
    assert outcome.refused["site3"].code == "unavailable"
    assert "site3" not in exchange.received
    assert not of("site3").lines.exists()


def test_a_round_that_is_asked_again_is_refused_by_everybody(exchange: LocalExchange) -> None:
    play(exchange, 2, is_secure=False)
    for number in (1, 2):
        with pytest.raises(NoQuorum, match="has answered that, or a later round"):
            play(exchange, number, is_secure=False)
    assert len(play(exchange, 3, is_secure=False).sites) == 4
    for name in NAMES:
        assert broken_line(of(name)) is None
