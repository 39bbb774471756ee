"""SubRip and WebVTT: numbered or bare cues of text between two time stamps."""

import html
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

__all__ = ["SrtExporter", "SubtitleImporter", "VttExporter"]

SUFFIXES = frozenset({"srt", "vtt"})
_STAMP = r"(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_ARROW = re.compile(rf"\s*{_STAMP}\s*-->\s*{_STAMP}(?:\s.*)?\Z")
_INNER = re.compile(rf"<{_STAMP}>")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]*)>")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|\{\\[^}]*\}")
_NOTES = ("NOTE", "STYLE", "REGION")


class SubtitleImporter:
    """Makes a task of each file of subtitles, with the sound of the same name."""

    id: ClassVar[str] = "subtitles"
    name: ClassVar[str] = "Subtitles (SRT, WebVTT)"
    extensions: ClassVar[tuple[str, ...]] = ("srt", "vtt", "zip")

    def sniff(self, source: Source) -> float:
        """Sure when there are files of that ending with cues in them."""
        members = _members(source)
        if not members:
            return 0.0
        return 0.96 if b"-->" in source.head(members[0], 65_536) else 0.3

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
            cues: list[Cue] = []
            for found in _cues(text, member):
                if isinstance(found, Problem):
                    yield found
                else:
                    cues.append(found)
            yield from read_timed(source, ontology, member, cues)


def _members(source: Source) -> list[str]:
    return [name for name in source.members() if suffix_of(name) in SUFFIXES]


def _cues(text: str, member: str) -> Iterator[Cue | Problem]:
    is_vtt = text.startswith("WEBVTT")
    number = 1
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.split("\n")
        first, number = number, number + len(lines) + 1
        at = next((i for i, line in enumerate(lines) if "-->" in line), None)
        if at is None or (is_vtt and lines[0].split(" ")[0] in _NOTES):
            continue
        found = _ARROW.match(lines[at])
        if found is None:
            said = f"No time stamps that can be read: {lines[at].strip()[:60]!r}."
            yield Problem(said, file=member, line=first + at)
            continue
        start, end = _seconds(found.groups()[:4]), _seconds(found.groups()[4:])
        body = "\n".join(lines[at + 1 :]).strip()
        yield _cue(start, end, body, first + at, is_vtt=is_vtt)


def _cue(start: float, end: float, body: str, line: int, *, is_vtt: bool) -> Cue:
    voice = _VOICE.search(body)
    words = _words(body, start, end) if is_vtt else []
    plain = _plain(_INNER.sub("", body), is_vtt=is_vtt)
    tier = html.unescape(voice[1]).strip() if voice else ""
    return Cue(start, end, plain, tier, line, words)


def _words(body: str, start: float, end: float) -> list[Word]:
    """Return the words of a cue that tells when each begins."""
    parts = _INNER.split(_VOICE.sub("", body))
    if len(parts) == 1:
        return []
    texts = [_plain(part, is_vtt=True) for part in parts[::5]]
    begins = [start, *(_seconds(parts[i : i + 4]) for i in range(1, len(parts), 5))]
    ends = [*begins[1:], end]
    words = [Word(t, a, b) for t, a, b in zip(texts, begins, ends, strict=True) if t]
    in_order = all(word.start <= word.end for word in words)
    return words if in_order and begins[-1] <= end else []


def _plain(text: str, *, is_vtt: bool) -> str:
    bare = _TAG.sub("", text)
    return " ".join((html.unescape(bare) if is_vtt else bare).split())


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    thousandths = int(fraction.ljust(3, "0"))
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + thousandths / 1000


def _stamp(seconds: float, mark: str) -> str:
    total = round(seconds * 1000)
    hours, rest = divmod(total, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{mark}{rest % 1000:03}"


class _SubtitleExporter:
    is_archive: ClassVar[bool] = True
    extension: ClassVar[str] = "zip"

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what subtitles cannot hold."""
        return timed_losses(ontology)

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs ranges on sound or video."""
        return no_ranges(ontology)


class SrtExporter(_SubtitleExporter):
    """Numbered cues; a region without text is named by its track in brackets."""

    id: ClassVar[str] = "srt"
    name: ClassVar[str] = "SubRip (SRT)"
    description: ClassVar[str] = "A file of subtitles for each recording."

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a file a task."""
        yield from write_timed(tasks, ontology, sink, options, suffix=".srt", write=_srt)


class VttExporter(_SubtitleExporter):
    """Cues with their speaker as voice, and the times of words where they are known."""

    id: ClassVar[str] = "vtt"
    name: ClassVar[str] = "WebVTT"
    description: ClassVar[str] = "Subtitles for the web, with speakers and the times of words."

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a file a task."""
        yield from write_timed(tasks, ontology, sink, options, suffix=".vtt", write=_vtt)


def _srt(cues: Sequence[Cue]) -> str:
    return "".join(
        f"{n}\n{_stamp(cue.start, ',')} --> {_stamp(cue.end, ',')}\n{_said(cue)}\n\n"
        for n, cue in enumerate(cues, 1)
    )


def _vtt(cues: Sequence[Cue]) -> str:
    blocks = ["WEBVTT\n"]
    for cue in cues:
        voice = f"<v {html.escape(' '.join(cue.tier.split()), quote=False)}>" if cue.tier else ""
        blocks.append(f"{_stamp(cue.start, '.')} --> {_stamp(cue.end, '.')}\n{voice}{_body(cue)}\n")
    return "\n".join(blocks)


def _body(cue: Cue) -> str:
    if not cue.words:
        return html.escape(_said(cue), quote=False)
    first, *rest = cue.words
    tail = "".join(f" <{_stamp(w.start, '.')}>{html.escape(w.text, quote=False)}" for w in rest)
    return html.escape(first.text, quote=False) + tail


def _said(cue: Cue) -> str:
    return " ".join(cue.text.split()) or f"[{cue.tier}]"
