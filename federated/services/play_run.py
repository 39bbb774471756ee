"""Plays a run to its end: match the sites, then round after round, from wherever it stood."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from django.utils import timezone

from federated.aggregation import AGGREGATORS, Aggregator, BadUpdate
from federated.aggregation.adaptive import FedAdam
from federated.models import FederationRun, RunKind
from federated.models import RunState as State
from federated.privacy.secure_sum import SecureSumError
from federated.selectors.shared_models import Arrays, last_model, stored_model
from federated.server.exchange import Answers, Chosen, Exchange
from federated.server.forecasting import forecast_of
from federated.server.plan import RunPlan
from federated.server.rounds import NoQuorum, RunState, give_model, measure_model, run_round
from federated.server.scale import Scale
from federated.server.terms import Terms
from federated.services.match_sites import gathered, match_sites
from federated.services.note_rounds import (
    begin_round,
    begin_run,
    end_run,
    note_adopted,
    note_failed,
    note_measured,
    note_round_done,
)
from federated.wire.asking import Ask
from federated.wire.model import SharedHead

__all__ = ["RunFailed", "play_run"]

MOST_FAILURES = 3
"""Attempts in a row that may come to nothing, as when a site is restarted meanwhile."""
PAUSE_S = 10.0
CHECK_S = 30.0
GATHER_S = 300.0
"""How long an attempt waits for a quorum: after a crash a site is away for a minute."""
Pause = Callable[[float], None]


class RunFailed(Exception):
    """The run ends here; what its rounds learned is kept."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = {"code": code, "detail": detail}


class RunStopped(Exception):
    """Somebody asked the run to stop."""


def play_run(*, run_id: int, exchange: Exchange, pause: Pause = time.sleep) -> None:
    """Play it, or go on with it.

    Raises
    ------
    RunFailed
        It is noted as failed, with the reason.
    """
    run = begin_run(run_id=run_id, now=timezone.now())
    if run is None:
        return
    listening = _Stoppable(exchange, run.pk)
    try:
        _play(run, listening, pause)
    except RunStopped:
        end_run(run=run, state=State.STOPPED, now=timezone.now())
    except RunFailed as failed:
        end_run(run=run, state=State.FAILED, now=timezone.now(), reason=failed.reason)
        raise
    else:
        end_run(run=run, state=State.DONE, now=timezone.now())


def _play(run: FederationRun, exchange: "_Stoppable", pause: Pause) -> None:
    plan = RunPlan.read(run.terms)
    is_check = run.kind == RunKind.CHECK
    fit = match_sites(
        run=run,
        exchange=exchange,
        quorum=1 if is_check else plan.quorum,
        number=begin_number(run),
        deadline_s=min(plan.deadline_s, CHECK_S) if is_check else plan.deadline_s,
        pause=pause,
    )
    if is_check:
        return
    if len(fit) < plan.quorum:
        raise RunFailed("no_quorum", _too_few(fit, plan.quorum, run.refused))
    last_words = Chosen(exchange.exchange, fit)
    _Training(run, plan, Chosen(exchange, fit), last_words, pause).play()


