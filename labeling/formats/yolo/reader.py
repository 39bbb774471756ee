"""Reads YOLO data sets: images with a label file each, of boxes and outlines mixed."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import ClassVar

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedTask,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
    Size,
    Source,
)
from labeling.formats.classes import ClassFinder, image_field, known_classes, new_region
from labeling.formats.members import image_members
from labeling.formats.pictures import size_of
from labeling.formats.yolo.config import KINDS_WRITTEN, class_numbers, names_of
from labeling.formats.yolo.lines import parse_line, shapes_of
from labeling.ontology.parts import Ontology

__all__ = ["YoloImporter"]

NOT_LABELS = frozenset(
    {"classes.txt", "labels.txt", "train.txt", "val.txt", "test.txt", "readme.txt"}
)
MAX_LABELS = 64 << 20


class YoloImporter:
    """Makes a task of each image; an empty label file is an image said to hold nothing."""

    id: ClassVar[str] = "yolo"
    name: ClassVar[str] = "YOLO"
    extensions: ClassVar[tuple[str, ...]] = ("zip", "txt")

    def sniff(self, source: Source) -> float:
        """Sure when label files parse and class names are told."""
        labels = _label_files(source)
        if not labels or not image_members(source):
            return 0.0
        filled = [member for member in labels[:20] if source.size(member)]
        if not all(_parses(source, member) for member in filled):
            return 0.0
        return 0.97 if names_of(source) else 0.9

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """YOLO has no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task an image."""
        field = image_field(ontology)
        if field is None:
            yield Problem("This project has no image field.")
            return
        reader = _Labels(source, ontology, field.id)
        files = {_pair_key(member): member for member in _label_files(source)}
        for image in image_members(source):
            ref = MediaRef(name=_name_of(image), member=image)
            task = ImportedTask(data={field.id: ref})
            labels = files.pop(_pair_key(image), None)
            if labels is not None:
                task.file = labels
                content, problems = reader.read(labels, size_of(source, ref, options))
                yield from problems
                if any(not problem.is_warning for problem in problems):
                    continue
                task.annotations.append(ImportedAnnotation(content))
            yield task
        for labels in files.values():
            yield Problem("There is no image for these labels.", file=labels)


def _label_files(source: Source) -> list[str]:
    return [
        member
        for member in source.members()
        if member.lower().endswith(".txt") and member.rsplit("/", 1)[-1].lower() not in NOT_LABELS
    ]


def _parses(source: Source, member: str) -> bool:
    lines = source.head(member, 4096).decode("utf-8-sig", "replace").splitlines()
    try:
        for line in lines[:-1] if len(lines) > 1 else lines:
            if line.strip():
                parse_line(line)
    except ValueError:
        return False
    return True


def _parts_of(member: str) -> tuple[str, ...]:
    """Return the path without the folder that tells images from labels."""
    parts = PurePosixPath(member).parts
    for word in ("images", "labels"):
        if word in parts[:-1]:
            at = len(parts) - 1 - parts[::-1].index(word)
            return parts[:at] + parts[at + 1 :]
    return parts


def _pair_key(member: str) -> str:
    return str(PurePosixPath(*_parts_of(member)).with_suffix(""))


def _name_of(image: str) -> str:
    return "/".join(_parts_of(image))


class _Labels:
    """Reads label files with the class names of one data set."""

    def __init__(self, source: Source, ontology: Ontology, field: str) -> None:
        self._source = source
        self._ontology = ontology
        self._field = field
        self._finder = ClassFinder(ontology, field)
        self._names = names_of(source) or self._own_names()

    def _own_names(self) -> dict[int, str]:
        """Without names in the data set, numbers mean what our own export would write."""
        numbers = class_numbers(self._ontology, self._field)
        return {number: class_id for (_, class_id), number in numbers.items()}

    def read(self, member: str, size: Size | None) -> tuple[Content, list[Problem]]:
        """Return the regions of a label file, and what is wrong with it."""
        content = Content()
        if self._source.size(member) > MAX_LABELS:
            return content, [Problem("The label file is too large.", file=member)]
        with self._source.open(member) as stream:
            text = stream.read().decode("utf-8-sig", "replace")
        problems: list[Problem] = []
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            if size is None:
                return content, [Problem("The size of its image is unknown.", file=member)]
            try:
                problems.extend(self._add(content, line, size, member, number))
            except ValueError as error:
                problems.append(Problem(f"{error}.", file=member, line=number))
        return content, problems

    def _add(
        self, content: Content, line: str, size: Size, member: str, number: int
    ) -> Iterator[Problem]:
        parsed = parse_line(line)
        name = self._names.get(parsed.number)
        if name is None:
            raise ValueError(f"class {parsed.number} has no name in data.yaml or classes.txt")
        for shape in shapes_of(parsed, size):
            found = self._finder.find(name, [shape.kind])
            if found is None:
                continue
            label, item = found
            more = {} if parsed.score is None else {"score": parsed.score}
            new_region(content, label, item.id, shape.geometry, **more)
            if not shape.is_exact:
                said = "Only the box around the outline is kept: no polygon label has the class."
                yield Problem(said, member, number, is_warning=True)
            return
        known = known_classes(self._ontology, self._field, KINDS_WRITTEN)
        raise ValueError(f"no label of this project has a class {name!r} (known: {known})")
