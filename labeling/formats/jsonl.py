"""JSON lines, our own format: one task a line, nothing lost."""

import codecs
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
from labeling.formats.exact_json import decode, encode
from labeling.formats.fields import FieldReader
from labeling.formats.media_out import add_media
from labeling.formats.members import suffix_of
from labeling.formats.task_json import keys_of, read_task, write_task
from labeling.formats.text import MAX_LINE, detect_encoding, fault_of_encoding, lines_of
from labeling.ontology.parts import Ontology

__all__ = ["JsonLinesExporter", "JsonLinesImporter"]

SUFFIXES = frozenset({"jsonl", "ndjson", "jsonlines"})
KEYS_FROM_LINES = 50


class JsonLinesImporter:
    """Reads one task a line, wrapped in `data` or bare."""

    id: ClassVar[str] = "jsonl"
    name: ClassVar[str] = "JSON lines"
    extensions: ClassVar[tuple[str, ...]] = ("jsonl", "ndjson")

    def sniff(self, source: Source) -> float:
        """Sure when the first lines are objects of their own."""
        member = _member(source)
        if member is None:
            return 0.0
        named = suffix_of(member) in SUFFIXES
        lines = list(_head_objects(source, member))
        if not lines:
            return 0.3 if named else 0.0
        return 0.97 if named else 0.85 if len(lines) > 1 else 0.55

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the keys of the first lines."""
        member = _member(source)
        if member is None:
            return Layout()
        encoding = options.encoding or _encoding(source, member)
        keys: dict[str, None] = {}
        for item in _head_objects(source, member):
            keys.update(dict.fromkeys(keys_of(item)))
        return Layout(encoding=encoding, columns=tuple(keys))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a line; blank lines are skipped and counted."""
        member = _member(source)
        if member is None:
            yield Problem("There is no .jsonl file in it.")
            return
        layout = self.layout(source, options)
        fields = FieldReader(source, ontology, options, layout.columns)
        blank = 0
        for number, raw in _raw_lines(source, member, layout.encoding):
            if isinstance(raw, Problem):
                yield raw
                continue
            if not raw.strip():
                blank += 1
                continue
            yield _read_line(raw, fields, member, number)
        if blank:
            yield Problem(f"{blank:,} blank lines skipped.", file=member, is_warning=True)


def _read_line(raw: bytes, fields: FieldReader, member: str, number: int) -> ImportedTask | Problem:
    try:
        item = decode(raw)
    except ValueError as error:
        return Problem(f"No JSON: {error}", file=member, line=number)
    read = read_task(item, fields, number)
    if isinstance(read, Problem):
        return Problem(read.detail, member, number, read.pointer)
    return read


def _member(source: Source) -> str | None:
    members = source.members()
    named = [name for name in members if suffix_of(name) in SUFFIXES]
    if named:
        return named[0]
    return members[0] if len(members) == 1 else None


def _encoding(source: Source, member: str) -> str:
    """JSON is UTF-8; anything else needs a mark, or is told."""
    found = detect_encoding(source, member)
    return found if found.startswith(("utf-16", "utf-32", "utf-8")) else "utf-8"


def _head_objects(source: Source, member: str) -> Iterator[dict[str, Any]]:
    """Yield the objects in the first whole lines; stop at anything else."""
    head = source.head(member)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head.decode("utf-16", "ignore").encode()
    lines = head.removeprefix(codecs.BOM_UTF8).split(b"\n")
    if source.size(member) > len(head) and len(lines) > 1:
        lines.pop()  # cut by the end of the head
    for line in lines[:KEYS_FROM_LINES]:
        if not line.strip():
            continue
        try:
            item = decode(line)
        except ValueError:
            return
        if not isinstance(item, dict):
            return
        yield item


def _raw_lines(source: Source, member: str, encoding: str) -> Iterator[tuple[int, bytes | Problem]]:
    """Yield numbered lines as UTF-8 bytes; UTF-8 files are not decoded twice."""
    if encoding not in {"utf-8", "utf-8-sig"}:
        if fault := fault_of_encoding(source, member, encoding):
            yield 0, fault
            return
        for line in lines_of(source, member, encoding):
            yield (
                line.number,
                _too_long(member, line.number) if line.text is None else line.text.encode(),
            )
        return
    with source.open(member) as stream:
        number = 0
        while raw := stream.readline(MAX_LINE):
            number += 1
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(MAX_LINE)
                yield number, _too_long(member, number)
                continue
            yield number, raw


def _too_long(member: str, number: int) -> Problem:
    return Problem(f"The line is over {MAX_LINE >> 20} MiB long.", file=member, line=number)


class JsonLinesExporter:
    """Writes everything that makes up a task; reading it back gives the same bytes."""

    id: ClassVar[str] = "jsonl"
    name: ClassVar[str] = "JSON lines (native)"
    description: ClassVar[str] = "One task a line with all annotations; imports again without loss."
    extension: ClassVar[str] = "jsonl"
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
        """Write the lines, and the media beside them when asked."""
        with sink.open("tasks.jsonl") as file:
            for task in tasks:
                if options.include_media:
                    add_media(task, sink)
                file.write(encode(write_task(task, ontology)))
                file.write(b"\n")
        yield from ()
