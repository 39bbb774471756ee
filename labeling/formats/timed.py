"""What formats of timed text share: which ranges cues become, which sound they belong to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from labeling.formats.base import (
    Content,
    ExportOptions,
    ExportTask,
    ImportedAnnotation,
    ImportedTask,
    Loss,
    MediaRef,
    Problem,
    Sink,
    Source,
)
from labeling.formats.chosen import Chooser
from labeling.formats.classes import ClassFinder, new_region
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out
from labeling.formats.media_out import media_of
from labeling.formats.names import FreeNames
from labeling.formats.text import detect_encoding, fault_of_encoding, fault_of_text, open_text
from labeling.media.registry import MEDIA
from labeling.ontology.parts import Attribute, Field, FieldType, Label, Ontology

__all__ = [
    "Cue",
    "Word",
    "cues_of",
    "no_ranges",
    "range_field",
    "read_timed",
    "text_of_member",
    "timed_losses",
    "write_timed",
]

MAX_BYTES = 64 << 20
PLAYED: tuple[FieldType, ...] = ("audio", "video")
USUAL = {"audio": ".wav", "video": ".mp4"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word and when it is said, in seconds."""

    text: str
    start: float
    end: float


@dataclass(slots=True)
class Cue:
    """One stretch of time with what is said in it; `tier` is a speaker, a track or a class."""

    start: float
    end: float
    text: str = ""
    tier: str = ""
    line: int | None = None
    words: list[Word] = field(default_factory=list)


def range_field(ontology: Ontology) -> Field | None:
    """Return the first field of sound or video that ranges can be marked on."""
    for kind in PLAYED:
        for found in ontology.fields_of_type(kind):
            if any(label.kind == "range" for label in ontology.labels_on(found.id)):
                return found
    return None


def no_ranges(ontology: Ontology) -> Loss | None:
    """Say why a format of timed text makes no sense, or None."""
    if range_field(ontology) is not None:
        return None
    return Loss("no_ranges", "This project marks no ranges of sound or video.")


def timed_losses(ontology: Ontology) -> list[Loss]:
    """Say what timed text cannot hold."""
    return [*left_out(ontology, ("range",)), ANNOTATORS_LEFT_OUT]


def text_of_member(source: Source, member: str, encoding: str) -> str | Problem:
    """Return the whole text of a member, or why it cannot be read."""
    if source.size(member) > MAX_BYTES:
        return Problem(f"The file is larger than {MAX_BYTES >> 20} MB.", file=member)
    encoding = encoding or detect_encoding(source, member)
    if fault := fault_of_encoding(source, member, encoding):
        return fault
    with open_text(source, member, encoding) as file:
        return file.read().replace("\r\n", "\n").replace("\r", "\n")


def read_timed(
    source: Source, ontology: Ontology, member: str, cues: Sequence[Cue], media: str = ""
) -> Iterator[ImportedTask | Problem]:
    """Yield the task of a file of cues: its sound is named `media`, or like the file itself."""
    found = range_field(ontology)
    if found is None:
        yield Problem("This project has no field of sound or video with a label of ranges.")
        return
    content = Content()
    reader = _Reader(ontology, found)
    for cue in cues:
        if cue.start >= cue.end:
            said = f"Left out: it ends at {cue.end:g} s and begins at {cue.start:g} s."
            yield Problem(said, file=member, line=cue.line, is_warning=True)
        elif said := fault_of_text(cue.text):
            yield Problem(f"The text {said}.", file=member, line=cue.line)
        else:
            reader.add(content, cue)
    task = ImportedTask(data={found.id: _media(source, found, member, media)}, file=member)
    task.annotations.append(ImportedAnnotation(content))
    yield task


class _Reader:
    """Makes regions of cues: their tier is a speaker, else a class, else kept as said."""

    def __init__(self, ontology: Ontology, found: Field) -> None:
        self._labels = [x for x in ontology.labels_on(found.id) if x.kind == "range"]
        self._finder = ClassFinder(ontology, found.id)

    def add(self, content: Content, cue: Cue) -> None:
        """Append the region of a cue."""
        pair = self._finder.find(cue.tier, ["range"]) if cue.tier else None
        label = pair[0] if pair else self._labels[0]
        class_id = pair[1].id if pair else (label.classes[0].id if label.classes else None)
        region = new_region(content, label, class_id, {"start": cue.start, "end": cue.end})
        if cue.text:
            region["text"] = cue.text
        if cue.words:
            region["words"] = [{"text": w.text, "start": w.start, "end": w.end} for w in cue.words]
        if cue.tier and not pair:
            self._keep_tier(region, label, cue.tier)

    def _keep_tier(self, region: dict[str, Any], label: Label, tier: str) -> None:
        for attribute in _tier_attributes(label, region["class"]):
            option = _option(attribute, tier)
            if option is not None:
                region["attributes"][attribute.id] = option
                return
        region["extra"] = {"tier": tier}


