"""Gathers updates so that only their sum is seen: the five steps, asked one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np

from federated.aggregation import Updates
from federated.node.summing import SHARE_UNIT
from federated.privacy.secure_sum import (
    Advertisement,
    Cohort,
    CoordinatorSession,
    MaskedVector,
    SecureSumError,
    Unmasking,
)
from federated.server.collecting import MOST_HOLDOUT, Collected
from federated.server.exchange import Exchange
from federated.server.scale import Scale
from federated.server.terms import Terms
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content
from federated.wire.reading import bytes_in, named_in

__all__ = ["SumFailed", "collect_hidden"]

_TOTALS = 4
"""Share of weight, hold-out tasks, right answers, loss."""


def collect_hidden(
    *,
    terms: Terms,
    scale: Scale,
    content: Content,
    number: int,
    sites: Mapping[str, bytes],
    exchange: Exchange,
) -> Collected:
    """Return the weighted mean of the updates of those who stayed to the end of step 3.

    Raises
    ------
    SumFailed
        Too few stayed, or something did not fit; nothing was learned about anybody.
    """
    this = _Steps(terms, number, exchange)
    try:
        return _collected(this, scale, content, sites)
    except SecureSumError as error:
        raise SumFailed(error, this.refused) from error


class SumFailed(SecureSumError):
    """No sum came about; ``refused`` says what the sites had against it."""

    def __init__(self, error: SecureSumError, refused: Mapping[str, Refusal]) -> None:
        reasons = "; ".join(f"{site}: {one.detail}" for site, one in sorted(refused.items()))
        super().__init__(error.code, f"{error} {reasons}".strip())
        self.refused = dict(refused)


def _collected(
    this: _Steps, scale: Scale, content: Content, sites: Mapping[str, bytes]
) -> Collected:
    """Ask the five questions."""
    terms, number = this.terms, this.number
    cohort = Cohort(terms.run, number, dict(sites))
    ring = scale.ring(len(sites))
    size = (terms.dimensions + 1) * len(terms.classes)
    middle = CoordinatorSession(cohort=cohort, ring=ring, values=size, totals=_TOTALS)

    keys = this.ask("sum.advertise", sites, lambda _: {"cohort": dict(sites)})
    middle.take_advertisements({name: _advertised(given) for name, given in keys.items()})

    public = {part: {n: bytes_in(given, part) for n, given in keys.items()} for part in _PARTS}
    shares = this.ask("sum.share", keys, lambda _: public)
    middle.take_shares({name: named_in(given, "sealed") for name, given in shares.items()})

    terms_of_sum = {"width": ring.width, "clip": ring.clip, "most_weight": scale.most_weight}
    masked = this.ask(
        "sum.mask",
        shares,
        lambda name: {**content, **terms_of_sum, "sealed": middle.sealed_for(name)},
    )
    middle.take_masked(
        {n: MaskedVector(bytes_in(g, "values"), bytes_in(g, "totals")) for n, g in masked.items()}
    )

    survivors = middle.survivors
    signed = this.ask("sum.agree", survivors, lambda _: {"survivors": list(survivors)})
    agreed = {name: bytes_in(given, "signature") for name, given in signed.items()}
    opened = this.ask("sum.unmask", signed, lambda _: {"agreed": agreed})
    found = middle.unmask(
        {n: Unmasking(named_in(g, "seeds"), named_in(g, "keys")) for n, g in opened.items()}
    )
    share, holdout, right, loss = (int(total) for total in found.totals)
    if share > SHARE_UNIT * len(found.survivors):
        raise SecureSumError("bad_share", "A site counted for more than one: its sum is void.")
    if not right <= holdout <= MOST_HOLDOUT:
        # A site lies about its figures; the updates are clipped and stand for themselves.
        holdout = right = loss = 0
    mean = found.values * SHARE_UNIT / share if share else np.zeros(size)
    return Collected(
        Updates.of([("all sites", mean, 1.0)], size=size),
        found.survivors,
        share / SHARE_UNIT * scale.most_weight / len(found.survivors),
        holdout,
        right,
        loss / share if share else None,
        this.received_bytes,
        this.sent_bytes,
        this.refused,
    )


_PARTS = ("mask", "seal", "signature")


def _advertised(given: Content) -> Advertisement:
    return Advertisement(*(bytes_in(given, part) for part in _PARTS))


class _Steps:
    """Asks, and remembers who refused and how much was received."""

    def __init__(self, terms: Terms, number: int, exchange: Exchange) -> None:
        self.terms, self.number, self.exchange = terms, number, exchange
        self.refused: dict[str, Refusal] = {}
        self.received_bytes = self.sent_bytes = 0

    def ask(
        self, kind: str, sites: Collection[str], content: Callable[[str], Content]
    ) -> dict[str, Content]:
        """Return the answers of those who gave one."""
        asks = {name: Ask(kind, self.terms.run, self.number, content(name)) for name in sites}
        answers = self.exchange.ask(asks, deadline_s=self.terms.deadline_s)
        self.refused.update(answers.refused)
        self.received_bytes += answers.received_bytes
        self.sent_bytes += answers.sent_bytes
        return answers.given
