"""Praat's TextGrid, long and short: tiers of intervals, and of points, on one recording."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

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
from labeling.formats.members import suffix_of
from labeling.formats.numbers import short
from labeling.formats.timed import (
    Cue,
    Word,
    no_ranges,
    read_timed,
    text_of_member,
    timed_losses,
    write_timed,
)
from labeling.ontology.parts import Ontology

__all__ = ["TextGridExporter", "TextGridImporter"]

WORDS = "words"
_TOKEN = re.compile(
    r'"((?:[^"]|"")*)"|<(exists|absent)>|(?<![\w\[.])(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w\]])'
)
_INDEX = re.compile(r"\[\s*\d*\s*\]")


class TextGridImporter:
    """Makes a task of each TextGrid, with the sound of the same name; empty intervals are silence.

    A tier whose name ends in `words`, beside others, tells when the words of their intervals are
    said.
    """

    id: ClassVar[str] = "textgrid"
    name: ClassVar[str] = "Praat TextGrid"
    extensions: ClassVar[tuple[str, ...]] = ("textgrid", "zip")

    def sniff(self, source: Source) -> float:
        """Sure by the first line of the files."""
        members = _members(source)
        if not members:
            return 0.0
        head = source.head(members[0], 400).replace(b"\x00", b"")
        return 0.97 if b"ooTextFile" in head and b"TextGrid" in head else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return no columns."""
        return Layout(encoding=options.encoding)

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a file."""
        for member in _members(source):
            text = text_of_member(source, member, options.encoding)
            if isinstance(text, Problem):
                yield text
                continue
            try:
                cues = _with_words(_tiers(text))
            except (StopIteration, ValueError, RuntimeError):
                said = "The TextGrid breaks off or is none: a number or a text is missing."
                yield Problem(said, file=member)
                continue
            yield from read_timed(source, ontology, member, cues)


def _members(source: Source) -> list[str]:
    return [name for name in source.members() if suffix_of(name) == "textgrid"]


class _Tokens:
    """Numbers and texts one after the other; names of keys and indices say nothing new."""

    def __init__(self, text: str) -> None:
        body = text.split("TextGrid", 1)[-1].lstrip('"')
        outside = re.split(r'("(?:[^"]|"")*")', body)
        plain = "".join(p if p.startswith('"') else _INDEX.sub(" ", p) for p in outside)
        self._found = _TOKEN.finditer(plain)

    def number(self) -> float:
        """Return the next token, a number."""
        return float(next(self._found)[3] or "no number")

    def text(self) -> str:
        """Return the next token, a text."""
        token = next(self._found)
        if token[1] is None:
            raise ValueError("no text")
        return token[1].replace('""', '"')

    def flag(self) -> bool:
        """Return the next token, whether something exists."""
        return next(self._found)[2] == "exists"


def _tiers(text: str) -> list[tuple[str, list[Cue]]]:
    tokens = _Tokens(text)
    tokens.number(), tokens.number()
    if not tokens.flag():
        return []
    tiers = []
    for _ in range(int(tokens.number())):
        kind, name = tokens.text(), tokens.text()
        tokens.number(), tokens.number()
        cues = []
        for _ in range(int(tokens.number())):
            start = tokens.number()
            end = tokens.number() if kind == "IntervalTier" else start
            said = " ".join(tokens.text().split())
            if said:
                cues.append(Cue(start, end, said, name))
        tiers.append((name, cues))
    return tiers


def _with_words(tiers: Sequence[tuple[str, list[Cue]]]) -> list[Cue]:
    """Return the cues of all tiers; words go into the cues that hold them."""
    named = [(name, cues) for name, cues in tiers if not name.lower().endswith(WORDS)]
    if not named:
        return [cue for _, cues in tiers for cue in cues]
    for name, words in tiers:
        if not name.lower().endswith(WORDS):
            continue
        owner = name[: -len(WORDS)].rstrip(" -_.")
        holders = [cue for tier, cues in named for cue in cues if owner in {"", tier}]
        for word in words:
            held = [c for c in holders if c.start - 0.01 <= word.start and word.end <= c.end + 0.01]
            if held:
                held[0].words.append(Word(word.text, word.start, word.end))
    return [cue for _, cues in named for cue in cues]


class TextGridExporter:
    """A tier for each track, with a tier of words where their times are known."""

    id: ClassVar[str] = "textgrid"
    name: ClassVar[str] = "Praat TextGrid"
    description: ClassVar[str] = "A TextGrid for each recording, a tier for each speaker or class."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what tiers cannot hold."""
        return [
            *timed_losses(ontology),
            Loss("overlaps", "Of ranges that overlap on one track only the first is written."),
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs ranges on sound or video."""
        return no_ranges(ontology)

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a file a task."""
        yield from write_timed(tasks, ontology, sink, options, suffix=".TextGrid", write=_text_grid)


def _text_grid(cues: Sequence[Cue]) -> str:
    tiers: dict[str, list[Cue]] = {}
    for cue in cues:
        tiers.setdefault(cue.tier or "regions", []).append(cue)
        for word in cue.words:
            spoken = Cue(word.start, word.end, word.text)
            tiers.setdefault(f"{cue.tier or 'regions'} - {WORDS}", []).append(spoken)
    end = max((cue.end for cue in cues), default=1.0)
    rows = [_intervals(tier, end) for tier in tiers.values()]
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        "xmin = 0",
        f"xmax = {short(end)}",
        "tiers? <exists>",
        f"size = {len(tiers)}",
        "item []:",
    ]
    for n, (name, intervals) in enumerate(zip(tiers, rows, strict=True), 1):
        lines += [
            f"    item [{n}]:",
            '        class = "IntervalTier"',
            f"        name = {_quoted(name)}",
            "        xmin = 0",
            f"        xmax = {short(end)}",
            f"        intervals: size = {len(intervals)}",
        ]
        for i, (start, until, text) in enumerate(intervals, 1):
            lines += [
                f"        intervals [{i}]:",
                f"            xmin = {short(start)}",
                f"            xmax = {short(until)}",
                f"            text = {_quoted(text)}",
            ]
    return "\n".join([*lines, ""])


def _intervals(cues: Sequence[Cue], end: float) -> list[tuple[float, float, str]]:
    """Return intervals without gaps: Praat wants silence said."""
    found: list[tuple[float, float, str]] = []
    at = 0.0
    for cue in sorted(cues, key=lambda cue: cue.start):
        if cue.start < at - 1e-6:
            continue
        if cue.start > at + 1e-6:
            found.append((at, cue.start, ""))
        found.append((max(at, cue.start), cue.end, " ".join(cue.text.split()) or cue.tier))
        at = cue.end
    if at < end - 1e-6:
        found.append((at, end, ""))
    return found


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
