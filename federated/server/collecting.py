"""Gathers updates in clear, for robust aggregators and for federations of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from federated.aggregation import BadUpdate, Updates
from federated.server.exchange import Exchange
from federated.server.scale import Scale
from federated.server.terms import Terms
from federated.wire.asking import Ask, Refusal
from federated.wire.content import BadContent, Content
from federated.wire.eight_bit import EightBit, Packed
from federated.wire.reading import bytes_in, number_in

__all__ = ["MOST_HOLDOUT", "Collected", "SiteFigures", "collect_in_clear"]


MOST_HOLDOUT = 10**9
"""Of all sites together; more is a site that lies."""


@dataclass(frozen=True)
class SiteFigures:
    """What one site reported in clear: hold-out, right answers, loss on what it learned from."""

    holdout: int
    right: int
    loss: float


@dataclass(frozen=True)
class Collected:
    """Updates of a round, and the sums that came with them.

    After a secure sum ``updates`` holds one row: the mean over ``sites``.
    """

    updates: Updates
    sites: tuple[str, ...]
    mean_weight: float
    holdout: int
    right: int
    loss: float | None
    received_bytes: int
    sent_bytes: int
    refused: Mapping[str, Refusal]
    by_site: Mapping[str, SiteFigures] = field(default_factory=dict)


def collect_in_clear(
    *,
    terms: Terms,
    scale: Scale,
    content: Content,
    number: int,
    sites: Mapping[str, bytes],
    exchange: Exchange,
) -> Collected:
    """Ask every site for its update; one that cannot be used is left out and named."""
    ask = Ask("update", terms.run, number, content)
    answers = exchange.ask(dict.fromkeys(sites, ask), deadline_s=terms.deadline_s)
    size = (terms.dimensions + 1) * len(terms.classes)
    rows, refused = [], dict(answers.refused)
    figures: dict[str, SiteFigures] = {}
    for site, given in sorted(answers.given.items()):
        try:
            delta = EightBit.decode(Packed(bytes_in(given, "steps"), bytes_in(given, "scales")))
            weight = min(number_in(given, "weight"), scale.most_weight)
            if weight < 0:
                raise BadContent("the update counts less than nothing")
            Updates.of([(site, delta, max(weight, 1e-9))], size=size)
            one = _figures_in(given)
        except (BadUpdate, BadContent, ValueError) as error:
            refused[site] = Refusal("bad_update", str(error))
            continue
        rows.append((site, delta, weight))
        figures[site] = one
    if not any(weight > 0 for _, _, weight in rows):
        # Nobody had a label: a round that changes nothing.
        rows = [(site, np.zeros(size), 1.0) for site, _, _ in rows] or [("", np.zeros(size), 1.0)]
    return Collected(
        Updates.of(rows, size=size),
        tuple(site for site, _, _ in rows if site),
        float(np.mean([weight for _, _, weight in rows])),
        sum(one.holdout for one in figures.values()),
        sum(one.right for one in figures.values()),
        _mean_loss(figures, {site: weight for site, _, weight in rows}),
        answers.received_bytes,
        answers.sent_bytes,
        refused,
        figures,
    )


def _figures_in(given: Content) -> SiteFigures:
    holdout, right = (int(number_in(given, key)) for key in ("holdout", "right"))
    if not 0 <= right <= holdout <= MOST_HOLDOUT:
        raise BadContent(f"{right} right answers of {holdout} make no sense")
    return SiteFigures(holdout, right, number_in(given, "loss"))


def _mean_loss(figures: Mapping[str, SiteFigures], weights: Mapping[str, float]) -> float | None:
    """Return the weighted mean over sites; None where nobody had a label."""
    total = sum(weights[site] for site in figures)
    if not total:
        return None
    return sum(weights[site] * one.loss for site, one in figures.items()) / total
