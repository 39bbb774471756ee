"""Writes CoNLL-2003 columns with IOB2 tags: tokens are cut at white space and at span edges."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import IO, Any, ClassVar

from labeling.formats.base import ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.classes import text_field
from labeling.formats.conll.spaces import describe
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out
from labeling.ontology.parts import Label, Ontology

__all__ = ["ConllExporter"]

_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s+")


class ConllExporter:
    """One span label level: where spans overlap, the longest stays and the others are named."""

    id: ClassVar[str] = "conll"
    name: ClassVar[str] = "CoNLL"
    description: ClassVar[str] = "Tokens with IOB2 tags, as CoNLL-2003."
    extension: ClassVar[str] = "conll"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what tags cannot hold."""
        return [
            *left_out(ontology, ("span",)),
            Loss("overlaps", "Of overlapping spans only the longest is kept."),
            Loss("ids", "External ids and meta are left out."),
            ANNOTATORS_LEFT_OUT,
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs spans on text."""
        field = text_field(ontology)
        if field is None or not any(label.kind == "span" for label in ontology.labels_on(field.id)):
            return Loss("no_spans", "This project marks no spans of text.")
        return None

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a block of lines a task."""
        field = text_field(ontology)
        assert field is not None
        labels = {label.id: label for label in ontology.labels_on(field.id) if label.kind == "span"}
        chooser = Chooser()
        with sink.open("tasks.conll") as file:
            for task in tasks:
                text = task.data.get(field.id, "")
                if not text.strip():
                    yield Problem(f"Task {task.id}: left out: it has no text.")
                    continue
                chosen = chooser.choose(task)
                spans = chosen.content.regions if chosen else []
                spans = [span for span in spans if span["label"] in labels]
                kept, problems = _flat(spans, text, labels, task.id)
                yield from problems
                _write_block(file, text, kept)
        yield from chooser.problems()


_Span = tuple[int, int, str]


def _flat(
    spans: Sequence[dict[str, Any]], text: str, labels: dict[str, Label], task_id: str
) -> tuple[list[_Span], list[Problem]]:
    """Return trimmed spans that do not overlap, by start, and a problem for each one left out."""
    found: list[tuple[int, _Span]] = []
    problems: list[Problem] = []
    for order, span in enumerate(spans):
        start, end = span["geometry"]["start"], span["geometry"]["end"]
        surface = text[start:end]
        start += len(surface) - len(surface.lstrip())
        end -= len(surface) - len(surface.rstrip())
        name = _tag_name(labels[span["label"]], span.get("class"))
        if start >= end:
            problems.append(_left_out(task_id, name, surface, start, "is only white space"))
        else:
            found.append((order, (start, end, name)))
    kept: list[_Span] = []
    for _, (start, end, name) in sorted(found, key=lambda item: (item[1][0] - item[1][1], item[0])):
        other = next((span for span in kept if span[0] < end and start < span[1]), None)
        if other is None:
            kept.append((start, end, name))
        else:
            why = f"overlaps {other[2]} {text[other[0] : other[1]][:60]!r}"
            problems.append(_left_out(task_id, name, text[start:end], start, why))
    return sorted(kept), problems


def _left_out(task_id: str, name: str, surface: str, start: int, why: str) -> Problem:
    return Problem(f"Task {task_id}: left out {name} {surface[:60]!r} at {start:,}: it {why}.")


def _tag_name(label: Label, class_id: str | None) -> str:
    item = label.class_(class_id or "")
    return _SPACE.sub("_", item.id if item else label.id)


def _write_block(file: IO[bytes], text: str, spans: Sequence[_Span]) -> None:
    tokens = list(_tokens(text, {edge for span in spans for edge in span[:2]}))
    lines: list[str] = []
    at = 0
    for i, (start, end) in enumerate(tokens):
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        tag = "O"
        if at < len(spans) and spans[at][0] <= start:
            tag = f"{'B' if spans[at][0] == start else 'I'}-{spans[at][2]}"
        is_last = i + 1 == len(tokens)
        after = text[end:] if is_last else text[end : tokens[i + 1][0]]
        misc = describe(text[:start] if i == 0 else "", " " if is_last and not after else after)
        if is_last and after:
            misc = _explicit(misc, after)
        lines.append(f"{text[start:end]} -X- {misc} {tag}\n")
    file.write("".join([*lines, "\n"]).encode())


def _explicit(misc: str, after: str) -> str:
    """At the end of a text a single blank has to be said, as none is the rule there."""
    if after != " ":
        return misc
    said = "SpacesAfter=\\s"
    return said if misc == "_" else f"{said}|{misc}"


def _tokens(text: str, edges: set[int]) -> Iterator[tuple[int, int]]:
    """Yield stretches without white space, cut at every edge inside."""
    for word in _WORD.finditer(text):
        cuts = sorted(
            {word.start(), word.end(), *(e for e in edges if word.start() < e < word.end())}
        )
        yield from pairwise(cuts)
