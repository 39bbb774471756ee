"""Reads tables: a header, then a task a row; consecutive rows of one task are its annotations."""

import csv
from collections.abc import Iterator
from typing import ClassVar

from labeling.formats.base import ImportedTask, ImportOptions, Layout, Problem, Source
from labeling.formats.delimited.rows import TableRows, column_names, is_own
from labeling.formats.fields import FieldReader
from labeling.formats.members import suffix_of
from labeling.formats.text import detect_encoding, fault_of_encoding
from labeling.media.delimited import (
    allow_long_cells,
    consistency,
    sniff_delimiter,
    without_sep_line,
)
from labeling.ontology.parts import Ontology

__all__ = ["CsvImporter", "TsvImporter"]

SUFFIXES = frozenset({"csv", "tsv", "tab", "psv"})
HEAD = 1 << 17


class CsvImporter:
    """Reads tables with any of the usual delimiters."""

    id: ClassVar[str] = "csv"
    name: ClassVar[str] = "CSV"
    extensions: ClassVar[tuple[str, ...]] = ("csv",)
    is_tabs: ClassVar[bool] = False

    def sniff(self, source: Source) -> float:
        """Sure by name; else likely when most rows have the same number of cells."""
        member = _member(source)
        if member is None:
            return 0.0
        head, is_whole = _head(source, member, detect_encoding(source, member))
        if not head.strip() or "\x00" in head:
            return 0.0
        delimiter = sniff_delimiter(head, is_whole=is_whole)
        if (delimiter == "\t") != self.is_tabs:
            return 0.2 if suffix_of(member) in SUFFIXES else 0.0
        if suffix_of(member) in SUFFIXES:
            return 0.95
        score, columns = consistency(head, delimiter, is_whole=is_whole)
        looks_like_json = head.lstrip()[:1] in {"{", "[", "<"}
        return 0.6 * score if columns > 1 and score > 0.8 and not looks_like_json else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return encoding, delimiter and header."""
        member = _member(source)
        if member is None:
            return Layout()
        encoding = options.encoding or detect_encoding(source, member)
        head, is_whole = _head(source, member, encoding)
        delimiter = options.delimiter or sniff_delimiter(head, is_whole=is_whole)
        _, head = without_sep_line(head)
        allow_long_cells()
        try:
            header = next(csv.reader(head.splitlines(keepends=True), delimiter=delimiter), [])
        except csv.Error:
            header = []
        columns = [column for column in column_names(header) if not is_own(column)]
        return Layout(encoding, delimiter, tuple(columns))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a row (or a run of rows with one `task.id`)."""
        member = _member(source)
        if member is None:
            yield Problem("There is no table (.csv, .tsv) in it.")
            return
        layout = self.layout(source, options)
        if fault := fault_of_encoding(source, member, layout.encoding):
            yield fault
            return
        fields = FieldReader(source, ontology, options, layout.columns)
        yield from TableRows(source, member, layout, fields).tasks()


class TsvImporter(CsvImporter):
    """Reads tables with tabs."""

    id: ClassVar[str] = "tsv"
    name: ClassVar[str] = "TSV"
    extensions: ClassVar[tuple[str, ...]] = ("tsv", "tab")
    is_tabs: ClassVar[bool] = True


def _member(source: Source) -> str | None:
    members = source.members()
    named = [name for name in members if suffix_of(name) in SUFFIXES]
    return named[0] if named else members[0] if len(members) == 1 else None


def _head(source: Source, member: str, encoding: str) -> tuple[str, bool]:
    data = source.head(member, HEAD)
    try:
        text = data.decode(encoding, "ignore")
    except LookupError:
        text = ""
    return text.removeprefix("\ufeff"), len(data) >= source.size(member)
