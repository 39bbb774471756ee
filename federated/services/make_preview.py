"""The dry run: a site answers as it would in a round, and everything stays here."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from federated.models import SiteMembership
from federated.node.leaving import Door, Outgoing
from federated.node.node import Node
from federated.node.summing import SummingNode
from federated.privacy.budget import NoisyTraining
from federated.privacy.secure_sum import IdentityKey
from federated.server.exchange import read_answer
from federated.server.plan import RunPlan
from federated.services.book_departures import MembershipBook
from federated.services.project_site import ProjectSite
from federated.wire.about import About
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content
from federated.wire.model import SharedHead

__all__ = ["make_preview"]


@dataclass
class _Notes:
    """A ledger of what would leave; it prices as the real one does."""

    real: MembershipBook
    lines: list[dict[str, Any]] = field(default_factory=list)

    def admit(self, ask: Ask) -> None:
        """A dry run may always be made."""

    def price(self, training: NoisyTraining) -> float:
        """Return what the real ledger would book."""
        return self.real.price(training)

    def may_leave(self, ask: Ask, *, epsilon: float) -> None:
        """Nothing leaves."""

    def enter(self, outgoing: Outgoing) -> None:
        """Note the line."""
        line = {"kind": outgoing.ask.kind, "size_bytes": outgoing.size_bytes}
        self.lines.append({**line, "epsilon": outgoing.epsilon})


def make_preview(*, membership: SiteMembership, noise_multiplier: float = 0.0) -> dict[str, Any]:
    """Return, for each message of a round, its size, what it holds, and what it would cost.

    The update is shown as it would be in clear; inside a secure sum it is hidden behind masks of
    the same length.
    """
    site, rng = ProjectSite(membership.pk), np.random.default_rng()
    notes = _Notes(MembershipBook(membership.pk))
    summing = SummingNode(membership.name, IdentityKey.generate(), dict, rng)
    node = Node(site, Door(notes), summing, rng)
    told = read_answer(node.answer(Ask("about", "dry run", 1, {"peers": {}})))
    messages = [_shown(notes, told)]
    if not isinstance(told, Refusal):
        about = About.read(told)
        plan = RunPlan(noise_multiplier=noise_multiplier)
        head = SharedHead.blank(about.classes, about.dimensions)
        lesson = {**head.content(), **plan.recipe.content()}
        update = read_answer(node.answer(Ask("update", "dry run", 1, lesson)))
        messages.append(_shown(notes, update))
    return {"messages": messages, "sent": False}


def _shown(notes: _Notes, answer: Content | Refusal) -> dict[str, Any]:
    line = notes.lines[-1]
    if isinstance(answer, Refusal):
        return {**line, "refused": {"code": answer.code, "detail": answer.detail}, "holds": []}
    return {**line, "refused": None, "holds": [_part(key, answer[key]) for key in answer]}


def _part(key: str, value: Any) -> dict[str, Any]:
    """Say of an entry what it is; of numbers how many, of short words the words themselves."""
    match value:
        case bytes():
            return {"name": key, "type": "bytes", "count": len(value), "value": None}
        case list():
            return {"name": key, "type": "texts", "count": len(value), "value": value[:50]}
        case np.ndarray():
            return {"name": key, "type": "numbers", "count": int(value.size), "value": None}
        case _:
            return {"name": key, "type": "value", "count": 1, "value": value}
