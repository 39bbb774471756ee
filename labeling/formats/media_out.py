"""Adds the media of exported tasks to an archive, under the names they came with."""

from labeling.formats.base import ExportMedia, ExportTask, Sink
from labeling.formats.names import safe_name

__all__ = ["add_media", "media_of"]

FOLDER = "media"


def add_media(task: ExportTask, sink: Sink) -> None:
    """Copy every media file of a task to `media/<its name>`.

    Two files of one name but different content differ in their digest, which goes into the folder.
    """
    for value in task.data.values():
        if isinstance(value, ExportMedia):
            sink.add_media(f"{FOLDER}/{safe_name(value.name)}", value)


def media_of(task: ExportTask, field: str) -> ExportMedia | None:
    """Return the media file in a field, if there is one."""
    value = task.data.get(field)
    return value if isinstance(value, ExportMedia) else None
