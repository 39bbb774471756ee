"""Writes tables: a row for each annotation, and one for each task that has none."""

import csv
import io
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, ClassVar

from labeling.formats.base import (
    ExportAnnotation,
    ExportMedia,
    ExportOptions,
    ExportTask,
    Loss,
    Problem,
    Sink,
)
from labeling.formats.canonical import canonical
from labeling.formats.delimited.cells import answer_to_cell, harmless, to_json_cell
from labeling.formats.delimited.rows import ANNOTATION, ANNOTATION_KEYS, TASK
from labeling.formats.exact_json import decode, encode
from labeling.formats.fields import ANSWER, META
from labeling.formats.media_out import add_media
from labeling.ontology.answers import ANSWER_KINDS
from labeling.ontology.parts import Ontology

__all__ = ["CsvExporter", "TsvExporter"]

Cells = dict[str, str]
SPOOL_BYTES = 1 << 20
TASK_KEYS = ("id", "external_id", "priority", "overlap")


class CsvExporter:
    """Comma, quotes where needed, UTF-8 with a mark so that spreadsheets read it rightly."""

    id: ClassVar[str] = "csv"
    name: ClassVar[str] = "CSV"
    description: ClassVar[str] = "A table: a row for each annotation, answers in columns."
    extension: ClassVar[str] = "csv"
    is_archive: ClassVar[bool] = False
    delimiter: ClassVar[str] = ","
    encoding: ClassVar[str] = "utf-8-sig"

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what does not fit in columns."""
        detail = "Predictions and gold answers are left out (choose them as the source instead)."
        return [Loss("suggestions", detail)]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Always available."""
        return None

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write the rows aside first: only then is it known which further columns there are."""
        fields = ontology.fields
        extras: dict[str, None] = {}
        with tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES) as rows:
            for task in tasks:
                if options.include_media:
                    add_media(task, sink)
                extras.update(dict.fromkeys(key for key in task.data if key not in fields))
                extras.update(dict.fromkeys(f"{META}{key}" for key in task.meta))
                for cells in _rows_of(task, ontology):
                    rows.write(encode(cells) + b"\n")
            rows.seek(0)
            with sink.open(f"tasks.{self.extension}") as file:
                self._write_table(rows, _columns(ontology, extras), file)
        yield from ()

    def _write_table(self, rows: Iterable[bytes], columns: list[str], file: IO[bytes]) -> None:
        line = io.StringIO(newline="")
        # CR LF as line end: with it the writer quotes every cell that holds either.
        writer = csv.writer(line, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerow(columns)
        file.write(line.getvalue().encode(self.encoding))
        for row in rows:
            cells = decode(row)
            line.seek(0)
            line.truncate()
            writer.writerow([cells.get(column, "") for column in columns])
            file.write(line.getvalue().encode())


class TsvExporter(CsvExporter):
    """The same with tabs, without a mark."""

    id: ClassVar[str] = "tsv"
    name: ClassVar[str] = "TSV"
    description: ClassVar[str] = "A table with tabs: a row for each annotation."
    extension: ClassVar[str] = "tsv"
    delimiter: ClassVar[str] = "\t"
    encoding: ClassVar[str] = "utf-8"


def _columns(ontology: Ontology, extras: Iterable[str]) -> list[str]:
    answers = [label.id for label in ontology.labels if label.kind in ANSWER_KINDS]
    return [
        *(f"{TASK}{key}" for key in TASK_KEYS),
        *ontology.fields,
        *sorted(extras, key=lambda column: column.startswith(META)),
        *(f"{ANSWER}{label_id}" for label_id in answers),
        *(f"{ANNOTATION}{key}" for key in ANNOTATION_KEYS),
    ]


def _rows_of(task: ExportTask, ontology: Ontology) -> Iterator[Cells]:
    cells = {f"{TASK}id": task.id, f"{TASK}overlap": str(task.overlap)}
    if task.external_id:
        cells[f"{TASK}external_id"] = harmless(task.external_id)
    if task.priority:
        cells[f"{TASK}priority"] = encode(task.priority).decode()
    for key, value in task.data.items():
        cells[key] = harmless(_field_cell(value) if key in ontology.fields else to_json_cell(value))
    for key, value in task.meta.items():
        cells[f"{META}{key}"] = harmless(to_json_cell(value))
    if not task.annotations:
        yield cells
    for annotation in task.annotations:
        yield cells | _annotation_cells(annotation, task, ontology)


def _field_cell(value: Any) -> str:
    if isinstance(value, ExportMedia):
        return value.name
    return value if isinstance(value, str) else encode(value).decode()


def _annotation_cells(annotation: ExportAnnotation, task: ExportTask, ontology: Ontology) -> Cells:
    content = canonical(annotation.content, ontology, task.data)
    cells: Cells = {}
    for label_id, value in content["answers"].items():
        label = ontology.label(label_id)
        if label is not None:
            cells[f"{ANSWER}{label_id}"] = harmless(answer_to_cell(label, value))
    for key in ("regions", "relations"):
        if content[key]:
            cells[f"{ANNOTATION}{key}"] = encode(content[key]).decode()
    for key, text in (
        ("annotator", annotation.annotator),
        ("state", annotation.state),
        ("created_at", annotation.created_at),
        ("updated_at", annotation.updated_at),
    ):
        cells[f"{ANNOTATION}{key}"] = harmless(text)
    cells[f"{ANNOTATION}lead_time"] = encode(annotation.lead_time).decode()
    return cells
