"""Runs as the coordinator plays them: matched, resumed, stopped, and failing loudly."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from federated.models import (
    FederatedRound,
    FederationEvent,
    FederationRun,
    RunKind,
    RunState,
    SharedModel,
)
from federated.selectors.shared_models import stored_model
from federated.server.exchange import Answers
from federated.services import play_run as playing
from federated.services.federations import stop_run
from federated.services.play_run import RunFailed, play_run
from federated.simulation.exchange import LocalExchange
from federated.simulation.sites import ArraySite, local_federation
from federated.wire.about import About
from federated.wire.asking import Ask
from tests.factories.federation import make_federation, make_run, make_site
from tests.federated.small import site, sites

pytestmark = pytest.mark.django_db

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "kind",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "c0"}, {"id": "c1"}, {"id": "c2"}],
        }
    ],
}


class NamedSite(ArraySite):
    """A site of arrays that names its classes as the federation does."""

    classes: tuple[str, ...] = ("c0", "c1", "c2")

    def about(self) -> tuple[About, float]:
        return About("1", self.classes, "arrays", self.features.shape[1], 10, 50), 0.0


def named(plain: ArraySite) -> NamedSite:
    return NamedSite(plain.features, plain.truth, plain.labelled, plain.held_out)


@pytest.fixture(autouse=True)
def _own_storage(settings: Any, tmp_path: Any) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path},
        },
    }


def members(count: int = 3) -> dict[str, ArraySite]:
    return {name: named(one) for name, one in sites(count).items()}


def queued(exchange: LocalExchange, **facts: Any) -> FederationRun:
    federation = make_federation(ontology=ONTOLOGY)
    for name in exchange.nodes:
        make_site(federation, name)
    terms = {**federation.terms, "steps": 15, "learning_rate": 0.3} | facts.pop("terms", {})
    return make_run(federation, state=RunState.QUEUED, terms=terms, **facts)


def exchange_of(these: dict[str, ArraySite]) -> LocalExchange:
    return local_federation(these, rng=np.random.default_rng(4))


def play(run: FederationRun, exchange: Any) -> FederationRun:
    play_run(run_id=run.pk, exchange=exchange, pause=lambda _: None)
    run.refresh_from_db()
    return run


def test_a_run_learns_and_every_model_but_the_first_is_measured_by_the_next() -> None:
    exchange = exchange_of(members())
    run = play(queued(exchange, rounds_wanted=3), exchange)
    assert (run.state, run.sites) == (RunState.DONE, ["site0", "site1", "site2"])
    rounds = list(run.rounds.order_by("number"))
    assert [one.state for one in rounds] == ["done"] * 3
    models = list(SharedModel.objects.order_by("number"))
    assert [(m.holdout, m.right) for m in models[:2]] == [(r.holdout, r.right) for r in rounds[1:]]
    assert models[2].accuracy is not None
    assert models[2].accuracy > 0.75 > (rounds[0].right / rounds[0].holdout)
    assert rounds[0].loss > rounds[2].loss > 0
    assert all(one.sent_bytes > one.received_bytes / 4 > 0 for one in rounds)
    assert rounds[0].by_site == {}
    told = FederationEvent.objects.values_list("type", flat=True)
    assert {"run", "round", "sites"} <= set(told)


def test_in_clear_figures_of_each_site_are_kept() -> None:
    exchange = exchange_of(members())
    run = play(queued(exchange, rounds_wanted=1, terms={"is_secure": False}), exchange)
    by_site = run.rounds.get().by_site
    assert set(by_site) == {"site0", "site1", "site2"}
    assert by_site["site1"]["holdout"] == 20


def test_a_check_asks_what_sites_are_and_trains_nothing() -> None:
    exchange = exchange_of(members())
    run = play(queued(exchange, kind=RunKind.CHECK, rounds_wanted=0), exchange)
    assert run.state == RunState.DONE
    assert not FederatedRound.objects.exists()
    federation = run.federation
    federation.refresh_from_db()
    assert (federation.encoder, federation.dimensions) == ("arrays", 6)
    north = federation.sites.get(name="site0")
    assert (north.about["labels_low"], north.about["labels_high"]) == (10, 50)


def test_a_site_that_differs_is_left_out_by_name_and_the_run_goes_on() -> None:
    these = members(4)
    these["site3"].classes = ("c0", "c1", "other")  # type: ignore[attr-defined]
    exchange = exchange_of(these)
    run = play(queued(exchange, rounds_wanted=1), exchange)
    assert run.state == RunState.DONE
    assert run.refused["site3"]["code"] == "mismatch"
    differing = run.federation.sites.get(name="site3")
    assert differing.mismatch == [{"what": "classes", "here": ["c2"], "there": ["other"]}]
    assert these["site3"].head is None


def test_too_few_fitting_sites_fail_the_run_with_every_reason() -> None:
    these = members(3)
    these["site2"].classes = ("x", "y", "z")  # type: ignore[attr-defined]
    exchange = exchange_of(these)
    run = queued(exchange)
    with pytest.raises(
        RunFailed, match=r"2 sites fit, 3 are needed\. site2: It differs in classes"
    ):
        play(run, exchange)
    run.refresh_from_db()
    assert (run.state, run.reason["code"]) == (RunState.FAILED, "no_quorum")


def test_one_site_online_fails_and_the_last_model_is_kept() -> None:
    exchange = exchange_of(members())
    first = play(queued(exchange, rounds_wanted=2), exchange)
    before = SharedModel.objects.latest("number")
    alone = LocalExchange({"site0": exchange.nodes["site0"]}, {"site0": exchange.keys["site0"]})
    second = make_run(first.federation, state=RunState.QUEUED, terms=first.terms)
    with pytest.raises(RunFailed, match="1 sites fit, 3 are needed"):
        play(second, alone)
    assert SharedModel.objects.latest("number") == before


def test_a_site_lost_in_a_round_is_waited_for_and_the_attempt_keeps_its_reason() -> None:
    exchange = exchange_of(members())
    exchange.lost = {("site1", "sum.advertise"), ("site2", "sum.advertise")}
    run = queued(exchange, rounds_wanted=1)

    def comes_back(_: float) -> None:
        exchange.lost = ()

    play_run(run_id=run.pk, exchange=exchange, pause=comes_back)
    states = list(run.rounds.order_by("number").values_list("number", "state"))
    assert states == [(1, "failed"), (2, "done")]
    assert run.rounds.get(number=1).reason["code"] == "no_quorum"


def test_a_run_whose_every_attempt_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    exchange = exchange_of(members())
    for node in exchange.nodes.values():
        node.summing.roster = dict
    run = queued(exchange)
    with pytest.raises(RunFailed, match="roster does not hold these keys"):
        play(run, exchange)
    assert run.rounds.count() == playing.MOST_FAILURES
    assert run.rounds.first().refused["site0"]["code"] == "stranger"


class Dies(Exception):
    """The process was killed."""


class KilledAt:
    """An exchange whose process dies at the n-th question of a kind."""

    def __init__(self, exchange: LocalExchange, kind: str, times: int) -> None:
        self.exchange, self.kind, self.times = exchange, kind, times

    def online(self) -> dict[str, bytes]:
        return self.exchange.online()

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        if next(iter(asks.values())).kind == self.kind:
            self.times -= 1
            if self.times < 0:
                raise Dies
        return self.exchange.ask(asks, deadline_s=deadline_s)


@pytest.mark.parametrize("aggregator", ["fedavg", "fedadam"])
def test_a_coordinator_that_died_goes_on_from_the_last_model(aggregator: str) -> None:
    exchange = exchange_of(members())
    run = queued(exchange, rounds_wanted=3, terms={"aggregator": aggregator})
    with pytest.raises(Dies):
        play(run, KilledAt(exchange, "sum.unmask", 2))
    run.refresh_from_db()
    assert run.state == RunState.RUNNING
    run = play(run, exchange)
    assert run.state == RunState.DONE
    states = list(run.rounds.order_by("number").values_list("number", "state"))
    assert states == [(1, "done"), (2, "done"), (3, "failed"), (4, "done")]
    assert run.rounds.get(number=3).reason["code"] == "interrupted"


def test_a_run_stops_before_its_next_question() -> None:
    exchange = exchange_of(members())
    run = queued(exchange, rounds_wanted=50)

    class Stopping(KilledAt):
        def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
            if next(iter(asks.values())).kind == "sum.unmask":
                stop_run(run=run)
            return self.exchange.ask(asks, deadline_s=deadline_s)

    assert play(run, Stopping(exchange, "", 0)).state == RunState.STOPPED
    done = run.rounds.get(state=RunState.DONE)
    assert done.adopted == ["site0", "site1", "site2"]


def test_a_lesson_brings_the_last_rounds_model_along() -> None:
    these = members()
    exchange = exchange_of(these)
    run = queued(exchange, rounds_wanted=3, terms={"is_secure": False})
    kinds: list[str] = []

    class Listening(KilledAt):
        def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
            kinds.append(next(iter(asks.values())).kind)
            return self.exchange.ask(asks, deadline_s=deadline_s)

    play(run, Listening(exchange, "", 0))
    assert kinds == ["about", *["update"] * 3, "update"]
    assert all(one.adopted == sorted(these) for one in run.rounds.all())
    last = stored_model(SharedModel.objects.latest("number")).head
    for one in these.values():
        assert one.head is not None
        assert np.allclose(one.head.flat, last, atol=1e-6)


def test_who_was_away_from_the_last_question_is_given_the_model_by_name() -> None:
    these = members(4)
    exchange = exchange_of(these)
    run = queued(exchange, rounds_wanted=1)

    class Deaf(KilledAt):
        def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
            first = next(iter(asks.values()))
            if first.round == 2 and first.kind.startswith("sum"):
                asks = {name: ask for name, ask in asks.items() if name != "site3"}
            return self.exchange.ask(asks, deadline_s=deadline_s)

    run = play(run, Deaf(exchange, "", 0))
    assert run.rounds.get().adopted == sorted(these)
    assert these["site3"].head is not None


def test_a_run_that_has_ended_is_not_played() -> None:
    exchange = exchange_of(members())
    run = queued(exchange)
    run.state = RunState.STOPPED
    run.save()
    assert play(run, exchange).state == RunState.STOPPED
    assert not exchange.received


def test_noisy_rounds_tell_what_they_cost() -> None:
    exchange = exchange_of(members())
    run = queued(exchange, rounds_wanted=2, terms={"noise_multiplier": 4.0})
    first, second = play(run, exchange).rounds.order_by("number")
    assert first.epsilon > second.epsilon > 0
    assert first.loss == 0.0


def test_a_second_run_begins_where_the_first_ended() -> None:
    exchange = exchange_of({**members(), "site3": named(site(9, labels=0))})
    first = play(queued(exchange, rounds_wanted=3), exchange)
    second = make_run(first.federation, state=RunState.QUEUED, terms=first.terms, rounds_wanted=1)
    began_with = play(second, exchange).rounds.get()
    assert began_with.right / began_with.holdout > 0.75
