"""Flows to begin with: a person changes what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from active_learning.flows.declaration import BadFlow, read_flow
from active_learning.prelabelers.base import Card

__all__ = ["RECIPES", "Recipe", "recipes_for"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """One beginning; its words are the clients' `flows.recipe.<id>`."""

    id: str
    field_type: str
    steps: Sequence[Mapping[str, Any]]


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "print_entities",
        "image",
        (
            {"step": "model", "model": "image_words", "asks": "box"},
            {"step": "text", "between": "line"},
            {"step": "model", "model": "text_entities"},
        ),
    ),
    Recipe(
        "things_classed",
        "image",
        (
            {"step": "model", "model": "image_objects", "asks": "box"},
            {"step": "keep", "least": 0.4, "least_side": 24, "most": 20},
            {"step": "crop", "margin": 0.1},
            {"step": "model", "model": "own", "asks": "choice"},
        ),
    ),
    Recipe(
        "page_entities",
        "document",
        (
            {"step": "text"},
            {"step": "model", "model": "text_entities"},
            {"step": "keep", "least": 0.3},
        ),
    ),
    Recipe(
        "entities_by_meaning",
        "text",
        (
            {"step": "model", "model": "text_entities"},
            {"step": "crop", "margin": 2.0},
            {"step": "model", "model": "text_meaning", "asks": "choice"},
        ),
    ),
)


def recipes_for(field_type: str, models: Mapping[str, Card]) -> list[Recipe]:
    """Return the beginnings that work on a field with the models that are there."""
    return [
        recipe
        for recipe in RECIPES
        if recipe.field_type == field_type and _works(recipe, field_type, models)
    ]


def _works(recipe: Recipe, field_type: str, models: Mapping[str, Card]) -> bool:
    try:
        read_flow(list(recipe.steps), field_type, models)
    except BadFlow:
        return False
    return True
