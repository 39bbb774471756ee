"""A federated round, on one screen: ask, sum, step, tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from federated.aggregation import Aggregator
from federated.server.collecting import Collected, SiteFigures, collect_in_clear
from federated.server.exchange import Answers, Exchange
from federated.server.hiding import collect_hidden
from federated.server.scale import Scale
from federated.server.terms import Terms
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content
from federated.wire.model import SharedHead

__all__ = [
    "Measured",
    "NoQuorum",
    "RoundOutcome",
    "RunState",
    "give_model",
    "measure_model",
    "run_round",
]


class NoQuorum(Exception):
    """Too few sites took part; the shared model stays as it was."""

    def __init__(self, present: int, quorum: int, refused: Mapping[str, Refusal]) -> None:
        reasons = "; ".join(f"{site}: {refusal.detail}" for site, refusal in refused.items())
        super().__init__(
            f"{present} sites took part, {quorum} are needed." + (f" {reasons}" if reasons else "")
        )
        self.refused = dict(refused)


@dataclass(frozen=True)
class RunState:
    """Where a run stands between two rounds; with it, a coordinator that was killed goes on.

    ``untold`` is the round that made ``head``, while sites have yet to be given it: the next
    question brings it along.
    """

    head: SharedHead
    number: int
    scale: Scale
    untold: int | None = None

    @classmethod
    def beginning(cls, terms: Terms) -> RunState:
        """Return the state before the first round."""
        return cls(SharedHead.blank(terms.classes, terms.dimensions), 1, terms.scale)


@dataclass(frozen=True)
class RoundOutcome:
    """What a round came to.

    ``right`` of ``holdout`` tasks over all sites were answered rightly by the model that the round
    *began* with: sites score before they train. ``adopted`` are the sites that have the round's
    model already.
    """

    state: RunState
    sites: tuple[str, ...]
    holdout: int
    right: int
    loss: float | None
    received_bytes: int
    sent_bytes: int
    adopted: tuple[str, ...] = ()
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    by_site: Mapping[str, SiteFigures] = field(default_factory=dict)


@dataclass(frozen=True)
class Measured:
    """What a model is worth over all sites, and who looked: they have it now."""

    holdout: int
    right: int
    sites: tuple[str, ...]


def run_round(
    *,
    terms: Terms,
    state: RunState,
    aggregator: Aggregator,
    exchange: Exchange,
    tells: bool = True,
) -> RoundOutcome:
    """Train everywhere, take one step, and give the new model to every site.

    Where another question follows at once, it need not be asked for (``tells``): the next lesson
    is about the same model, and sites take it over before they learn from it.

    Raises
    ------
    NoQuorum
        The model stays as it was.
    """
    present = exchange.online()
    collected = _collect(terms, state, present, exchange)
    step = aggregator.step(collected.updates)
    stepped = state.head.moved(step)
    scale = state.scale.after(step, mean_weight=collected.mean_weight, ceiling=terms.scale)
    after = RunState(stepped, state.number + 1, scale, untold=state.number)
    if not tells:
        return _outcome(after, collected, Answers())
    told = give_model(terms=terms, state=after, sites=present, exchange=exchange)
    return _outcome(replace(after, untold=None), collected, told)


def measure_model(*, terms: Terms, state: RunState, exchange: Exchange) -> Measured:
    """Measure a model over all sites; nothing is trained.

    Raises
    ------
    NoQuorum
        Too few sites answered.
    """
    still = replace(terms, recipe=replace(terms.recipe, steps=0, noise_multiplier=0.0))
    collected = _collect(still, state, exchange.online(), exchange)
    return Measured(collected.holdout, collected.right, collected.sites)


def give_model(
    *, terms: Terms, state: RunState, sites: Iterable[str], exchange: Exchange
) -> Answers:
    """Give a round's model to sites, to those as well that were too late to teach it."""
    assert state.untold is not None
    ask = Ask("adopt", terms.run, state.untold, state.head.content())
    return exchange.ask(dict.fromkeys(sites, ask), deadline_s=terms.deadline_s)


def _collect(
    terms: Terms, state: RunState, present: Mapping[str, bytes], exchange: Exchange
) -> Collected:
    """Ask those who are there, and insist on the quorum before and after."""
    if len(present) < terms.quorum:
        raise NoQuorum(len(present), terms.quorum, {})
    collect = collect_hidden if terms.is_secure else collect_in_clear
    collected = collect(
        terms=terms,
        scale=state.scale,
        content=_lesson(terms, state),
        number=state.number,
        sites=present,
        exchange=exchange,
    )
    if len(collected.sites) < terms.quorum:
        raise NoQuorum(len(collected.sites), terms.quorum, collected.refused)
    return collected


def _lesson(terms: Terms, state: RunState) -> Content:
    """What sites learn from: the model, how to train it, and whether to take it over first."""
    brought = {} if state.untold is None else {"adopt": state.untold}
    return {**state.head.content(), **terms.taught.content(), **brought}


def _outcome(state: RunState, collected: Collected, told: Answers) -> RoundOutcome:
    return RoundOutcome(
        state=state,
        sites=collected.sites,
        holdout=collected.holdout,
        right=collected.right,
        loss=collected.loss,
        received_bytes=collected.received_bytes + told.received_bytes,
        sent_bytes=collected.sent_bytes + told.sent_bytes,
        adopted=tuple(sorted(told.given)),
        refused={**collected.refused, **told.refused},
        by_site=collected.by_site,
    )
