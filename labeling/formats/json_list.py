"""JSON: a list of tasks in one document, or one task, or `{"tasks": [...]}`."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from labeling.formats.base import (
    ExportOptions,
    ExportTask,
    ImportedTask,
    ImportOptions,
    Layout,
    Loss,
    Problem,
    Sink,
    Source,
)
from labeling.formats.exact_json import encode
from labeling.formats.fields import FieldReader
from labeling.formats.json_member import head_elements, json_member, read_elements
from labeling.formats.media_out import add_media
from labeling.formats.members import suffix_of
from labeling.formats.task_json import keys_of, read_task, write_task
from labeling.ontology.parts import Ontology

__all__ = ["JsonExporter", "JsonImporter"]


class JsonImporter:
    """Reads a list of tasks, wrapped in `data` or bare, element by element."""

    id: ClassVar[str] = "json"
    name: ClassVar[str] = "JSON"
    extensions: ClassVar[tuple[str, ...]] = ("json",)

    def sniff(self, source: Source) -> float:
        """Likely for any JSON list of objects; formats with marks of their own are surer."""
        items = [element.value for element in head_elements(source) if _is_task_place(element.key)]
        if items and isinstance(items[0], dict):
            # Tasks with their pictures in one archive: surer than the pictures alone.
            return 0.85 if isinstance(items[0].get("data"), dict) else 0.7
        # A broken document is still read as what its name says, so that the report names the place.
        members = source.members()
        return 0.3 if len(members) == 1 and suffix_of(members[0]) == "json" else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the keys of the first tasks."""
        member = json_member(source)
        if member is None:
            return Layout()
        keys: dict[str, None] = {}
        for element in head_elements(source):
            if _is_task_place(element.key):
                keys.update(dict.fromkeys(keys_of(element.value)))
        return Layout(encoding=member.encoding, columns=tuple(keys))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield the elements of the list."""
        fields = FieldReader(source, ontology, options, self.layout(source, options).columns)
        single: dict[str, Any] = {}
        for element in read_elements(source, options):
            if isinstance(element, Problem):
                yield element
            elif _is_task_place(element.key) and element.index is not None:
                yield placed(read_task(element.value, fields, element.line), element.index)
            else:
                single[element.key] = element.value
        if "data" in single or single.keys() & ontology.fields.keys():
            yield read_task(single, fields, 1)


def _is_task_place(key: str) -> bool:
    return key in {"", "tasks"}


def placed(read: ImportedTask | Problem, index: int) -> ImportedTask | Problem:
    """Return a problem with its pointer from the top of the document."""
    if isinstance(read, Problem):
        return Problem(read.detail, read.file, read.line, f"/{index}{read.pointer}")
    return read


class JsonExporter:
    """Writes a list of tasks with their ids, indented for people."""

    id: ClassVar[str] = "json"
    name: ClassVar[str] = "JSON"
    description: ClassVar[str] = "One readable document: a list of tasks with all annotations."
    extension: ClassVar[str] = "json"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Nothing of the answers is lost."""
        return []

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Always available."""
        return None

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write the list, task by task."""
        separator = b"[\n"
        with sink.open("tasks.json") as file:
            for task in tasks:
                if options.include_media:
                    add_media(task, sink)
                file.write(separator)
                file.write(encode({"id": task.id, **write_task(task, ontology)}, indent=True))
                separator = b",\n"
            file.write(b"\n]\n" if separator == b",\n" else b"[]\n")
        yield from ()
