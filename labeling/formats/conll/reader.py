"""Reads CoNLL files: each sentence becomes a task, its tags spans in code points."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedTask,
    ImportOptions,
    Layout,
    Problem,
    Source,
)
from labeling.formats.classes import ClassFinder, known_classes, new_region, text_field
from labeling.formats.conll.spaces import after_of, before_of, is_misc
from labeling.formats.conll.tags import entities_of, is_tag
from labeling.formats.members import suffix_of
from labeling.formats.text import detect_encoding, fault_of_encoding, fault_of_text, lines_of
from labeling.ontology.parts import Ontology

__all__ = ["ConllImporter"]

SUFFIXES = frozenset({"conll", "conll2003", "bio", "iob", "iob2", "bilou", "iobes"})
DOCUMENT = "-DOCSTART-"
SNIFF_LINES = 200
LEAST_COLUMNS = 2


@dataclass(slots=True)
class _Sentence:
    """The text built so far, where its tokens lie, and their tags."""

    line: int
    text: str = ""
    places: list[tuple[int, int]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    ends_bare: bool = True
    """Whether the blank after the last token is only the rule, not said."""

    def add(self, columns: list[str]) -> None:
        """Append a token after the white space that is due."""
        misc = next((column for column in columns[1:-1] if is_misc(column)), "_")
        start = len(self.text) + len(before_of(misc))
        self.text += before_of(misc) + columns[0]
        self.places.append((start, len(self.text)))
        self.tags.append(columns[-1])
        self.text += after_of(misc)
        self.ends_bare = "SpacesAfter" not in misc


class ConllImporter:
    """Reads two or more columns: the token first, the tag last."""

    id: ClassVar[str] = "conll"
    name: ClassVar[str] = "CoNLL"
    extensions: ClassVar[tuple[str, ...]] = ("conll", "bio", "iob", "txt")

    def sniff(self, source: Source) -> float:
        """Sure when nearly all lines end in a tag."""
        member = _member(source)
        if member is None:
            return 0.0
        head = source.head(member).decode("utf-8", "ignore").splitlines()
        rows = [line.split() for line in head[:SNIFF_LINES] if line.strip()]
        rows = [row for row in rows if row[0] != DOCUMENT]
        if not rows:
            return 0.0
        tagged = sum(len(row) >= LEAST_COLUMNS and is_tag(row[-1]) for row in rows)
        if tagged < 0.95 * len(rows):
            return 0.4 if suffix_of(member) in SUFFIXES else 0.0
        return 0.97 if suffix_of(member) in SUFFIXES else 0.9

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return the encoding."""
        member = _member(source)
        if member is None:
            return Layout()
        return Layout(encoding=options.encoding or detect_encoding(source, member))

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a sentence."""
        text = text_field(ontology)
        if text is None:
            yield Problem("This project has no text field.")
            return
        finder = ClassFinder(ontology, text.id)
        for member in _members(source):
            encoding = options.encoding or detect_encoding(source, member)
            if fault := fault_of_encoding(source, member, encoding):
                yield fault
                continue
            for sentence in _sentences(source, member, encoding):
                if isinstance(sentence, Problem):
                    yield sentence
                else:
                    yield _task(sentence, finder, ontology, text.id, member)


def _members(source: Source) -> list[str]:
    members = list(source.members())
    named = [name for name in members if suffix_of(name) in SUFFIXES]
    return named or members


def _member(source: Source) -> str | None:
    members = _members(source)
    return members[0] if members else None


def _sentences(source: Source, member: str, encoding: str) -> Iterator[_Sentence | Problem]:
    sentence: _Sentence | None = None
    broken = False
    for line in lines_of(source, member, encoding):
        if line.text is None:
            yield Problem("The line is too long.", member, line.number)
            broken = True
        elif not line.text.strip():
            if sentence is not None and not broken:
                yield sentence
            sentence, broken = None, False
        elif line.text.startswith(DOCUMENT):
            continue
        else:
            columns = line.text.split("\t") if "\t" in line.text else line.text.split()
            if len(columns) < LEAST_COLUMNS:
                said = "The line has one column; a token and its tag are expected."
                yield Problem(said, member, line.number)
                broken = True
                continue
            sentence = sentence or _Sentence(line.number)
            sentence.add([column.strip(" ") for column in columns])
    if sentence is not None and not broken:
        yield sentence


def _task(
    sentence: _Sentence, finder: ClassFinder, ontology: Ontology, field_id: str, member: str
) -> ImportedTask | Problem:
    text = sentence.text.removesuffix(" ") if sentence.ends_bare else sentence.text
    if said := fault_of_text(text):
        return Problem(f"The text {said}.", member, sentence.line)
    content = Content()
    for entity in entities_of(sentence.tags):
        found = finder.find(entity.name, ["span"])
        if found is None:
            known = known_classes(ontology, field_id, ["span"])
            return Problem(
                f"No span label of this project has a class {entity.name!r} (known: {known}).",
                member,
                sentence.line + entity.first,
            )
        label, item = found
        start, end = sentence.places[entity.first][0], sentence.places[entity.last][1]
        new_region(content, label, item.id, {"start": start, "end": end}, text=text[start:end])
    task = ImportedTask(data={field_id: text}, line=sentence.line)
    task.annotations.append(ImportedAnnotation(content))
    return task
