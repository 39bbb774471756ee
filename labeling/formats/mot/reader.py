"""Reads the ground truth of MOTChallenge sequences as tracks."""

from collections.abc import Iterator
from configparser import ConfigParser
from configparser import Error as ConfigError
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
from labeling.formats.classes import ClassFinder, known_classes, new_region
from labeling.formats.members import MemberIndex, suffix_of
from labeling.formats.mot.rows import track_of
from labeling.media.registry import MEDIA
from labeling.ontology.parts import Field, Label, LabelClass, Ontology

__all__ = ["MotImporter", "video_field"]

FILE = "gt.txt"
MAX_BYTES = 256 << 20
FEWEST = 6
OCCLUDED_BELOW = 0.5
# Of the challenge's own sequences, which name no classes.
USUAL = (
    *("pedestrian", "person on vehicle", "car", "bicycle", "motorbike", "non motorized vehicle"),
    *("static person", "distractor", "occluder", "occluder on the ground", "occluder full"),
    *("reflection", "crowd"),
)

Box = tuple[float, float, float, float]
Boxes = dict[tuple[str, int], dict[int, tuple[Box, bool]]]
"""Object and class → frame → box and whether it is occluded."""


def video_field(ontology: Ontology) -> Field | None:
    """The first field that shows a video."""
    fields = ontology.fields_of_type("video")
    return fields[0] if fields else None


class MotImporter:
    """Makes a task of each sequence: its video is beside it, or in the project already."""

    id: ClassVar[str] = "mot"
    name: ClassVar[str] = "MOTChallenge"
    extensions: ClassVar[tuple[str, ...]] = ("zip",)

    def sniff(self, source: Source) -> float:
        """Sure when there are ground truths of six numbers or more a line."""
        files = _truths(source)
        if not files:
            return 0.0
        try:
            line = source.head(files[0], 4096).decode("ascii").splitlines()[0]
            return 0.95 if len([float(part) for part in line.split(",")]) >= FEWEST else 0.0
        except (ValueError, IndexError):
            return 0.5 if source.size(files[0]) == 0 else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """The columns are fixed."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a sequence."""
        field = video_field(ontology)
        if field is None:
            yield Problem("This project has no video field.")
            return
        suffixes = {suffix[1:] for suffix in MEDIA["video"].suffixes}
        videos = [member for member in source.members() if suffix_of(member) in suffixes]
        index = MemberIndex(videos)
        finder = ClassFinder(ontology, field.id)
        for member in _truths(source):
            folder = _folder(member)
            try:
                info = _info(source, folder)
                name = _video(source, folder, info, videos)
                size = _size(info) or options.known_size(name)
                boxes, cut = _boxes(source, member, size)
                names = _names(source, member)
                content = Content()
                for (_, number), seen in boxes.items():
                    label, item = _class(number, names, finder, ontology, field)
                    new_region(content, label, item.id, track_of(seen))
            except _Wrong as error:
                yield Problem(str(error), file=member, line=error.line)
                continue
            if cut:
                told = f"{cut:,} boxes reach over the edge; they were cut to the picture."
                yield Problem(told, file=member, is_warning=True)
            ref = MediaRef(name=name, member=index.find(name) or "")
            annotation = ImportedAnnotation(content)
            yield ImportedTask({field.id: ref}, annotations=[annotation], file=member)


