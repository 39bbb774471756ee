"""Writes YOLO data sets: boxes, outlines, and (in the variant) turned boxes as four corners."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, ClassVar

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.classes import image_field
from labeling.formats.losses import (
    ANNOTATORS_LEFT_OUT,
    OUTLINES_ONLY,
    boxed_only,
    left_out,
    no_images,
)
from labeling.formats.media_out import media_of
from labeling.formats.names import FreeNames, safe_name
from labeling.formats.numbers import short
from labeling.formats.yolo.config import KINDS_WRITTEN, class_numbers, data_yaml
from labeling.ontology.parts import Ontology
from labeling.regions import rotated_box
from labeling.regions.polygon import parts_of
from labeling.regions.registry import KINDS

__all__ = ["YoloExporter", "YoloObbExporter"]


class YoloExporter:
    """Boxes as centre and size, polygons as outlines; turned boxes by the box around them."""

    id: ClassVar[str] = "yolo"
    name: ClassVar[str] = "YOLO"
    description: ClassVar[str] = "Ultralytics data set: a label file for each image, data.yaml."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True
    corners_of: ClassVar[frozenset[str]] = frozenset()

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels and shapes are lost."""
        found = left_out(ontology, KINDS_WRITTEN)
        kinds = {label.kind for label in ontology.labels}
        found += boxed_only(ontology, {"rotated_box", "ellipse", "mask"} - self.corners_of)
        if "polygon" in kinds:
            found.append(OUTLINES_ONLY)
        if any(
            label.attributes or any(c.attributes for c in label.classes)
            for label in ontology.labels
        ):
            found.append(Loss("attributes", "Attributes are left out."))
        return [*found, ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs an image field with classes."""
        field = image_field(ontology)
        if field is None or not class_numbers(ontology, field.id):
            return no_images(ontology) or Loss(
                "no_shapes", "No label marks boxes or outlines on the images."
            )
        return None

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a label file for each annotated image; an empty one says that nothing is there."""
        field = image_field(ontology)
        assert field is not None
        numbers = class_numbers(ontology, field.id)
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
                sink.add_media(f"images/{name}", media)
            chosen = chooser.choose(task)
            if chosen is not None:
                stem = PurePosixPath(name).with_suffix("")
                lines, problems = self._lines(chosen.content.regions, ontology, numbers, media)
                yield from problems
                with sink.open(f"labels/{stem}.txt") as file:
                    file.write("".join(f"{line}\n" for line in lines).encode())
        self._write_names(ontology, numbers, sink)
        yield from chooser.problems()

    def _write_names(
        self, ontology: Ontology, numbers: Mapping[tuple[str, str], int], sink: Sink
    ) -> None:
        names: dict[int, str] = {}
        for (label_id, class_id), number in sorted(numbers.items(), key=lambda pair: pair[1]):
            label = ontology.label(label_id)
            item = label.class_(class_id) if label else None
            names.setdefault(number, item.name if item else class_id)
        with sink.open("data.yaml") as file:
            file.write(data_yaml(names))
        with sink.open("classes.txt") as file:
            rows = [names.get(i, f"unused {i}") for i in range(max(names) + 1)]
            file.write("".join(f"{row}\n" for row in rows).encode())

    def _lines(
        self,
        regions: list[dict[str, Any]],
        ontology: Ontology,
        numbers: Mapping[tuple[str, str], int],
        media: ExportMedia,
    ) -> tuple[list[str], list[Problem]]:
        lines: list[str] = []
        problems: list[Problem] = []
        if not media.width or not media.height:
            return [], [Problem("The size of the image is unknown.", file=media.name)]
        for region in regions:
            label = ontology.label(region["label"])
            number = numbers.get((region["label"], region.get("class") or ""))
            if label is None or number is None:
                problems.append(Problem(f"Left out: region {region['id']}.", file=media.name))
                continue
            size = (media.width, media.height)
            values, told = self._values(label.kind, region["geometry"], size)
            if told:
                detail = f"Region {region['id']}: {told}"
                problems.append(Problem(detail, file=media.name, is_warning=True))
            lines.append(" ".join([str(number), *map(short, values)]))
        return lines, problems

    def _values(
        self, kind: str, geometry: Mapping[str, Any], size: tuple[int, int]
    ) -> tuple[list[float], str]:
        """Return the normalised numbers of a shape, and what they cannot hold."""
        width, height = size
        if kind in self.corners_of:
            corners = rotated_box.corners(geometry)
            return [value for x, y in corners for value in (x / width, y / height)], ""
        if kind == "polygon":
            parts = parts_of(geometry)
            ring = max((part[0] for part in parts), key=len)
            told = "only one outline is kept." if len(parts) > 1 or len(parts[0]) > 1 else ""
            return [value for x, y in ring for value in (x / width, y / height)], told
        x, y, w, h = KINDS[kind].bounding_box(geometry)
        told = "" if kind == "box" else f"a {kind} is written as the box around it."
        return [(x + w / 2) / width, (y + h / 2) / height, w / width, h / height], told


class YoloObbExporter(YoloExporter):
    """The same with turned boxes as their four corners."""

    id: ClassVar[str] = "yolo_obb"
    name: ClassVar[str] = "YOLO, turned boxes"
    description: ClassVar[str] = "Ultralytics OBB data set: turned boxes as four corners."
    corners_of: ClassVar[frozenset[str]] = frozenset({"rotated_box"})
