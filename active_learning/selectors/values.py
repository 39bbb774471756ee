"""A task's data as the encoders read it: text as text, media as pixels."""

from collections.abc import Sequence
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.pictures import UnreadablePicture, read_pixels
from active_learning.selectors.media import asset_bytes
from labeling.media.html import read_html
from labeling.models import Project, Task
from labeling.selectors.media import MediaShelf, shelf_for
from labeling.selectors.ontologies import ontology_of


def task_values(
    project: Project, fields: Sequence[Field], tasks: Sequence[Task]
) -> list[dict[str, Any]]:
    """Return each task's values by field; what cannot be read is None."""
    shelf = shelf_for(project, ontology_of(project), tasks)
    return [{field.name: _value(field, task, shelf) for field in fields} for task in tasks]


def _value(field: Field, task: Task, shelf: MediaShelf) -> Any:
    if field.type != "image":
        value = task.data.get(field.name)
        if field.type == "html" and value is not None:
            return read_html(str(value)).text
        return str(value) if field.type == "text" and value is not None else value
    asset = shelf.asset_in(task, field.name)
    if asset is None:
        return None
    try:
        return read_pixels(asset_bytes(asset))
    except (UnreadablePicture, OSError):
        return None