def _tier_attributes(label: Label, class_id: str | None) -> list[Attribute]:
    """Return the attributes that may say whose track a region is on; a speaker's first."""
    found = [a for a in label.attributes_of(class_id) if a.kind in {"choice", "text"}]
    found = [a for a in found if a.kind == "choice" or a.id in {"speaker", "tier"}]
    return sorted(found, key=lambda attribute: attribute.id != "speaker")


def _option(attribute: Attribute, tier: str) -> str | None:
    if attribute.kind == "text":
        return tier
    wanted = tier.strip().casefold()
    for option in attribute.options:
        if wanted in {option.id.casefold(), option.name.casefold()}:
            return option.id
    return None


def _media(source: Source, found: Field, member: str, media: str) -> MediaRef:
    """The sound beside the file: by its name where the file tells one, else of the same stem."""
    suffixes = MEDIA[found.type].suffixes if found.type in MEDIA else frozenset()
    members = [m for m in source.members() if PurePosixPath(m).suffix.lower() in suffixes]
    name = PurePosixPath(media.replace("\\", "/")).name
    stem = str(PurePosixPath(member).with_suffix(""))
    fitting = [m for m in members if name and PurePosixPath(m).name == name]
    fitting += [m for m in members if str(PurePosixPath(m).with_suffix("")) == stem]
    fitting += [m for m in members if PurePosixPath(m).stem == PurePosixPath(stem).name]
    if fitting:
        return MediaRef(name=fitting[0], member=fitting[0])
    return MediaRef(name=name or PurePosixPath(stem).name + USUAL.get(found.type, ""))


def cues_of(content: Content, ontology: Ontology, found: Field) -> list[Cue]:
    """Return the ranges of an answer as cues, by time."""
    cues = [
        Cue(
            start=region["geometry"]["start"],
            end=region["geometry"]["end"],
            text=str(region.get("text") or ""),
            tier=_tier_of(region, ontology),
            words=[Word(w["text"], w["start"], w["end"]) for w in region.get("words") or []],
        )
        for region in content.regions
        if region["on"] == found.id and (x := ontology.label(region["label"])) and x.kind == "range"
    ]
    return sorted(cues, key=lambda cue: (cue.start, cue.end))


def _tier_of(region: dict[str, Any], ontology: Ontology) -> str:
    label = ontology.label(region["label"])
    tier = region.get("extra", {}).get("tier")
    if label is None or isinstance(tier, str):
        return str(tier or "")
    for attribute in _tier_attributes(label, region.get("class")):
        value = region.get("attributes", {}).get(attribute.id)
        if value is not None:
            named = [option.name for option in attribute.options if option.id == value]
            return named[0] if named else str(value)
    item = label.class_(str(region.get("class")))
    return item.name if item else label.name


def write_timed(
    tasks: Iterable[ExportTask],
    ontology: Ontology,
    sink: Sink,
    options: ExportOptions,
    *,
    suffix: str,
    write: Callable[[Sequence[Cue]], str],
) -> Iterator[Problem]:
    """Write a file for each annotated sound, its text by `write`."""
    found = range_field(ontology)
    assert found is not None
    names, chooser = FreeNames(by_stem=True), Chooser()
    for task in tasks:
        media = media_of(task, found.id)
        if media is None:
            yield Problem(f"Task {task.id} has no {found.type}.")
            continue
        name = names.take(media.name)
        if options.include_media:
            sink.add_media(name, replace(media, name=name))
        chosen = chooser.choose(task)
        if chosen is None:
            continue
        text = write(cues_of(chosen.content, ontology, found))
        with sink.open(str(PurePosixPath(name).with_suffix(suffix))) as file:
            file.write(text.encode())
    yield from chooser.problems()
