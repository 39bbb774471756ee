"""Writes COCO: category numbers as the ontology has them, coordinates in the upright image."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, ClassVar

from labeling.formats.base import ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.classes import extras_of, image_field
from labeling.formats.exact_json import encode
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out, no_images
from labeling.formats.media_out import media_of
from labeling.formats.names import FreeNames
from labeling.ontology.parts import Label, Ontology
from labeling.regions import ellipse, mask, rotated_box
from labeling.regions.polygon import parts_of
from labeling.regions.registry import KINDS

__all__ = ["CocoExporter", "categories_of"]

WRITTEN = ("box", "rotated_box", "ellipse", "polygon", "keypoints", "mask")
SPOOL_BYTES = 1 << 20
Json = dict[str, Any]


class CocoExporter:
    """One JSON document; with media, a zip of it and `images/`."""

    id: ClassVar[str] = "coco"
    name: ClassVar[str] = "COCO"
    description: ClassVar[str] = "Boxes, polygons, masks and keypoints of images in one JSON file."
    extension: ClassVar[str] = "json"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels COCO has no place for."""
        found = left_out(ontology, WRITTEN)
        kinds = {label.kind for label in ontology.labels}
        if kinds & {"rotated_box", "ellipse"}:
            found.append(Loss("polygons", "Rotated boxes and ellipses are written as polygons."))
        if "polygon" in kinds:
            detail = "Polygons with holes are written as outlines, their holes filled."
            found.append(Loss("holes", detail))
        return [*found, ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs an image field."""
        return no_images(ontology)

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write images as they come; annotations are put aside until the images are done."""
        field = image_field(ontology)
        assert field is not None
        categories, told = categories_of(ontology)
        yield from told
        document = _Document(ontology, field.id, categories)
        with (
            sink.open("annotations.json") as file,
            tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES) as later,
        ):
            info = {"description": "Exported by Penumbra; pixels of the upright image"}
            file.write(b'{"info":' + encode(info) + b',"images":[')
            for task in tasks:
                yield from document.add(task, sink, options, file, later)
            file.write(b'\n],"annotations":[')
            later.seek(0)
            shutil.copyfileobj(later, file)
            file.write(b'\n],"categories":' + encode(document.category_list()) + b"}\n")
        yield from document.chooser.problems()


def categories_of(ontology: Ontology) -> tuple[dict[tuple[str, str], int], list[Problem]]:
    """Return (label, class) → category number.

    `coco_id` where the ontology has one; the others get the smallest free numbers from 1, in
    order. Labels that share a class share its number.
    """
    wanted: dict[str, int | None] = {}
    pairs: list[tuple[str, str]] = []
    for label in ontology.labels:
        if label.kind in WRITTEN:
            for item in label.classes:
                pairs.append((label.id, item.id))
                if wanted.get(item.id) is None:
                    wanted[item.id] = item.coco_id
    numbers: dict[str, int] = {}
    told: list[Problem] = []
    taken: set[int] = set()
    for class_id, number in wanted.items():
        if number is not None and number in taken:
            detail = f"Category number {number} is used twice; {class_id!r} gets another."
            told.append(Problem(detail, is_warning=True))
        elif number is not None:
            numbers[class_id] = number
            taken.add(number)
    free = 1
    for class_id in wanted:
        if class_id not in numbers:
            while free in taken:
                free += 1
            numbers[class_id] = free
            taken.add(free)
    return {pair: numbers[pair[1]] for pair in pairs}, told


class _Document:
    """The numbers given so far, and how tasks turn into images and annotations."""

    def __init__(
        self, ontology: Ontology, field: str, categories: Mapping[tuple[str, str], int]
    ) -> None:
        self._ontology = ontology
        self._field = field
        self._categories = categories
        self._names = FreeNames()
        self._images = 0
        self._annotations = 0
        self.chooser = Chooser()

    def category_list(self) -> list[Json]:
        """Return every category, used or not, by number."""
        found: dict[int, Json] = {}
        for (label_id, class_id), number in self._categories.items():
            label = self._ontology.label(label_id)
            item = label.class_(class_id) if label else None
            if item is None or number in found:
                continue
            found[number] = {"id": number, "name": item.name, "supercategory": item.parent or ""}
            if item.skeleton:
                found[number]["keypoints"] = list(item.skeleton.points)
                edges = [[a + 1, b + 1] for a, b in item.skeleton.edges]
                found[number]["skeleton"] = edges
        return [found[number] for number in sorted(found)]

    def add(
        self,
        task: ExportTask,
        sink: Sink,
        options: ExportOptions,
        images: IO[bytes],
        annotations: IO[bytes],
    ) -> Iterator[Problem]:
        """Write one task's image, and put its annotations aside."""
        media = media_of(task, self._field)
        if media is None:
            yield Problem(f"Task {task.id} has no image.")
            return
        name = self._names.take(media.name)
        if options.include_media:
            sink.add_media(f"images/{name}", media)
        images.write(b"," if self._images else b"")
        self._images += 1
        size = {"width": media.width, "height": media.height}
        images.write(b"\n" + encode({"id": self._images, "file_name": name} | size))
        chosen = self.chooser.choose(task)
        for region in chosen.content.regions if chosen else []:
            written = self._annotation(region)
            if isinstance(written, Problem):
                yield Problem(written.detail, file=name)
                continue
            annotations.write(b"," if self._annotations else b"")
            self._annotations += 1
            head = {"id": self._annotations, "image_id": self._images}
            annotations.write(b"\n" + encode(head | written))

    def _annotation(self, region: Json) -> Json | Problem:
        label = self._ontology.label(region["label"])
        number = self._categories.get((region["label"], region.get("class") or ""))
        if label is None or number is None:
            what = label.kind if label else "label"
            return Problem(f"Left out: a {what} ({region['id']}) that COCO has no place for.")
        kind = KINDS[label.kind]
        geometry = region["geometry"]
        bbox = (
            [geometry[key] for key in ("x", "y", "width", "height")] if label.kind == "box" else []
        )
        extras = dict(extras_of(region))
        crowd = extras.pop("iscrowd", 0)
        written: Json = {
            "category_id": number,
            "bbox": bbox or list(kind.bounding_box(geometry)),
            "area": kind.area(geometry),
            "iscrowd": 1 if crowd else 0,
            "segmentation": _segmentation(label, geometry),
        }
        if label.kind == "keypoints":
            points = geometry["points"]
            written["keypoints"] = [value for point in points for value in point]
            written["num_keypoints"] = sum(point[2] > 0 for point in points)
        return written | ({"attributes": extras} if extras else {})


def _segmentation(label: Label, geometry: Mapping[str, Any]) -> Any:
    match label.kind:
        case "mask":
            return {"size": list(geometry["size"]), "counts": mask.runs_of(geometry)}
        case "polygon":
            return [_flat(part[0]) for part in parts_of(geometry)]
        case "rotated_box":
            return [_flat(rotated_box.to_polygon(geometry)["rings"][0])]
        case "ellipse":
            return [_flat(ellipse.to_polygon(geometry)["rings"][0])]
        case _:
            return []


def _flat(ring: list[list[float]]) -> list[float]:
    return [value for point in ring for value in point]
