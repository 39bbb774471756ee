"""Sites in this process: the twin of the real transport."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from federated.node.leaving import NotBooked
from federated.node.node import Node
from federated.server.exchange import SILENT, Answers
from federated.wire.asking import Ask
from federated.wire.content import pack, unpack

__all__ = ["LocalExchange"]


@dataclass
class LocalExchange:
    """Sites in this process, spoken to in the bytes that would travel.

    ``lost`` names (site, kind of question) at which a site falls silent, for tests.
    """

    nodes: Mapping[str, Node]
    keys: Mapping[str, bytes]
    lost: Collection[tuple[str, str]] = ()
    received: dict[str, list[bytes]] = field(default_factory=dict)

    def online(self) -> dict[str, bytes]:
        """All of them."""
        return dict(self.keys)

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        """Ask one after the other; nobody is late here."""
        answers = Answers()
        for site, ask in asks.items():
            if (site, ask.kind) in self.lost:
                continue
            raw = pack(ask.content)
            answers.sent_bytes += len(raw)
            try:
                answer = self.nodes[site].answer(Ask(ask.kind, ask.run, ask.round, unpack(raw)))
            except NotBooked:
                answers.refused[site] = SILENT
                continue
            self.received.setdefault(site, []).append(answer)
            answers.take(site, answer)
        return answers
