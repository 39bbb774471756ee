"""What the media of tasks are: addresses for clients, sizes for checks. One query a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from labeling.models import Asset, Project, Task
from labeling.ontology.schema import Ontology
from labeling.regions.kind import Bounds
from labeling.selectors.ontologies import media_fields


@dataclass(frozen=True, slots=True)
class MediaShelf:
    """The assets that some tasks show, by id, and which fields hold them."""

    fields: tuple[str, ...]
    assets: Mapping[int, Asset]

    def asset_in(self, task: Task, field: str) -> Asset | None:
        """Return the asset a task shows in a field."""
        reference = asset_reference(task.data.get(field))
        return self.assets.get(reference) if reference is not None else None

    def data_of(self, task: Task) -> dict[str, Any]:
        """Return the task's data with each media value replaced by what a client needs."""
        if not self.fields:
            return dict(task.data)
        data = dict(task.data)
        for field in self.fields:
            asset = self.asset_in(task, field)
            if asset is not None:
                data[field] = media_value(asset, str(task.data[field].get("name") or asset.name))
        return data

    def bounds_of(self, task: Task) -> dict[str, Bounds]:
        """Return what is known of each field, for checking geometry."""
        bounds = {
            name: Bounds(text=value) for name, value in task.data.items() if isinstance(value, str)
        }
        for field in self.fields:
            if asset := self.asset_in(task, field):
                bounds[field] = Bounds(asset.width, asset.height, None, asset.duration)
        return bounds


def shelf_for(project: Project, ontology: Ontology, tasks: Iterable[Task]) -> MediaShelf:
    """Load the assets of some tasks; no query where the ontology has no media."""
    fields = media_fields(ontology)
    if not fields:
        return MediaShelf((), {})
    wanted = {
        reference
        for task in tasks
        for field in fields
        if (reference := asset_reference(task.data.get(field))) is not None
    }
    return MediaShelf(fields, project.assets.in_bulk(list(wanted)))


def asset_reference(value: Any) -> int | None:
    """Return the asset id in a stored media value, or None where it holds none."""
    if not isinstance(value, dict):
        return None
    reference = value.get("asset")
    text = str(reference) if reference is not None else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def media_value(asset: Asset, name: str) -> dict[str, Any]:
    """Return the wire shape of a media value."""
    base = f"/media/assets/{asset.pk}"
    is_image = asset.kind == "image"
    return {
        "asset": str(asset.pk),
        "url": f"{base}/{'display' if is_image else 'original'}",
        "original": f"{base}/original",
        "thumbnail": f"{base}/thumb" if is_image else None,
        "type": asset.mime,
        "name": name,
        "width": asset.width,
        "height": asset.height,
        "duration": asset.duration,
        "size": asset.size,
    }
