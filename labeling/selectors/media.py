"""What the media of tasks are: addresses for clients, sizes for checks. One query a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from labeling.media.registry import MEDIA
from labeling.models import Asset, Project, Task
from labeling.ontology.schema import Ontology
from labeling.regions.kind import Bounds, Fault
from labeling.selectors.ontologies import media_fields


@dataclass(frozen=True, slots=True)
class MediaShelf:
    """The assets that some tasks show, by id, and which fields hold them."""

    ontology: Ontology
    fields: tuple[str, ...]
    assets: Mapping[int, Asset]

    def asset_in(self, task: Task, field: str) -> Asset | None:
        """Return the asset a task shows in a field."""
        reference = asset_reference(task.data.get(field))
        return self.assets.get(reference) if reference is not None else None

    def data_of(self, task: Task, *, is_listed: bool = False) -> dict[str, Any]:
        """Return the task's data with each media value replaced by what a client needs.

        A list needs less: where a fact is long (frames of a drive, places of pages), it says how
        long.
        """
        data = _shown(self.ontology, task.data)
        for field in self.fields:
            asset = self.asset_in(task, field)
            if asset is not None:
                value = media_value(asset, str(task.data[field].get("name") or asset.name))
                if is_listed:
                    value["facts"] = _brief(asset.facts)
                data[field] = value
        return data

    def bounds_of(self, task: Task) -> dict[str, Bounds]:
        """Return what is known of each field, for checking geometry."""
        bounds = inline_bounds(self.ontology, task.data)
        for field in self.fields:
            if asset := self.asset_in(task, field):
                bounds[field] = bounds_of_asset(asset)
        return bounds


def shelf_for(project: Project, ontology: Ontology, tasks: Iterable[Task]) -> MediaShelf:
    """Load the assets of some tasks; no query where the ontology has no media."""
    fields = media_fields(ontology)
    if not fields:
        return MediaShelf(ontology, (), {})
    wanted = {
        reference
        for task in tasks
        for field in fields
        if (reference := asset_reference(task.data.get(field))) is not None
    }
    return MediaShelf(ontology, fields, project.assets.in_bulk(list(wanted)))


def asset_reference(value: Any) -> int | None:
    """Return the asset id in a stored media value, or None where it holds none."""
    if not isinstance(value, dict):
        return None
    reference = value.get("asset")
    text = str(reference) if reference is not None else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def stands_for_itself(ontology: Ontology, field: str, value: Any) -> bool:
    """Whether a field's value is the medium itself, and no reference to a stored file."""
    kind = MEDIA.get(ontology.fields[field].type)
    if kind is None or kind.inline is None:
        return kind is None
    return not kind.takes_files or not (isinstance(value, dict) and "asset" in value)


def value_faults(field_type: str, value: Any) -> list[Fault]:
    """Return what is wrong with a value that is the medium itself."""
    kind = MEDIA.get(field_type)
    return kind.inline.faults(value) if kind and kind.inline else []


def _shown(ontology: Ontology, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a task's data with values that are not sent as they are stored in their own form."""
    found = dict(data)
    for name, field in ontology.fields.items():
        kind = MEDIA.get(field.type)
        if kind and kind.inline and kind.inline.shown and data.get(name) is not None:
            found[name] = kind.inline.shown(data[name])
    return found


def inline_bounds(ontology: Ontology, data: Mapping[str, Any]) -> dict[str, Bounds]:
    """Return what bounds regions on the values that stand in the task."""
    return {
        name: kind.inline.bounds(data[name])
        for name, field in ontology.fields.items()
        if data.get(name) is not None
        and (kind := MEDIA.get(field.type))
        and kind.inline
        and stands_for_itself(ontology, name, data[name])
    }


def bounds_of_asset(asset: Asset) -> Bounds:
    """Return what bounds regions on a stored file: its size, and what its decoder found."""
    known = {name: _frozen(asset.facts[name]) for name in _BOUNDS if name in asset.facts}
    if asset.kind == "image":  # of an animation only the first frame is shown
        known.pop("frames", None)
    return replace(Bounds(asset.width, asset.height, None, asset.duration), **known)


_BOUNDS = ("frames", "pages", "page_texts", "points", "rows", "columns", "turns", "depth", "text")


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


MOST_LISTED = 8
"""Entries of a fact that a list of tasks still shows one by one."""
MOST_WRITTEN = 200
"""Characters of a fact; a longer one is the medium's whole text."""


def _brief(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: len(value) if isinstance(value, list) and len(value) > MOST_LISTED else value
        for name, value in facts.items()
        if not isinstance(value, str) or len(value) <= MOST_WRITTEN
    }


def media_value(asset: Asset, name: str) -> dict[str, Any]:
    """Return the wire shape of a media value; `base` is where its views are."""
    base = f"/media/assets/{asset.pk}"
    views = MEDIA[asset.kind].views if asset.kind in MEDIA else {}
    return {
        "asset": str(asset.pk),
        "base": base,
        "url": f"{base}/{'display' if 'display' in views else 'original'}",
        "original": f"{base}/original",
        "thumbnail": f"{base}/thumb" if "thumb" in views else None,
        "type": asset.mime,
        "name": name,
        "width": asset.width,
        "height": asset.height,
        "duration": asset.duration,
        "size": asset.size,
        "facts": asset.facts,
    }
