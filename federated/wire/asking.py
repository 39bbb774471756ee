"""Questions of the coordinator and a site's answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from federated.wire.content import Content

__all__ = ["Answer", "Ask", "Refusal"]


@dataclass(frozen=True)
class Ask:
    """One question to one site; ``kind`` says which handler answers."""

    kind: str
    run: str
    round: int
    content: Content = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """Why a site did not do it. ``detail`` is about the protocol, never about its data."""

    code: str
    detail: str


Answer = Content | Refusal
