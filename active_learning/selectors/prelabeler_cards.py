"""The pre-labelers that a project may use: the product's, the models it brought, its flows."""

from typing import Any

from active_learning.prelabelers.base import Card
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.selectors.flows import flow_card, flow_cards
from active_learning.selectors.plugged import plugged_card, plugged_cards
from labeling.kernel.errors import NotFound
from labeling.models import Project

__all__ = ["card_of", "cards_of", "find_card"]


def find_card(project: Project, name: str) -> Card | None:
    """Return a pre-labeler, or None where the project has none of that name."""
    if name in PRELABELERS:
        return PRELABELERS.get(name)
    return plugged_card(project, name) or flow_card(project, name)


def card_of(project: Project, name: str) -> Card:
    """Return a pre-labeler, or say that there is none."""
    card = find_card(project, name)
    if card is None:
        raise NotFound(f"This project has no pre-labeler {name[:60]!r}.")
    return card


def cards_of(project: Project) -> list[tuple[Card, list[dict[str, Any]] | None]]:
    """Return all of them, those that come with the product first.

    Beside each flow stands what passes from step to step, beside others nothing.
    """
    brought = plugged_cards(project)
    plain = [*(card for _, card in PRELABELERS.items()), *brought]
    return [*((card, None) for card in plain), *flow_cards(project, brought)]
