"""Plain text: a task a line, or a whole file a task."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from labeling.formats.base import ImportedTask, ImportOptions, Layout, Problem, Source
from labeling.formats.fields import FieldReader
from labeling.formats.members import suffix_of
from labeling.formats.text import MAX_LINE, detect_encoding, fault_of_encoding, lines_of, open_text
from labeling.ontology.parts import FieldType, Ontology

__all__ = ["HtmlFilesImporter", "LinesImporter", "TextFilesImporter"]

SUFFIXES = frozenset({"txt", "text", "md", "log"})
HTML_SUFFIXES = frozenset({"html", "htm", "xhtml"})
MAX_FILE = MAX_LINE


def _members(source: Source, suffixes: frozenset[str] = SUFFIXES) -> list[str]:
    members = list(source.members())
    named = [name for name in members if suffix_of(name) in suffixes]
    return named or (members if len(members) == 1 else [])


def _field_of(
    ontology: Ontology, options: ImportOptions, types: Sequence[FieldType] = ("text", "html")
) -> str | None:
    """Return the field the text goes to: the chosen one, or the first of these types."""
    for field in options.mapping.values():
        if field in ontology.fields:
            return field
    found = [field for kind in types for field in ontology.fields_of_type(kind)]
    return found[0].id if found else None


class LinesImporter:
    """Makes a task of each line that is not blank; the line is kept as it is but for its end."""

    id: ClassVar[str] = "txt"
    name: ClassVar[str] = "Text, a task a line"
    extensions: ClassVar[tuple[str, ...]] = ("txt",)

    def sniff(self, source: Source) -> float:
        """Likely by name for one file; a last resort for any other text."""
        members = _members(source)
        if not members:
            return 0.0
        if suffix_of(members[0]) in {"xml", "html", "htm", "svg"}:
            return 0.0
        if suffix_of(members[0]) not in SUFFIXES:
            return 0.1 if _is_text(source.head(members[0], 4096)) else 0.0
        return 0.8 if len(members) == 1 else 0.4

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the encoding of the first file."""
        members = _members(source)
        if not members:
            return Layout()
        return Layout(encoding=options.encoding or detect_encoding(source, members[0]))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a line."""
        field = _field_of(ontology, options)
        if field is None:
            yield Problem("This project has no text field that lines could go to.")
            return
        fields = FieldReader(source, ontology, options)
        for member in _members(source):
            encoding = options.encoding or detect_encoding(source, member)
            if fault := fault_of_encoding(source, member, encoding):
                yield fault
                continue
            blank = 0
            for line in lines_of(source, member, encoding):
                if line.text is None:
                    yield Problem(f"The line is over {MAX_LINE >> 20} MiB.", member, line.number)
                elif not line.text.strip():
                    blank += 1
                else:
                    value = fields.value(ontology.fields[field], line.text)
                    if isinstance(value, Problem):
                        yield Problem(value.detail, member, line.number)
                    else:
                        yield ImportedTask(data={field: value}, line=line.number)
            if blank:
                yield Problem(f"{blank:,} blank lines skipped.", file=member, is_warning=True)


class TextFilesImporter:
    """Makes a task of each file, its text kept to the last line end."""

    id: ClassVar[str] = "txt_files"
    name: ClassVar[str] = "Text, a task a file"
    extensions: ClassVar[tuple[str, ...]] = ("txt", "zip")
    suffixes: ClassVar[frozenset[str]] = SUFFIXES
    field_types: ClassVar[tuple[FieldType, ...]] = ("text", "html")

    def sniff(self, source: Source) -> float:
        """Likely when there are several text files and little else."""
        members = source.members()
        named = [name for name in members if suffix_of(name) in self.suffixes]
        if len(named) < 2:
            return 0.3 if named and len(members) == 1 else 0.0
        return 0.75 * len(named) / len(members)

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the encoding of the first file."""
        members = _members(source, self.suffixes)
        if not members:
            return Layout()
        return Layout(encoding=options.encoding or detect_encoding(source, members[0]))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a file; its name is kept as `meta.file`."""
        field = _field_of(ontology, options, self.field_types)
        if field is None:
            yield Problem("This project has no text field that files could go to.")
            return
        fields = FieldReader(source, ontology, options)
        for member in _members(source, self.suffixes):
            encoding = options.encoding or detect_encoding(source, member)
            if source.size(member) > MAX_FILE:
                yield Problem(f"The file is over {MAX_FILE >> 20} MiB.", file=member)
                continue
            if fault := fault_of_encoding(source, member, encoding):
                yield fault
                continue
            with open_text(source, member, encoding) as stream:
                value = fields.value(ontology.fields[field], stream.read())
            if isinstance(value, Problem):
                yield Problem(value.detail, file=member)
            elif not value.strip():
                yield Problem("The file is empty.", file=member)
            else:
                yield ImportedTask(data={field: value}, meta={"file": member})


class HtmlFilesImporter(TextFilesImporter):
    """Makes a task of each page; it is kept as it is and made safe where it is shown."""

    id: ClassVar[str] = "html_files"
    name: ClassVar[str] = "HTML pages, a task a file"
    extensions: ClassVar[tuple[str, ...]] = ("html", "htm", "xhtml", "zip")
    suffixes: ClassVar[frozenset[str]] = HTML_SUFFIXES
    field_types: ClassVar[tuple[FieldType, ...]] = ("html", "text")

    def sniff(self, source: Source) -> float:
        """Likely when the files are pages by name: no other format has such."""
        members = source.members()
        named = [name for name in members if suffix_of(name) in self.suffixes]
        return 0.8 * len(named) / len(members) if named else 0.0


def _is_text(head: bytes) -> bool:
    return b"\x00" not in head and not head.startswith((b"\xff\xd8", b"\x89PNG", b"%PDF", b"PK"))