class _Wrong(Exception):
    """The sequence cannot be used; the text says why."""

    def __init__(self, detail: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(detail)


def _truths(source: Source) -> list[str]:
    return [member for member in source.members() if PurePosixPath(member).name == FILE]


def _folder(member: str) -> PurePosixPath:
    folder = PurePosixPath(member).parent
    return folder.parent if folder.name == "gt" else folder


def _text(source: Source, member: str) -> str:
    if source.size(member) > MAX_BYTES:
        raise _Wrong(f"The file is over {MAX_BYTES >> 20} MiB.")
    with source.open(member) as stream:
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise _Wrong("The file is no UTF-8 text.") from None


def _boxes(source: Source, member: str, size: Size | None) -> tuple[Boxes, int]:
    found: Boxes = {}
    cut = 0
    for number, line in enumerate(_text(source, member).splitlines(), 1):
        if not line.strip():
            continue
        try:
            values = [float(part) for part in line.split(",")]
        except ValueError:
            raise _Wrong("Every column must be a number.", number) from None
        if len(values) < FEWEST or not all(abs(value) < 1e9 for value in values):
            detail = "A line is frame, id, left, top, width, height, considered, class, visibility."
            raise _Wrong(detail, number)
        frame, who, left, top, width, height, *more = values
        if frame < 1 or frame != int(frame) or width <= 0 or height <= 0:
            raise _Wrong("Frames are counted from 1, and boxes have a size.", number)
        considered, kind, visibility = (*more, *(1, -1, 1)[len(more) :])[:3]
        # Not to be considered: the challenge's way to say that something is no object.
        if not considered:
            continue
        occluded = 0 <= visibility < OCCLUDED_BELOW and len(more) == 3  # else world coordinates
        seen = found.setdefault((f"{who:g}", int(kind)), {})
        box = _inside((left, top, width, height), size)
        cut += box != (left, top, width, height)
        if box is not None:
            seen[int(frame) - 1] = (box, occluded)
    return {key: seen for key, seen in found.items() if seen}, cut


def _inside(box: Box, size: Size | None) -> Box | None:
    """What of a box lies in the picture; the challenge's own boxes reach over its edge."""
    right, bottom = box[0] + box[2], box[1] + box[3]
    left, top = max(0.0, box[0]), max(0.0, box[1])
    if size is not None:
        right, bottom = min(right, size[0]), min(bottom, size[1])
    if (left, top, right, bottom) == (box[0], box[1], box[0] + box[2], box[1] + box[3]):
        return box
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def _names(source: Source, member: str) -> tuple[str, ...]:
    wanted = str(PurePosixPath(member).with_name("labels.txt"))
    if wanted not in source.members():
        return USUAL
    return tuple(line.strip() for line in _text(source, wanted).splitlines() if line.strip())


def _class(
    number: int, names: tuple[str, ...], finder: ClassFinder, ontology: Ontology, field: Field
) -> tuple[Label, LabelClass]:
    """The class that a number means; where lines say none, the label's first."""
    known = known_classes(ontology, field.id, ["track"])
    if number < 1:
        for label in ontology.labels_on(field.id):
            if label.kind == "track" and label.classes:
                return finder.find("person", ["track"]) or (label, label.classes[0])
        raise _Wrong("No label of this project tracks anything.")
    name = names[number - 1] if number <= len(names) else f"number {number}"
    found = finder.find(name, ["track"])
    if found is None:
        raise _Wrong(f"No track has a class {name!r} (known: {known}); see gt/labels.txt.")
    return found


def _info(source: Source, folder: PurePosixPath) -> ConfigParser:
    """What seqinfo.ini says; nothing where there is none, or none that can be read."""
    parser = ConfigParser(interpolation=None)
    member = str(folder / "seqinfo.ini")
    if member in source.members():
        try:
            parser.read_string(_text(source, member))
        except (ConfigError, _Wrong):
            parser.clear()
    return parser


def _size(info: ConfigParser) -> Size | None:
    try:
        width, height = (info.getint("Sequence", key) for key in ("imWidth", "imHeight"))
    except (ConfigError, ValueError):
        return None
    return (width, height) if width > 0 and height > 0 else None


def _video(source: Source, folder: PurePosixPath, info: ConfigParser, videos: list[str]) -> str:
    """The name of the video: as seqinfo.ini says, or the sequence's own."""
    if said := info.get("Sequence", "video", fallback="").strip():
        return said
    own = folder.name or PurePosixPath(source.name).stem
    sequence = info.get("Sequence", "name", fallback="").strip() or own
    beside = [name for name in videos if PurePosixPath(name).stem == sequence]
    return beside[0] if beside else f"{sequence}.mp4"
