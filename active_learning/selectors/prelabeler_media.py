"""A task's field as a pre-labeler gets it: the value, or the file with the views it reads."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import Card, Medium, View
from labeling.kernel.errors import PenumbraError
from labeling.media.registry import MEDIA
from labeling.models import Asset, Task
from labeling.regions.kind import Bounds
from labeling.selectors.media import MediaShelf, asset_reference
from labeling.services.renditions import original_of, rendition_of

__all__ = ["bounds_of_field", "medium_of"]


def medium_of(card: Card, task: Task, field_id: str, shelf: MediaShelf) -> Medium | None:
    """Return the medium, None where the task has none; an unreadable file raises."""
    field_type = shelf.ontology.fields[field_id].type
    asset = shelf.asset_in(task, field_id)
    if asset is not None:
        facts = _facts_of(asset)
        return Medium(field_type, None, original_of(asset), facts, _views(card, asset, facts))
    value = task.data.get(field_id)
    if value in (None, "") or asset_reference(value) is not None:
        return None  # nothing, or a file that is gone
    return Medium(field_type, value, beside=_beside(task, field_id) if card.reads_beside else {})


def bounds_of_field(task: Task, field_id: str, shelf: MediaShelf) -> Bounds:
    """Return what regions on the field must lie in."""
    bounds = shelf.bounds_of(task).get(field_id, Bounds())
    return replace(bounds, field=shelf.ontology.fields[field_id].type)


def _beside(task: Task, field_id: str) -> dict[str, Any]:
    """Return what stands in the task itself under its other fields."""
    return {
        name: value
        for name, value in task.data.items()
        if name != field_id and asset_reference(value) is None
    }


def _facts_of(asset: Asset) -> dict[str, Any]:
    own = {
        "mime": asset.mime,
        "width": asset.width,
        "height": asset.height,
        "duration": asset.duration,
    }
    return dict(asset.facts) | {name: value for name, value in own.items() if value is not None}


def _views(card: Card, asset: Asset, facts: Mapping[str, Any]) -> dict[View, Path]:
    """Make what the card asks for; a view that cannot be made is missing, and the rest goes on."""
    found = {}
    for view in card.views(facts):
        if view.name not in MEDIA[asset.kind].views:
            continue
        try:
            found[view] = rendition_of(asset, view.name, dict(view.given)).path
        except PenumbraError:
            continue
    return found
