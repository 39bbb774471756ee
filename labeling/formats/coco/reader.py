"""Reads COCO: each image becomes a task, its annotations the regions of one annotation."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

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
from labeling.formats.coco.shapes import NoShape, shapes_of
from labeling.formats.json_member import head_elements, json_member, read_elements
from labeling.formats.members import MemberIndex, suffix_of
from labeling.formats.names import safe_name
from labeling.formats.spill import Spill
from labeling.ontology.parts import Label, LabelClass, Ontology

__all__ = ["CocoImporter"]

PARTS = frozenset({"images", "annotations", "categories"})


class CocoImporter:
    """Reads instances and keypoints; a class is found by its category's name, then its number."""

    id: ClassVar[str] = "coco"
    name: ClassVar[str] = "COCO"
    extensions: ClassVar[tuple[str, ...]] = ("json", "zip")

    def sniff(self, source: Source) -> float:
        """Sure when a JSON file has lists named as COCO names them."""
        return 0.96 if _member(source) else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """COCO has no columns."""
        member = _member(source)
        found = json_member(source, member) if member else None
        return Layout(encoding=found.encoding if found else "")

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task an image; annotations wait on disk until their image comes."""
        field = image_field(ontology)
        if field is None:
            yield Problem("This project has no image field.")
            return
        member = _member(source)
        with Spill() as spill:
            categories: dict[str, Mapping[str, Any]] = {}
            for element in read_elements(source, options, member or ""):
                if isinstance(element, Problem):
                    yield element
                    return
                if element.key in PARTS and element.index is not None:
                    said = _fault_of_part(element.key, element.value)
                    if said:
                        pointer = f"/{element.key}/{element.index}"
                        yield Problem(said, member or "", element.line, pointer)
                    elif element.key == "categories":
                        categories[str(element.value["id"])] = element.value
                    else:
                        key = element.value.get("image_id", "")
                        spill.add(element.key, key, element.value | {"_line": element.line})
            reader = _Images(source, ontology, field.id, categories)
            for image in spill.all("images"):
                yield from reader.read(image, spill.of("annotations", image["id"]))


def _member(source: Source) -> str:
    for name in source.members():
        if suffix_of(name) == "json" or len(source.members()) == 1:
            keys = {element.key for element in head_elements(source, name)}
            head = source.head(name, 4096)
            if keys & {"images"} or (keys & PARTS and b'"images"' in head):
                return name
    return ""


def _fault_of_part(key: str, value: object) -> str:
    if not isinstance(value, Mapping):
        return "must be an object"
    wanted = {
        "images": ("id", "file_name"),
        "annotations": ("image_id", "category_id"),
        "categories": ("id", "name"),
    }[key]
    missing = [name for name in wanted if value.get(name) is None]
    return f"{', '.join(missing)} is missing" if missing else ""


class _Images:
    """Turns images with their annotations into tasks."""

    def __init__(
        self,
        source: Source,
        ontology: Ontology,
        field: str,
        categories: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._ontology = ontology
        self._field = field
        self._categories = categories
        self._members = MemberIndex(source.members())
        self._finder = ClassFinder(ontology, field)

    def read(
        self, image: Mapping[str, Any], annotations: list[dict[str, Any]]
    ) -> Iterator[ImportedTask | Problem]:
        """Yield warnings, then the task or the problem that makes it unusable."""
        file_name = str(image["file_name"])
        content = Content()
        for annotation in annotations:
            try:
                yield from self._add(content, annotation)
            except NoShape as error:
                where = f"annotation {annotation.get('id', '?')}"
                yield Problem(f"{where}: {error}", file_name, annotation["_line"])
                return
        name = safe_name(file_name)
        ref = MediaRef(name=name, member=self._members.find(file_name) or "")
        task = ImportedTask(data={self._field: ref}, line=image["_line"])
        if annotations:
            task.annotations.append(ImportedAnnotation(content))
        yield task

    def _add(self, content: Content, annotation: dict[str, Any]) -> Iterator[Problem]:
        category = self._categories.get(str(annotation["category_id"]))
        if category is None:
            raise NoShape(f"there is no category {annotation['category_id']!r}")
        tried: list[str] = []
        for shape in shapes_of(annotation):
            if shape.warning:
                yield Problem(shape.warning, is_warning=True, line=annotation["_line"])
            if not shape.kind:
                continue
            tried.append(shape.kind)
            found = self._class(category, shape.kind)
            if found is not None:
                label, item = found
                region = new_region(content, label, item.id, shape.geometry)
                keep_extra(region, label, _extras(annotation))
                return
        name = str(category["name"])
        known = known_classes(self._ontology, self._field, tried)
        raise NoShape(
            f"no {' or '.join(tried) or 'usable'} label of this project has a class {name!r} "
            f"(known: {known}). Add it to the ontology first"
        )

    def _class(self, category: Mapping[str, Any], kind: str) -> tuple[Label, LabelClass] | None:
        found = self._finder.find(str(category["name"]), [kind])
        if found is not None:
            return found
        for label in self._ontology.labels_on(self._field):
            if label.kind == kind:
                for item in label.classes:
                    if item.coco_id is not None and item.coco_id == category["id"]:
                        return label, item
        return None


def _extras(annotation: Mapping[str, Any]) -> dict[str, Any]:
    given = annotation.get("attributes")
    extras = dict(given) if isinstance(given, Mapping) else {}
    if annotation.get("iscrowd"):
        extras["iscrowd"] = 1
    return extras
