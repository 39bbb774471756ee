"""Reads VOC annotations, with a parser that expands no entities and opens nothing."""

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
    Source,
)
from labeling.formats.classes import ClassFinder, image_field, keep_extra, known_classes, new_region
from labeling.formats.members import MemberIndex, image_members
from labeling.formats.names import safe_name
from labeling.formats.xml_files import NoXml, read_xml, xml_members
from labeling.ontology.parts import Ontology

__all__ = ["VocImporter"]

MAX_XML = 32 << 20
FOLDERS = ("Annotations", "annotations", "xml", "labels")
FLAGS = ("difficult", "truncated", "occluded")
NO_EXTRAS = frozenset({"name", "bndbox", "polygon", "part", "actions"})


class VocImporter:
    """Makes a task of each XML file, and of each image without one."""

    id: ClassVar[str] = "voc"
    name: ClassVar[str] = "Pascal VOC"
    extensions: ClassVar[tuple[str, ...]] = ("zip", "xml")

    def sniff(self, source: Source) -> float:
        """Sure when the XML files have VOC's root."""
        files = xml_members(source)
        if not files:
            return 0.0
        heads = [source.head(member, 4096) for member in files[:5]]
        return 0.95 if all(b"<annotation" in h and b"<annotations" not in h for h in heads) else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """VOC has no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task an XML file, then the images that none of them names."""
        field = image_field(ontology)
        if field is None:
            yield Problem("This project has no image field.")
            return
        index = MemberIndex(image_members(source))
        finder = ClassFinder(ontology, field.id)
        known = known_classes(ontology, field.id, ["box"])
        used: set[str] = set()
        for member in xml_members(source):
            try:
                root = read_xml(source, member, "annotation", max_bytes=MAX_XML)
                ref = _image_of(root, member, index)
                content = Content()
                for number, entry in enumerate(root.iter("object"), 1):
                    _add(content, entry, number, finder, known)
            except (NoXml, _Wrong) as error:
                yield Problem(str(error), file=member)
                continue
            used.add(ref.member)
            annotation = ImportedAnnotation(content)
            yield ImportedTask({field.id: ref}, annotations=[annotation], file=member)
        for image in image_members(source):
            if image not in used:
                name = _without(image, ("JPEGImages", "images"))
                yield ImportedTask(data={field.id: MediaRef(name=name, member=image)})


class _Wrong(Exception):
    """The file cannot be used; the text says why."""


def _without(member: str, folders: tuple[str, ...]) -> str:
    parts = PurePosixPath(member).parts
    for folder in folders:
        if folder in parts[:-1]:
            at = parts.index(folder)
            return "/".join(parts[:at] + parts[at + 1 :])
    return member


def _image_of(root: Element, member: str, index: MemberIndex) -> MediaRef:
    """Return the image: in the XML's own place under <filename>, or wherever it is found."""
    file_name = (root.findtext("filename") or "").strip()
    place = PurePosixPath(_without(member, FOLDERS))
    base = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    name = str(place.with_name(base)) if base else str(place.with_suffix(".jpg"))
    return MediaRef(name=safe_name(name), member=index.find(name) or "")


def _add(
    content: Content,
    entry: Element,
    number: int,
    finder: ClassFinder,
    known: str,
) -> None:
    name = (entry.findtext("name") or "").strip()
    if not name:
        raise _Wrong(f"Object {number} has no name.")
    corners = [_number(entry, key, number) for key in ("xmin", "ymin", "xmax", "ymax")]
    found = finder.find(name, ["box"])
    if found is None:
        raise _Wrong(f"Object {number}: no box label has a class {name!r} (known: {known}).")
    label, item = found
    x1, y1, x2, y2 = corners
    geometry = {"x": x1, "y": y1, "width": _clean(x2 - x1), "height": _clean(y2 - y1)}
    region = new_region(content, label, item.id, geometry)
    keep_extra(region, label, _extras(entry))


def _extras(entry: Element) -> dict[str, str | int]:
    """Return what else the object says: flags as 0 or 1, the rest as text."""
    found: dict[str, str | int] = {}
    for child in entry:
        text = (child.text or "").strip()
        if len(child) or not text or child.tag in NO_EXTRAS:
            continue
        is_flag = child.tag in FLAGS and text in {"0", "1"}
        found[str(child.tag)] = int(text) if is_flag else text
    return found


def _number(entry: Element, key: str, number: int) -> float:
    text = (entry.findtext(f"bndbox/{key}") or "").strip()
    try:
        value = float(text)
    except ValueError:
        raise _Wrong(f"Object {number}: {key} must be a number, is {text[:40]!r}.") from None
    if not abs(value) < 1e7:
        raise _Wrong(f"Object {number}: {key} is out of range.")
    return int(value) if value.is_integer() else value


def _clean(value: float) -> float:
    return round(value, 6)
