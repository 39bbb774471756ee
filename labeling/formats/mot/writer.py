"""Writes tracks of boxes as MOTChallenge ground truth."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, ClassVar

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, boxed_only, left_out
from labeling.formats.media_out import media_of
from labeling.formats.mot.reader import video_field
from labeling.formats.mot.rows import boxes_of
from labeling.formats.names import FreeNames
from labeling.formats.numbers import short
from labeling.ontology.parts import Ontology
from labeling.ontology.tracks import shape_of

__all__ = ["MotExporter"]


class MotExporter:
    """A folder a video: its boxes frame by frame, and the names of the classes."""

    id: ClassVar[str] = "mot"
    name: ClassVar[str] = "MOTChallenge"
    description: ClassVar[str] = "Tracks of videos, a line for each box in each frame."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels and shapes are lost."""
        found = left_out(ontology, ("track",))
        shapes = {shape_of(label, "video") for label in ontology.labels if label.kind == "track"}
        found += boxed_only(ontology, {"track"} if shapes - {"box"} else set())
        if any(label.attributes_of(c.id) for label in ontology.labels for c in label.classes):
            found.append(Loss("attributes", "Attributes are left out."))
        return [*found, ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs tracks on a video."""
        field = video_field(ontology)
        if field and any(label.kind == "track" for label in ontology.labels_on(field.id)):
            return None
        return Loss("no_tracks", "This project tracks nothing in videos.")

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a folder for each annotated video."""
        field = video_field(ontology)
        names, chooser = FreeNames(by_stem=True), Chooser()
        numbers = _numbers(ontology, field.id if field else "")
        for task in tasks:
            media = media_of(task, field.id) if field else None
            if media is None:
                yield Problem(f"Task {task.id} has no video.")
                continue
            name = names.take(media.name)
            if options.include_media:
                sink.add_media(name, media)
            chosen = chooser.choose(task)
            if chosen is None:
                continue
            folder = PurePosixPath(name).with_suffix("")
            lines, problems = _lines(chosen.content.regions, numbers, media)
            yield from problems
            classes = [said for said, _ in sorted(numbers.values(), key=lambda pair: pair[1])]
            for member, rows in (
                (f"{folder}/gt/gt.txt", lines),
                (f"{folder}/gt/labels.txt", classes),
                (f"{folder}/seqinfo.ini", _info(folder.name, name, media)),
            ):
                with sink.open(member) as file:
                    file.write("".join(f"{row}\n" for row in rows).encode())
        yield from chooser.problems()


def _numbers(ontology: Ontology, field: str) -> dict[tuple[str, str], tuple[str, int]]:
    """Label and class → the class's name and its number, from 1."""
    classes = [
        (label.id, item.id, item.name)
        for label in ontology.labels_on(field)
        if label.kind == "track"
        for item in label.classes
    ]
    return {(label, item): (name, i) for i, (label, item, name) in enumerate(classes, 1)}


def _info(folder: str, name: str, media: ExportMedia) -> list[str]:
    frames = media.facts.get("frames")
    length = [] if frames is None else [f"seqLength={frames}"]
    size = [f"imWidth={media.width or 0}", f"imHeight={media.height or 0}"]
    return ["[Sequence]", f"name={folder}", f"video={name}", *length, *size]


def _lines(
    regions: list[dict[str, Any]],
    numbers: dict[tuple[str, str], tuple[str, int]],
    media: ExportMedia,
) -> tuple[list[str], list[Problem]]:
    rows: list[tuple[int, int, str]] = []
    problems: list[Problem] = []
    who = 0
    for region in regions:
        number = numbers.get((region["label"], region.get("class") or ""))
        if number is None or "keyframes" not in region["geometry"]:
            problems.append(Problem(f"Left out: region {region['id']}.", file=media.name))
            continue
        who += 1
        track = region["geometry"]
        if track["shape"] != "box":
            told = f"Region {region['id']}: a {track['shape']} is written as the box around it."
            problems.append(Problem(told, file=media.name, is_warning=True))
        for frame, (box, occluded) in boxes_of(track, media.facts.get("frames")).items():
            sides = ",".join(map(short, box))
            rest = f"1,{number[1]},{0 if occluded else 1}"
            rows.append((frame, who, f"{frame + 1},{who},{sides},{rest}"))
    return [line for _, _, line in sorted(rows)], problems
