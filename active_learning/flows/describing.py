"""A flow as a pre-labeler is known: what it reads and fills, what it needs, what it may take."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.flows.declaration import Flow
from active_learning.flows.steps.text import TEXTS
from active_learning.prelabelers.base import Card, Need, View
from active_learning.prelabelers.pictures import DISPLAY

__all__ = ["MODULE", "card_of_flow", "graph_of"]

MODULE = "active_learning.flows.running"
BASE_MB = 512
"""For the interpreter and what all models share; each model brings its own on top."""
MOST_MB = 6_144
MOST_S = 300.0


def card_of_flow(flow: Flow, *, id: str, title: str, licence: str) -> Card:
    """Return the card under which a flow is switched on, tried and learned from."""
    cards = [step.card for step in flow.steps if step.card is not None]
    named_by = flow.end.named_by
    namer = flow.steps[named_by].card if named_by is not None else None
    needs = {need.module: need for card in cards for need in card.needs}
    return Card(
        id=id,
        title=title,
        reads=frozenset({flow.end.field}),
        fills=frozenset({flow.end.kind}),
        module=MODULE,
        licence=licence,
        classes=namer.classes if namer else (),
        also=namer.also if namer else {},
        needs=tuple[Need, ...](needs.values()),
        languages=tuple(dict.fromkeys(code for card in cards for code in card.languages)),
        views=lambda facts: _views(flow, cards, facts),
        memory_mb=min(MOST_MB, BASE_MB + sum(card.memory_mb for card in cards)),
        seconds=min(MOST_S, sum(card.seconds for card in cards)),
        fixed={
            "flow": json.dumps([_step(step) for step in flow.steps]),
            "loads_torch": any(card.fixed.get("loads_torch") for card in cards),
        },
    )


def graph_of(flow: Flow) -> list[dict[str, Any]]:
    """Return the steps with what each gives the next, for a drawing."""
    return [
        {
            "step": step.kind,
            "model": step.card.id if step.card else None,
            "title": step.card.title if step.card else "",
            "settings": dict(step.settings),
            "gives": stream.as_json(),
        }
        for step, stream in zip(flow.steps, flow.streams, strict=True)
    ]


def _step(step: Any) -> dict[str, Any]:
    card = step.card
    return {
        "kind": step.kind,
        "settings": dict(step.settings),
        "module": card.module if card else None,
        "options": {**card.fixed, **step.options} if card else {},
    }


def _views(flow: Flow, cards: Sequence[Card], facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for what any step reads of the stored file."""
    views = dict.fromkeys(view for card in cards for view in card.views(facts))
    kinds = {step.kind for step in flow.steps}
    if flow.end.field == "image" and kinds & {"resize", "crop"}:
        views[DISPLAY] = None
    if flow.end.field == "document" and "text" in kinds:
        views[TEXTS] = None
    return tuple(views)
