"""The rows of a table as tasks; consecutive rows of one `task.id` are annotations of one task."""

import csv
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedTask,
    Layout,
    Problem,
    Source,
)
from labeling.formats.delimited.cells import answer_from_cell, from_json_cell, original
from labeling.formats.fields import ANSWER, EXTERNAL_ID, FieldReader
from labeling.formats.task_json import assemble_task
from labeling.formats.text import open_text
from labeling.media.delimited import allow_long_cells, without_sep_line

__all__ = ["ANNOTATION", "ANNOTATION_KEYS", "TASK", "TableRows", "column_names", "is_own"]

TASK = "task."
ANNOTATION = "annotation."
ANNOTATION_KEYS = (
    *("annotator", "state", "regions", "relations", "lead_time", "created_at", "updated_at"),
)


def column_names(header: list[str]) -> list[str]:
    """Return the names of a header's cells; one without a name gets its number."""
    return [name.strip() or f"column_{i + 1}" for i, name in enumerate(header)]


def is_own(column: str) -> bool:
    """Whether only tables of ours have this column, so that nobody needs to map it."""
    return column.startswith((TASK, ANNOTATION))


class TableRows:
    """One pass over the rows of a table."""

    def __init__(self, source: Source, member: str, layout: Layout, fields: FieldReader) -> None:
        self._source = source
        self._member = member
        self._layout = layout
        self._fields = fields
        self._is_ours = False

    def tasks(self) -> Iterator[ImportedTask | Problem]:
        """Yield tasks, joining consecutive rows of the same task."""
        pending: ImportedTask | None = None
        pending_key = ""
        for row in self._rows():
            if isinstance(row, Problem):
                yield row
                continue
            line, cells = row
            key = cells.get(f"{TASK}id", "")
            if pending is not None and key and key == pending_key:
                self._annotate(pending, cells)
                continue
            if pending is not None:
                yield pending
            pending, pending_key = None, key
            read = self._task(cells, line)
            if isinstance(read, Problem):
                yield Problem(read.detail, self._member, line, read.pointer)
            else:
                pending = read
        if pending is not None:
            yield pending

    def _rows(self) -> Iterator[tuple[int, dict[str, str]] | Problem]:
        allow_long_cells()
        with open_text(self._source, self._member, self._layout.encoding) as stream:
            first = stream.readline()
            skipped = 1 if without_sep_line(first)[0] else 0
            lines = stream if skipped else chain([first], stream)
            reader = csv.reader(lines, delimiter=self._layout.delimiter, strict=True)
            header: list[str] | None = None
            blank = line = 0
            while True:
                line = reader.line_num + skipped + 1
                try:
                    cells = next(reader)
                except StopIteration:
                    break
                except csv.Error as error:
                    yield Problem(f"No table row: {error}.", self._member, line)
                    if "unexpected end" in str(error):
                        break
                    continue
                if not cells or (len(cells) == 1 and not cells[0].strip()):
                    blank += 1 if header is not None else 0
                    continue
                if header is None:
                    header = column_names(cells)
                    self._is_ours = f"{TASK}id" in header
                    if fault := self._fault_of_header(header, line):
                        yield fault
                        return
                    continue
                yield self._row(header, cells, line)
        if header is None:
            yield Problem("The table is empty.", self._member)
        if blank:
            yield Problem(f"{blank:,} blank lines skipped.", self._member, is_warning=True)

    def _fault_of_header(self, header: list[str], line: int) -> Problem | None:
        twice = sorted({name for name in header if header.count(name) > 1})
        if not twice:
            return None
        detail = f"Two columns have the same name: {', '.join(twice)[:200]}. Rename one."
        return Problem(detail, self._member, line)

    def _row(
        self, header: list[str], cells: list[str], line: int
    ) -> tuple[int, dict[str, str]] | Problem:
        if len(cells) > len(header) and any(cells[len(header) :]):
            detail = (
                f"The row has {len(cells)} cells, the header {len(header)}. "
                "Put quotes around cells that hold the delimiter."
            )
            return Problem(detail, self._member, line)
        if self._is_ours:
            cells = [original(cell) for cell in cells]
        missing = [""] * (len(header) - len(cells))
        return line, dict(zip(header, cells + missing, strict=False))

    def _task(self, cells: Mapping[str, str], line: int) -> ImportedTask | Problem:
        row: dict[str, Any] = {}
        for column, cell in cells.items():
            target = self._fields.target(column)
            if target is None or is_own(column) or target.startswith(ANSWER):
                continue
            if target == EXTERNAL_ID and not cell:
                continue
            is_json_of_ours = self._is_ours and target not in self._fields.ontology.fields
            if is_json_of_ours and not cell:
                continue
            row[column] = from_json_cell(cell) if is_json_of_ours else cell
        split = self._fields.split(row)
        if isinstance(split, Problem):
            return split
        read = assemble_task(self._own_keys(cells), *split, line)
        if isinstance(read, ImportedTask):
            self._annotate(read, cells)
        return read

    def _own_keys(self, cells: Mapping[str, str]) -> dict[str, Any]:
        """Return priority, overlap and external id from the columns of our own tables."""
        found: dict[str, Any] = {}
        for key in ("priority", "overlap"):
            if cell := cells.get(f"{TASK}{key}", ""):
                found[key] = from_json_cell(cell)
        if cell := cells.get(f"{TASK}{EXTERNAL_ID}", ""):
            found[EXTERNAL_ID] = cell
        return found

    def _annotate(self, task: ImportedTask, cells: Mapping[str, str]) -> None:
        """Add the annotation that a row holds, if it holds one."""
        answers: dict[str, Any] = {}
        for column, cell in cells.items():
            target = self._fields.target(column) or ""
            if not target.startswith(ANSWER) or not cell:
                continue
            label_id = target.removeprefix(ANSWER)
            label = self._fields.ontology.label(label_id)
            answers[label_id] = answer_from_cell(label, cell) if label else cell
        own = {key: cells.get(f"{ANNOTATION}{key}", "") for key in ANNOTATION_KEYS}
        regions, relations = (_objects(own[key]) for key in ("regions", "relations"))
        if not (answers or any(own.values())):
            return
        lead_time = from_json_cell(own["lead_time"] or "0")
        task.annotations.append(
            ImportedAnnotation(
                Content(regions, relations, answers),
                annotator=own["annotator"],
                lead_time=float(lead_time) if isinstance(lead_time, int | float) else 0.0,
                state=own["state"] or "submitted",
                created_at=own["created_at"],
                updated_at=own["updated_at"],
            )
        )


def _objects(cell: str) -> list[dict[str, Any]]:
    value = from_json_cell(cell) if cell else []
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    return []
