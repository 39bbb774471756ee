"""Gathers updates so that only sums are seen: five questions, asked of all sites at once."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass

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
from federated.privacy.secure_sum.coordinator import SecureSum
from federated.server.collecting import MOST_HOLDOUT, Collected
from federated.server.exchange import Exchange
from federated.server.scale import Scale
from federated.server.terms import Terms
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content
from federated.wire.reading import bytes_in, named_in

__all__ = ["LARGEST_GROUP", "SumFailed", "collect_hidden"]

LARGEST_GROUP = 12
"""Sites in one sum. Keys and shares go from each to each, so a sum of hundreds would take hours,
and eight bits leave enough steps for fifteen. More sites form several sums of six at least."""
_TOTALS = 4
"""Share of weight, hold-out tasks, right answers, loss."""
_PARTS = ("mask", "seal", "signature")
Contents = Mapping[str, Content]
Summing = Generator[tuple[str, Contents], Contents, SecureSum]


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
        Too few stayed in every group, or something did not fit; nothing was learned about anybody.
    """
    size = (terms.dimensions + 1) * len(terms.classes)
    steps = _Steps(terms, number, exchange)
    groups = [
        _summing(Cohort(terms.run, number, group), scale, content, size) for group in grouped(sites)
    ]
    sums = steps.play(groups)
    return _collected(sums, steps, scale, size)


class SumFailed(SecureSumError):
    """No sum came about; ``refused`` says what the sites had against it."""

    def __init__(self, error: SecureSumError, refused: Mapping[str, Refusal]) -> None:
        reasons = "; ".join(f"{site}: {one.detail}" for site, one in sorted(refused.items()))
        super().__init__(error.code, f"{error} {reasons}".strip())
        self.refused = dict(refused)


def grouped(sites: Mapping[str, bytes]) -> list[dict[str, bytes]]:
    """Deal the sites to as few groups as there must be, of nearly the same size."""
    names = sorted(sites)
    count = -(-len(names) // LARGEST_GROUP)
    return [{name: sites[name] for name in names[start::count]} for start in range(count)]


def _summing(cohort: Cohort, scale: Scale, content: Content, size: int) -> Summing:
    """Ask one group the five questions: yields each, is sent the answers, returns the sum."""
    ring = scale.ring(len(cohort.keys))
    middle = CoordinatorSession(cohort=cohort, ring=ring, values=size, totals=_TOTALS)

    keys = yield _to_all("sum.advertise", cohort.keys, {"cohort": dict(cohort.keys)})
    middle.take_advertisements({name: _advertised(given) for name, given in keys.items()})

    public = {part: {n: bytes_in(given, part) for n, given in keys.items()} for part in _PARTS}
    shares = yield _to_all("sum.share", keys, public)
    middle.take_shares({name: named_in(given, "sealed") for name, given in shares.items()})

    terms = {"width": ring.width, "clip": ring.clip, "most_weight": scale.most_weight}
    lessons = {n: {**content, **terms, "sealed": middle.sealed_for(n)} for n in shares}
    masked = yield "sum.mask", lessons
    middle.take_masked(
        {n: MaskedVector(bytes_in(g, "values"), bytes_in(g, "totals")) for n, g in masked.items()}
    )

    survivors = middle.survivors
    signed = yield _to_all("sum.agree", survivors, {"survivors": list(survivors)})
    agreed = {name: bytes_in(given, "signature") for name, given in signed.items()}
    opened = yield _to_all("sum.unmask", signed, {"agreed": agreed})
    found = middle.unmask(
        {n: Unmasking(named_in(g, "seeds"), named_in(g, "keys")) for n, g in opened.items()}
    )
    if int(found.totals[0]) > SHARE_UNIT * len(found.survivors):
        raise SecureSumError("bad_share", "A site counted for more than one: its sum is void.")
    return found


def _to_all(kind: str, names: Collection[str], content: Content) -> tuple[str, Contents]:
    return kind, dict.fromkeys(names, content)


def _advertised(given: Content) -> Advertisement:
    return Advertisement(*(bytes_in(given, part) for part in _PARTS))


@dataclass
class _Group:
    """A sum under way, and what it wants to know next."""

    summing: Summing
    kind: str
    contents: Contents


class _Steps:
    """Asks all groups the same question at once; remembers who refused, and how many bytes came."""

    def __init__(self, terms: Terms, number: int, exchange: Exchange) -> None:
        self.terms, self.number, self.exchange = terms, number, exchange
        self.refused: dict[str, Refusal] = {}
        self.received_bytes = self.sent_bytes = 0

    def play(self, sums: Collection[Summing]) -> list[SecureSum]:
        """Return the sums that came about; a group that fails is left out with all its sites."""
        found: list[SecureSum] = []
        failures: list[SecureSumError] = []
        groups = [_Group(one, *next(one)) for one in sums]
        while groups:
            given = self._ask(groups)
            asked, groups = groups, []
            for group in asked:
                answers = {name: given[name] for name in group.contents if name in given}
                try:
                    group.kind, group.contents = group.summing.send(answers)
                    groups.append(group)
                except StopIteration as done:
                    found.append(done.value)
                except SecureSumError as error:
                    failures.append(error)
        if not found:
            raise SumFailed(failures[0], self.refused)
        return found

    def _ask(self, groups: Collection[_Group]) -> Contents:
        kind = next(iter(groups)).kind
        asks = {
            name: Ask(kind, self.terms.run, self.number, content)
            for group in groups
            for name, content in group.contents.items()
        }
        answers = self.exchange.ask(asks, deadline_s=self.terms.deadline_s)
        self.refused.update(answers.refused)
        self.received_bytes += answers.received_bytes
        self.sent_bytes += answers.sent_bytes
        return answers.given


def _collected(sums: Collection[SecureSum], steps: _Steps, scale: Scale, size: int) -> Collected:
    """Put the sums together: a mean over all who are in one of them."""
    survivors = tuple(sorted(name for one in sums for name in one.survivors))
    share, holdout, right, loss = (
        sum(int(one.totals[place]) for one in sums) for place in range(_TOTALS)
    )
    if not right <= holdout <= MOST_HOLDOUT:
        # A site lies about its figures; the updates are clipped and stand for themselves.
        holdout = right = loss = 0
    total = np.sum([one.values for one in sums], axis=0)
    mean = total * SHARE_UNIT / share if share else np.zeros(size)
    return Collected(
        Updates.of([("all sites", mean, 1.0)], size=size),
        survivors,
        share / SHARE_UNIT * scale.most_weight / len(survivors),
        holdout,
        right,
        loss / share if share else None,
        steps.received_bytes,
        steps.sent_bytes,
        steps.refused,
    )
