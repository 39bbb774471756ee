"""Writes CVAT XML 1.1: one file for all images, one for each video."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from labeling.formats.base import (
    Content,
    ExportMedia,
    ExportOptions,
    ExportTask,
    Loss,
    Problem,
    Sink,
)
from labeling.formats.chosen import Chooser
from labeling.formats.classes import extras_of, image_field
from labeling.formats.cvat.reader import ANSWERS
from labeling.formats.cvat.shapes import NoShape, element_of, outlines_of
from labeling.formats.cvat.tracks import OCCLUDED, fixed, says, skeleton_of, write_track
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, OUTLINES_ONLY, left_out
from labeling.formats.media_out import media_of
from labeling.formats.mot.reader import video_field
from labeling.formats.names import FreeNames, safe_name
from labeling.ontology.parts import Label, Ontology

__all__ = ["CvatExporter"]

SHAPES = ("box", "rotated_box", "ellipse", "polygon", "polyline", "keypoints", "mask")


class CvatExporter:
    """Shapes, tags and tracks with their attributes."""

    id: ClassVar[str] = "cvat"
    name: ClassVar[str] = "CVAT XML 1.1"
    description: ClassVar[str] = "Shapes of images in one annotations.xml, or tracks of videos."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels and shapes are lost."""
        found = left_out(ontology, (*SHAPES, *ANSWERS, "track"))
        if any(label.kind == "polygon" for label in ontology.labels):
            found.append(OUTLINES_ONLY)
        return [*found, ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs pictures or videos."""
        if image_field(ontology) or video_field(ontology):
            return None
        return Loss("no_images", "This project shows no images.")

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write the images into one file as they come, and each video into its own."""
        field = image_field(ontology) or video_field(ontology)
        assert field is not None
        names, chooser = FreeNames(by_stem=True), Chooser()
        root = _root()
        for task in tasks:
            media = media_of(task, field.id)
            if media is None:
                yield Problem(f"Task {task.id} has no {field.type}.")
                continue
            name = names.take(media.name)
            if name != safe_name(media.name):
                told = f"Renamed to {name}: another file has the same name but for its ending."
                yield Problem(told, file=media.name, is_warning=True)
            if options.include_media:
                sink.add_media(f"images/{name}" if field.type != "video" else name, media)
            chosen = chooser.choose(task)
            content = chosen.content if chosen else Content()
            if field.type == "video":
                if chosen:
                    yield from _write_video(content, ontology, name, media, sink)
            else:
                yield from _mark(_image(root, name, media), content, ontology)
        if field.type != "video":
            _write(root, "annotations.xml", sink)
        yield from chooser.problems()


def _root() -> Element:
    root = Element("annotations")
    SubElement(root, "version").text = "1.1"
    return root


def _write(root: Element, member: str, sink: Sink) -> None:
    indent(root)
    text = tostring(root, encoding="unicode")
    with sink.open(member) as file:
        file.write(f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode())


def _image(root: Element, name: str, media: ExportMedia) -> Element:
    size = {"width": str(media.width or 0), "height": str(media.height or 0)}
    number = str(len(root.findall("image")))
    return SubElement(root, "image", {"id": number, "name": name, **size})


def _mark(image: Element, content: Content, ontology: Ontology) -> Iterator[Problem]:
    name = image.get("name") or ""
    for label_id, answer in content.answers.items():
        label = ontology.label(label_id)
        if label is not None and label.kind in ANSWERS:
            for said in answer if isinstance(answer, list) else [answer]:
                SubElement(image, "tag", {"label": _name(label, said), "source": "manual"})
    for region in content.regions:
        label = ontology.label(region["label"])
        if label is None or label.kind not in SHAPES:
            yield Problem(f"Left out: region {region['id']} is no shape on an image.", file=name)
            continue
        try:
            image.extend(_elements(region, label))
        except NoShape as error:
            yield Problem(f"Left out: region {region['id']}: {error}.", file=name)


def _elements(region: dict[str, Any], label: Label) -> Iterator[Element]:
    names = skeleton_of(label, region.get("class"))
    geometry = region["geometry"]
    parts = list(outlines_of(geometry)) if label.kind == "polygon" else [geometry]
    values = dict(extras_of(region))
    flags = {"occluded": str(values.pop("occluded", 0)), "z_order": "0"}
    if "group_id" in values:
        flags["group_id"] = str(values.pop("group_id"))
    for part in parts:
        made = element_of(label.kind, part, names)
        made.attrib = {
            "label": _name(label, region.get("class")),
            "source": "manual",
            **flags,
            **made.attrib,
        }
        says(made, values)
        yield made


def _write_video(
    content: Content, ontology: Ontology, name: str, media: ExportMedia, sink: Sink
) -> Iterator[Problem]:
    root = _root()
    frames = media.facts.get("frames")
    task = SubElement(SubElement(root, "meta"), "task")
    SubElement(task, "mode").text = "interpolation"
    SubElement(task, "source").text = name
    if frames is not None:
        SubElement(task, "size").text = str(frames)
    size = SubElement(task, "original_size")
    SubElement(size, "width").text = str(media.width or 0)
    SubElement(size, "height").text = str(media.height or 0)
    number = 0
    for region in content.regions:
        label = ontology.label(region["label"])
        if label is None or label.kind != "track":
            yield Problem(f"Left out: region {region['id']} is no track.", file=name)
            continue
        extra = {key: value for key, value in region.get("extra", {}).items() if key != OCCLUDED}
        attributes = label.attributes_of(region.get("class"))
        lasting = fixed(attributes, {**extra, **region.get("attributes", {})})
        said = _name(label, region.get("class"))
        try:
            root.append(write_track(region, label, number, said, lasting))
        except NoShape as error:
            yield Problem(f"Left out: region {region['id']}: {error}.", file=name)
            continue
        number += 1
    _write(root, f"{PurePosixPath(name).with_suffix('')}.xml", sink)


def _name(label: Label, class_id: str | None) -> str:
    item = label.class_(class_id or "")
    return item.name if item else label.name
