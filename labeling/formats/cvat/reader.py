"""Reads CVAT XML 1.1, with a parser that expands no entities and opens nothing."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import ClassVar
from xml.etree.ElementTree import Element

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
from labeling.formats.classes import ClassFinder, image_field, keep_extra, known_classes, new_region
from labeling.formats.cvat.shapes import KINDS_OF, NoShape, geometry_of, kinds_for
from labeling.formats.cvat.tracks import OCCLUDED, attributes_of, read_track, skeleton_of
from labeling.formats.members import MemberIndex, image_members, suffix_of
from labeling.formats.mot.reader import video_field
from labeling.formats.names import safe_name
from labeling.formats.xml_files import NoXml, read_xml, xml_members
from labeling.media.registry import MEDIA
from labeling.ontology.parts import Field, Label, LabelClass, Ontology
from labeling.ontology.tracks import shape_of

__all__ = ["CvatImporter"]

ANSWERS = ("choice", "multichoice")


class CvatImporter:
    """Makes a task of each <image>, or of the video that the tracks of a file lie on."""

    id: ClassVar[str] = "cvat"
    name: ClassVar[str] = "CVAT XML 1.1"
    extensions: ClassVar[tuple[str, ...]] = ("zip", "xml")

    def sniff(self, source: Source) -> float:
        """Sure when the XML files have CVAT's root."""
        heads = [source.head(member, 4096) for member in xml_members(source)[:5]]
        return 0.96 if heads and all(b"<annotations>" in head for head in heads) else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """CVAT has no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield the tasks of every XML file."""
        pictures, videos = image_field(ontology), video_field(ontology)
        if pictures is None and videos is None:
            yield Problem("This project shows neither images nor videos.")
            return
        for member in xml_members(source):
            try:
                root = read_xml(source, member, "annotations")
            except NoXml as error:
                yield Problem(str(error), file=member)
                continue
            images, tracks = root.findall("image"), root.findall("track")
            if images and pictures is not None:
                yield from _images(images, member, source, _Marks(ontology, pictures))
            elif images:
                yield Problem("The file marks images; this project has no image field.", member)
            if tracks and videos is not None:
                name = _name_of(root, member, _videos(source))
                size = _original_size(root) or options.known_size(name)
                content = Content()
                yield from _tracks(content, tracks, member, _Marks(ontology, videos), size)
                found = MemberIndex(_videos(source)).find(name) or ""
                ref = MediaRef(name=safe_name(name), member=found)
                annotations = [ImportedAnnotation(content)]
                yield ImportedTask({videos.id: ref}, annotations=annotations, file=member)
            elif tracks:
                yield Problem("The file tracks a video; this project has no video field.", member)


class _Marks:
    """Finds for an element the label and class that hold it."""

    def __init__(self, ontology: Ontology, field: Field) -> None:
        self._ontology, self.field = ontology, field
        self._finder = ClassFinder(ontology, field.id)

    def find(self, name: str, kinds: tuple[str, ...]) -> tuple[Label, LabelClass]:
        """Return them, or say what there is."""
        found = self._finder.find(name, kinds)
        if found is None:
            known = known_classes(self._ontology, self.field.id, kinds)
            raise NoShape(f"no {' or '.join(kinds)} label has a class {name!r} (known: {known})")
        return found


def _images(
    images: list[Element], member: str, source: Source, marks: _Marks
) -> Iterator[ImportedTask | Problem]:
    index = MemberIndex(image_members(source))
    for number, image in enumerate(images):
        name = (image.get("name") or "").strip()
        if not name:
            yield Problem(f"Image {number} has no name.", file=member)
            continue
        content = Content()
        shapes = [shape for shape in image if shape.tag != "attribute"]
        for at, shape in enumerate(sorted(shapes, key=_z_order)):
            try:
                _add(content, shape, marks, _size(image))
            except NoShape as error:
                told = f"Left out: {shape.tag[:40]} {at + 1} of {name}: {error}."
                yield Problem(told, file=member, is_warning=True)
        ref = MediaRef(name=safe_name(name), member=index.find(name) or "")
        is_answered = bool(content.regions or content.answers)
        annotations = [ImportedAnnotation(content)] if is_answered else []
        yield ImportedTask({marks.field.id: ref}, annotations=annotations, file=member)


def _add(content: Content, shape: Element, marks: _Marks, size: Size | None) -> None:
    name = (shape.get("label") or "").strip()
    if shape.tag == "tag":
        label, item = marks.find(name, ANSWERS)
        if label.kind == "choice":
            content.answers[label.id] = item.id
        else:
            content.answers.setdefault(label.id, []).append(item.id)
        return
    if shape.tag not in KINDS_OF:
        raise NoShape("this kind of shape cannot be marked here")
    label, item = marks.find(name, kinds_for(shape))
    names = skeleton_of(label, item.id)
    region = new_region(content, label, item.id, geometry_of(shape, label.kind, size, names))
    values = attributes_of(shape)
    if shape.get("occluded") == "1":
        values.setdefault("occluded", "1")
    if group := (shape.get("group_id") or "").strip():
        values.setdefault("group_id", group)
    keep_extra(region, label, values)


def _tracks(
    content: Content, tracks: list[Element], member: str, marks: _Marks, size: Size | None
) -> Iterator[Problem]:
    for track in tracks:
        who = (track.get("id") or "?")[:40]
        try:
            label, item = marks.find((track.get("label") or "").strip(), ("track",))
            kind = _kind_of(track, label, marks.field)
            geometry, more = read_track(track, label, item.id, kind, size)
        except NoShape as error:
            yield Problem(f"Left out: track {who}: {error}.", file=member, is_warning=True)
            continue
        keep_extra(new_region(content, label, item.id, geometry), label, more)
        if OCCLUDED in more:
            told = f"Track {who}: occluded between keyframes; the frames are kept as extra."
            yield Problem(told, file=member, is_warning=True)


def _kind_of(track: Element, label: Label, field: Field) -> str:
    """The shape of the label, if the track's elements draw it."""
    wanted = shape_of(label, field.type)
    for shape in track:
        if shape.tag in KINDS_OF and wanted not in KINDS_OF[shape.tag]:
            raise NoShape(f"it is drawn as {shape.tag}, the label tracks a {wanted}")
    return wanted


def _videos(source: Source) -> list[str]:
    suffixes = {suffix[1:] for suffix in MEDIA["video"].suffixes}
    return [name for name in source.members() if suffix_of(name) in suffixes]


def _name_of(root: Element, member: str, videos: list[str]) -> str:
    """The video's name: what the file says its source is, else the only one beside it."""
    for path in ("meta/task/source", "meta/source", "meta/job/source", "meta/original_name"):
        if said := (root.findtext(path) or "").strip():
            return said.replace("\\", "/").rsplit("/", 1)[-1]
    own = PurePosixPath(member).stem
    beside = [name for name in videos if PurePosixPath(name).stem == own] or videos
    return beside[0] if len(beside) == 1 else f"{own}.mp4"


def _size(image: Element) -> Size | None:
    return _whole(image.get("width"), image.get("height"))


def _original_size(root: Element) -> Size | None:
    for path in ("meta/task/original_size", "meta/original_size", "meta/job/original_size"):
        found = root.find(path)
        if found is not None:
            return _whole(found.findtext("width"), found.findtext("height"))
    return None


def _whole(width: str | None, height: str | None) -> Size | None:
    if not (width or "").isdecimal() or not (height or "").isdecimal():
        return None
    return int(width or 0), int(height or 0)


def _z_order(shape: Element) -> int:
    text = shape.get("z_order") or "0"
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 9 else 0
