"""Rounds over real nodes in one process: they learn, survive losses, and fail loudly."""

import numpy as np
import pytest

from federated.aggregation import AGGREGATORS
from federated.privacy.secure_sum import SecureSumError
from federated.server.rounds import NoQuorum, RunState, run_round
from federated.server.terms import BadTerms, Terms
from federated.simulation.exchange import LocalExchange
from federated.simulation.sites import ArraySite, local_federation
from tests.federated.small import accuracy, site, sites, terms


def federation(members: dict[str, ArraySite]) -> LocalExchange:
    return local_federation(members, rng=np.random.default_rng(4))


def played(these: Terms, exchange: LocalExchange, rounds: int = 4) -> RunState:
    state, aggregator = RunState.beginning(these), AGGREGATORS.get(these.aggregator)()
    for _ in range(rounds):
        state = run_round(terms=these, state=state, aggregator=aggregator, exchange=exchange).state
    return state


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_shared_model_learns_and_reaches_every_site(is_secure: bool) -> None:
    members, unseen = sites(3), site(99)
    state = played(terms(is_secure=is_secure), federation(members))
    assert accuracy(state.head.predict_proba(unseen.features), unseen.truth) > 0.85
    for member in members.values():
        assert member.head is not None
        assert np.allclose(member.head.flat, state.head.flat, atol=1e-5)


def test_hidden_and_open_updates_come_to_the_same_model() -> None:
    hidden = played(terms(is_secure=True), federation(sites(3)), rounds=6).head
    plain = played(terms(is_secure=False), federation(sites(3)), rounds=6).head
    apart = np.linalg.norm(hidden.flat - plain.flat) / np.linalg.norm(plain.flat)
    assert apart < 0.1


def test_sums_of_hold_outs_are_told_and_nothing_of_one_site() -> None:
    exchange, these = federation(sites(3)), terms()
    state = played(these, exchange, rounds=3)
    outcome = run_round(
        terms=these,
        state=state,
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=exchange,
    )
    assert outcome.holdout == 60
    assert 45 < outcome.right <= 60


@pytest.mark.parametrize("kind", ["sum.advertise", "sum.share", "sum.mask", "sum.agree"])
def test_a_site_that_falls_silent_is_left_out_and_gets_the_model_all_the_same(kind: str) -> None:
    members = sites(4)
    exchange = federation(members)
    exchange.lost = {("site1", kind)}
    outcome = run_round(
        terms=terms(),
        state=RunState.beginning(terms()),
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=exchange,
    )
    assert len(outcome.sites) == (4 if kind == "sum.agree" else 3)
    assert outcome.adopted == ("site0", "site1", "site2", "site3")


def test_a_round_without_quorum_fails_and_changes_nothing() -> None:
    members = sites(3)
    exchange = federation(members)
    exchange.lost = {("site0", "update")}
    with pytest.raises(NoQuorum, match="2 sites took part, 3 are needed"):
        played(terms(is_secure=False), exchange, rounds=1)
    assert all(member.head is None for member in members.values())


def test_two_sites_cannot_hide_in_a_sum() -> None:
    with pytest.raises(NoQuorum):
        played(terms(), federation(sites(2)), rounds=1)
    state = played(terms(is_secure=False, quorum=2), federation(sites(2)))
    assert state.number == 5


def test_a_site_without_a_single_label_takes_part_and_changes_nothing() -> None:
    members = sites(3)
    empty = site(9, labels=0)
    with_it = played(terms(), federation({**members, "site9": empty}))
    assert accuracy(with_it.head.predict_proba(empty.features), empty.truth) > 0.85


def test_sites_without_any_label_leave_the_model_as_it_was() -> None:
    these = terms()
    state = played(these, federation(sites(3, labels=0)), rounds=2)
    assert not state.head.flat.any()


def test_a_poisoned_site_among_five_is_outvoted_by_a_robust_aggregator() -> None:
    unseen = site(99)

    def reached(aggregator: str) -> float:
        members = {**sites(4), "site4": site(5, labels=100, flipped=True)}
        these = terms(aggregator=aggregator, is_secure=False, quorum=5)
        head = played(these, federation(members), rounds=6).head
        return accuracy(head.predict_proba(unseen.features), unseen.truth)

    clean = played(terms(), federation(sites(4)), rounds=6).head
    honest = accuracy(clean.predict_proba(unseen.features), unseen.truth)
    for aggregator in ("median", "trimmed_mean", "krum"):
        assert reached(aggregator) > honest - 0.05


def test_a_run_goes_on_from_its_state() -> None:
    exchange, these = federation(sites(3)), terms(is_secure=False)
    half = played(these, exchange, rounds=2)
    outcome = run_round(
        terms=these, state=half, aggregator=AGGREGATORS.get("fedavg")(), exchange=exchange
    )
    assert outcome.state.number == 4


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"aggregator": "krum"}, "must see each site's update"),
        ({"quorum": 2}, "quorum of 2 is too small; 3"),
        ({"classes": ("only",)}, "two classes"),
        ({"aggregator": "krum", "is_secure": False}, "4 sites are needed"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(BadTerms, match=says):
        terms(**change)


def test_sites_that_do_not_know_the_others_keys_bring_no_sum_about() -> None:
    exchange, these = federation(sites(3)), terms()
    exchange.nodes["site0"].summing.roster = dict
    with pytest.raises(SecureSumError, match="1 of 3 sites are left") as refused:
        exchange.lost = {("site1", "sum.advertise")}
        played(these, exchange, rounds=1)
    assert refused.value.code == "no_quorum"
