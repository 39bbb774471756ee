"""A task's data as the encoders read it: text as text, media as pixels, bands, numbers."""

from collections.abc import Sequence
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.selectors.forms import INLINE, STORED
from labeling.kernel.errors import PenumbraError
from labeling.models import Asset, Project, Task
from labeling.selectors.media import MediaShelf, asset_reference, shelf_for
from labeling.selectors.ontologies import ontology_of


def task_values(
    project: Project, fields: Sequence[Field], tasks: Sequence[Task]
) -> list[dict[str, Any]]:
    """Return each task's values by field; what cannot be read is None.

    The type of a field says in which form its value is wanted, see `forms`.
    """
    shelf = shelf_for(project, ontology_of(project), tasks)
    return [{field.name: value_of(field, task, shelf) for field in fields} for task in tasks]


def value_of(field: Field, task: Task, shelf: MediaShelf) -> Any:
    """Return one field's value in the form wanted, None where it cannot be read."""
    asset = shelf.asset_in(task, field.name)
    if asset is not None:
        return _of_asset(field.type, asset)
    value = task.data.get(field.name)
    if value is None or asset_reference(value) is not None:
        return None  # nothing, or a file that is gone
    read = INLINE.get(field.type)
    if read is None:
        return None if field.type in STORED else value
    return read(value)


def _of_asset(form: str, asset: Asset) -> Any:
    read = STORED.get(form)
    if read is None:
        return None
    try:
        return read(asset)
    except (PenumbraError, OSError, ValueError):
        # One damaged file is no reason to learn nothing from the others.
        return None
