"""How the coordinator reaches sites: a port. Adapters are in `transport` and `simulation`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from federated.wire.asking import Ask, Refusal
from federated.wire.content import BadContent, Content, unpack

__all__ = ["SILENT", "Answers", "Chosen", "Exchange", "read_answer"]


SILENT = Refusal("unavailable", "The site did not answer.")
"""How it looks from here when a site's process fails."""


@dataclass
class Answers:
    """What came back before the deadline; a site in neither mapping was silent."""

    given: dict[str, Content] = field(default_factory=dict)
    refused: dict[str, Refusal] = field(default_factory=dict)
    received_bytes: int = 0
    sent_bytes: int = 0

    def take(self, site: str, raw: bytes) -> None:
        """Sort one answer in."""
        self.received_bytes += len(raw)
        answer = read_answer(raw)
        if isinstance(answer, Refusal):
            self.refused[site] = answer
        else:
            self.given[site] = answer


class Exchange(Protocol):
    """Questions out, answers in."""

    def online(self) -> dict[str, bytes]:
        """Return the sites that can be asked, with their registered keys."""

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        """Ask several sites at once, and wait for all of them or the deadline."""


@dataclass(frozen=True)
class Chosen:
    """An exchange that sees some sites only: those that match a run."""

    exchange: Exchange
    names: Collection[str]

    def online(self) -> dict[str, bytes]:
        """Return the chosen ones that can be asked."""
        online = self.exchange.online()
        return {name: key for name, key in online.items() if name in self.names}

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        """Ask as the exchange does."""
        return self.exchange.ask(asks, deadline_s=deadline_s)


def read_answer(raw: bytes) -> Content | Refusal:
    """Return what a site answered; bytes that are no message count as a refusal."""
    try:
        content = unpack(raw)
    except BadContent as error:
        return Refusal("bad_content", str(error))
    if "refused" in content:
        return Refusal(str(content["refused"]), str(content.get("detail", "")))
    return content