@dataclass
class _Training:
    run: FederationRun
    plan: RunPlan
    exchange: Exchange
    last_words: Exchange
    """To the same sites, also once somebody has asked the run to stop."""
    pause: Pause
    state: RunState = field(init=False)

    def play(self) -> None:
        """Round after round, until as many are done as were wanted."""
        aggregator = AGGREGATORS.get(self.plan.aggregator)()
        self.state, failures = self._resumed(aggregator), 0
        try:
            while self._done() < self.run.rounds_wanted:
                gathered(self.exchange, self.plan.quorum, GATHER_S, self.pause)
                try:
                    self.state, failures = self._round(self.state, aggregator), 0
                except (NoQuorum, SecureSumError, BadUpdate) as error:
                    failures += 1
                    if failures >= MOST_FAILURES:
                        raise RunFailed(_code_of(error), str(error)) from error
                    self.pause(PAUSE_S * failures)
            self._measure()
        except (RunStopped, RunFailed):
            self._give()
            raise
        self._give()

    def _round(self, state: RunState, aggregator: Aggregator) -> RunState:
        began, at = begin_round(run=self.run), time.monotonic()
        state = replace(state, number=began.number)
        try:
            outcome = run_round(
                terms=self.terms,
                state=state,
                aggregator=aggregator,
                exchange=self.exchange,
                tells=False,
            )
        except (NoQuorum, SecureSumError, BadUpdate) as error:
            reason = {"code": _code_of(error), "detail": str(error)}
            note_failed(round=began, reason=reason, refused=getattr(error, "refused", {}))
            raise
        note_round_done(
            round=began,
            outcome=outcome,
            moments=_moments(aggregator),
            epsilon=self._epsilon(self._done() + 1),
            seconds=round(time.monotonic() - at, 3),
        )
        self._note_adopted(outcome.sites)
        return outcome.state

    @property
    def terms(self) -> Terms:
        """Of this run."""
        federation = self.run.federation
        return self.plan.terms(
            run=str(self.run.pk),
            classes=tuple(one["id"] for one in federation.classes),
            dimensions=federation.dimensions or 0,
        )

    def _done(self) -> int:
        return self.run.rounds.filter(state=State.DONE).count()

    def _resumed(self, aggregator: Aggregator) -> RunState:
        """Return where the run, or the one before it, ended; blank where shapes differ."""
        blank = RunState.beginning(self.terms)
        model = last_model(self.run)
        if model is None:
            return blank
        stored = stored_model(model)
        if stored.head.shape != blank.head.flat.shape:
            return blank
        if isinstance(aggregator, FedAdam):
            aggregator.state = stored.moments
        head = SharedHead(blank.head.classes, np.asarray(stored.head, np.float64))
        untold = model.round.number if model.round.run_id == self.run.pk else None
        return RunState(head, 1, Scale(*stored.scale), untold)

    def _epsilon(self, rounds: int) -> float:
        """Return the most that this round adds at any site, by the lower ends of their bands."""
        sites = self.run.federation.sites.filter(name__in=self.run.sites)
        labels = {site.name: (site.about or {}).get("labels_low", 0) for site in sites}

        def after(count: int) -> float:
            plan = replace(self.plan, rounds=count)
            found = forecast_of(plan, classes=2, dimensions=1, labels=labels)
            return found.worst_epsilon or 0.0

        return after(rounds) - (after(rounds - 1) if rounds > 1 else 0.0)

    def _measure(self) -> None:
        """Measure the last model; a run is no failure because that did not work."""
        state = replace(self.state, number=begin_number(self.run))
        try:
            found = measure_model(terms=self.terms, state=state, exchange=self.exchange)
        except (NoQuorum, SecureSumError, BadUpdate):
            return
        note_measured(model=last_model(self.run), holdout=found.holdout, right=found.right)
        self._note_adopted(found.sites)

    def _give(self) -> None:
        """Give the last model to those whom no question has brought it."""
        number = self.state.untold
        if number is None:
            return
        made = self.run.rounds.get(number=number)
        lacking = sorted(set(self.last_words.online()) - set(made.adopted))
        if not lacking:
            return
        # A run that somebody stopped must not wait for a silent site as long as a lesson may take.
        terms = replace(self.terms, deadline_s=min(self.plan.deadline_s, CHECK_S))
        told = give_model(terms=terms, state=self.state, sites=lacking, exchange=self.last_words)
        note_adopted(run=self.run, number=number, sites=told.given)

    def _note_adopted(self, sites: tuple[str, ...]) -> None:
        """Sites that answered a question took over the model that came with it."""
        if self.state.untold is not None:
            note_adopted(run=self.run, number=self.state.untold, sites=sites)


@dataclass(frozen=True)
class _Stoppable:
    """An exchange that looks, before each question, whether somebody asked the run to stop."""

    exchange: Exchange
    run_id: int

    def online(self) -> dict[str, bytes]:
        """Return who can be asked."""
        self._look()
        return self.exchange.online()

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        """Ask, unless it is over."""
        self._look()
        return self.exchange.ask(asks, deadline_s=deadline_s)

    def _look(self) -> None:
        if FederationRun.objects.filter(pk=self.run_id, stop_asked=True).exists():
            raise RunStopped


def begin_number(run: FederationRun) -> int:
    """Return the number of the round that comes next."""
    last = run.rounds.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _moments(aggregator: Aggregator) -> Arrays:
    return dict(aggregator.state) if isinstance(aggregator, FedAdam) else {}


def _code_of(error: Exception) -> str:
    if isinstance(error, NoQuorum):
        return "no_quorum"
    return str(getattr(error, "code", "bad_update"))


def _too_few(fit: tuple[str, ...], quorum: int, refused: Mapping[str, Any]) -> str:
    reasons = "; ".join(f"{name}: {one['detail']}" for name, one in sorted(refused.items()))
    return f"{len(fit)} sites fit, {quorum} are needed." + (f" {reasons}" if reasons else "")
