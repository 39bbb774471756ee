"""Writes VOC annotations: an XML file beside each image."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.classes import extras_of, image_field
from labeling.formats.losses import (
    ANNOTATORS_LEFT_OUT,
    boxed_only,
    left_out,
    no_images,
)
from labeling.formats.media_out import media_of
from labeling.formats.names import FreeNames, safe_name
from labeling.formats.numbers import short
from labeling.formats.voc.reader import NO_EXTRAS
from labeling.ontology.parts import Ontology
from labeling.regions.registry import KINDS

__all__ = ["VocExporter"]

BOXED = ("rotated_box", "ellipse", "polygon", "mask")
FIRST = ("pose", "truncated", "difficult", "occluded")


class VocExporter:
    """Boxes with their flags, in the layout of the original data set."""

    id: ClassVar[str] = "voc"
    name: ClassVar[str] = "Pascal VOC"
    description: ClassVar[str] = "An XML file of boxes for each image (edges counted from 0)."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels and shapes are lost."""
        found = left_out(ontology, ("box", *BOXED))
        found += boxed_only(ontology, BOXED)
        return [*found, ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs an image field."""
        return no_images(ontology)

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write an XML file for each annotated image."""
        field = image_field(ontology)
        assert field is not None
        names = FreeNames(by_stem=True)
        chooser = Chooser()
        for task in tasks:
            media = media_of(task, field.id)
            if media is None:
                yield Problem(f"Task {task.id} has no image.")
                continue
            name = names.take(media.name)
            if name != safe_name(media.name):
                told = f"Renamed to {name}: another image has the same name but for its ending."
                yield Problem(told, file=media.name, is_warning=True)
            if options.include_media:
                sink.add_media(f"JPEGImages/{name}", media)
            chosen = chooser.choose(task)
            if chosen is None:
                continue
            root = _root(name, media)
            for region in chosen.content.regions:
                problem = _add(root, region, ontology, name)
                if problem is not None:
                    yield problem
            indent(root)
            with sink.open(f"Annotations/{PurePosixPath(name).with_suffix('')}.xml") as file:
                file.write(tostring(root, encoding="unicode").encode() + b"\n")
        yield from chooser.problems()


def _root(name: str, media: ExportMedia) -> Element:
    path = PurePosixPath(name)
    root = Element("annotation")
    SubElement(root, "folder").text = "JPEGImages"
    SubElement(root, "filename").text = path.name
    size = SubElement(root, "size")
    for key, value in (("width", media.width), ("height", media.height), ("depth", 3)):
        SubElement(size, key).text = str(value or 0)
    SubElement(root, "segmented").text = "0"
    return root


def _add(root: Element, region: dict[str, Any], ontology: Ontology, file: str) -> Problem | None:
    label = ontology.label(region["label"])
    if label is None or label.kind not in ("box", *BOXED):
        return Problem(f"Left out: region {region['id']} is no box.", file=file)
    item = label.class_(region.get("class") or "")
    x, y, width, height = KINDS[label.kind].bounding_box(region["geometry"])
    entry = SubElement(root, "object")
    SubElement(entry, "name").text = item.name if item else label.name
    extras = dict(extras_of(region))
    for key in (*FIRST, *(key for key in extras if key not in FIRST)):
        if key in extras and key.isidentifier() and key not in NO_EXTRAS:
            SubElement(entry, key).text = str(extras[key])
    box = SubElement(entry, "bndbox")
    edges = {"xmin": x, "ymin": y, "xmax": x + width, "ymax": y + height}
    for key, value in edges.items():
        SubElement(box, key).text = short(value)
    if label.kind != "box":
        told = f"Region {region['id']}: a {label.kind} is written as the box around it."
        return Problem(told, file=file, is_warning=True)
    return None
