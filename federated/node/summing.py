"""A site's part in a secure sum: the five questions, answered from one session a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from federated.privacy.secure_sum import Advertisement, Cohort, IdentityKey, NodeSession, Ring
from federated.privacy.secure_sum.signing import SecureSumError
from federated.wire.asking import Ask
from federated.wire.content import Content
from federated.wire.feedback import ErrorFeedback
from federated.wire.reading import named_in, number_in

__all__ = ["SHARE_UNIT", "Contribution", "SummingNode"]

SHARE_UNIT = 2**20
"""Shares of weight travel as whole numbers of this many parts."""


@dataclass(frozen=True)
class Contribution:
    """What a site adds: values of shape (D,), and whole numbers of shape (T,)."""

    values: NDArray[np.float64]
    totals: NDArray[np.uint64]


@dataclass
class SummingNode:
    """Keeps the session of the round under way; a new round forgets the last one.

    ``roster`` maps every site that the data officer accepted to its registered key: a coordinator
    cannot invent sites to outvote the quorum.
    """

    name: str
    identity: IdentityKey
    roster: Callable[[], dict[str, bytes]]
    rng: np.random.Generator
    feedback: ErrorFeedback = field(default_factory=ErrorFeedback)
    _session: NodeSession | None = None

    def advertise(self, ask: Ask) -> Content:
        """Step 1, for the cohort that the coordinator names."""
        keys = named_in(ask.content, "cohort")
        known = self.roster()
        strangers = sorted(name for name, key in keys.items() if known.get(name) != key)
        if strangers:
            raise SecureSumError(
                "stranger", f"This site's roster does not hold these keys: {', '.join(strangers)}."
            )
        cohort = Cohort(ask.run, ask.round, keys)
        self._session = NodeSession(cohort=cohort, name=self.name, identity=self.identity)
        mine = self._session.advertise()
        return {"mask": mine.mask_key, "seal": mine.seal_key, "signature": mine.signature}

    def share(self, ask: Ask) -> Content:
        """Step 2, with the keys of all."""
        parts = [named_in(ask.content, part) for part in ("mask", "seal", "signature")]
        names = set(parts[0]) & set(parts[1]) & set(parts[2])
        advertised = {n: Advertisement(*(part[n] for part in parts)) for n in sorted(names)}
        return {"sealed": self._of(ask).share(advertised)}

    def mask(self, ask: Ask, contribution: Contribution) -> Content:
        """Step 3: what this site adds, hidden."""
        session = self._of(ask)
        ring = Ring(
            int(number_in(ask.content, "width")),
            number_in(ask.content, "clip"),
            len(session.cohort.keys),
        )
        words = self.feedback.send(
            contribution.values,
            lambda values: ring.encode(values, self.rng),
            lambda sent: ring.decode(sent, 1),
        )
        masked = session.mask(words, contribution.totals, named_in(ask.content, "sealed"))
        return {"values": masked.values, "totals": masked.totals}

    def agree(self, ask: Ask) -> Content:
        """Step 4, on the list of survivors."""
        survivors = ask.content.get("survivors")
        if not isinstance(survivors, list):
            raise SecureSumError("bad_survivors", "The list of survivors is missing.")
        return {"signature": self._of(ask).agree(survivors)}

    def unmask(self, ask: Ask) -> Content:
        """Step 5, with the signatures of all; the session ends."""
        answer = self._of(ask).unmask(named_in(ask.content, "agreed"))
        self._session = None
        return {"seeds": dict(answer.seeds), "keys": dict(answer.keys)}

    def _of(self, ask: Ask) -> NodeSession:
        session = self._session
        if session is None or (session.cohort.run, session.cohort.number) != (ask.run, ask.round):
            raise SecureSumError("no_session", "This site knows nothing of that round.")
        return session
