"""Finds the label and class that a name in a file means."""

from collections.abc import Iterator, Sequence
from typing import Any

from labeling.formats.base import Content
from labeling.ontology.parts import Field, Label, LabelClass, Ontology

__all__ = [
    "ClassFinder",
    "extras_of",
    "image_field",
    "keep_extra",
    "known_classes",
    "new_region",
    "text_field",
]

FLAGS = {"0": False, "1": True, "False": False, "True": True, "false": False, "true": True}


def image_field(ontology: Ontology) -> Field | None:
    """Return the first field that shows an image."""
    fields = ontology.fields_of_type("image") or ontology.fields_of_type("geo")
    return fields[0] if fields else None


def text_field(ontology: Ontology) -> Field | None:
    """Return the first field that shows text."""
    fields = ontology.fields_of_type("text")
    return fields[0] if fields else None


def known_classes(ontology: Ontology, field: str, kinds: Sequence[str]) -> str:
    """Return the names of the classes of these kinds, for a message."""
    names = dict.fromkeys(
        item.name
        for label in ontology.labels_on(field)
        if label.kind in kinds
        for item in label.classes
    )
    shown = ", ".join(list(names)[:20])
    return shown + (", ..." if len(names) > 20 else "") if names else "none"


class ClassFinder:
    """Looks classes up on one field: by id, by name, then without regard to case and blanks."""

    def __init__(self, ontology: Ontology, field: str) -> None:
        self._exact: dict[tuple[str, str], tuple[Label, LabelClass]] = {}
        self._loose: dict[tuple[str, str], tuple[Label, LabelClass]] = {}
        for label in ontology.labels_on(field):
            for item in label.classes:
                pair = (label, item)
                self._exact.setdefault((label.kind, item.id), pair)
                self._exact.setdefault((label.kind, item.name), pair)
                for name in (item.id, item.name):
                    self._loose.setdefault((label.kind, _loose(name)), pair)

    def find(self, name: str, kinds: Sequence[str]) -> tuple[Label, LabelClass] | None:
        """Return the label of the first of these kinds that has the class, and the class."""
        for kind in kinds:
            if (kind, name) in self._exact:
                return self._exact[kind, name]
        for kind in kinds:
            if (kind, _loose(name)) in self._loose:
                return self._loose[kind, _loose(name)]
        return None


def _loose(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")


def new_region(
    content: Content, label: Label, class_id: str | None, geometry: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Append a region with the next free id to the content, and return it."""
    region: dict[str, Any] = {
        "id": more.pop("id", None) or f"r{len(content.regions) + 1}",
        "label": label.id,
        "on": label.on,
        "class": class_id,
        "geometry": geometry,
        "attributes": {},
        **more,
    }
    content.regions.append(region)
    return region


def keep_extra(region: dict[str, Any], label: Label, values: dict[str, Any]) -> None:
    """Keep what a file says of a region: as attributes where declared, else as `extra`.

    A flag written 0 or 1 fills a boolean attribute, and a number a text one.
    """
    declared = {item.id: item for item in label.attributes_of(region["class"])}
    for key, value in values.items():
        attribute = declared.get(key)
        if attribute is None:
            region.setdefault("extra", {})[key] = value
        elif attribute.kind == "boolean" and str(value) in FLAGS:
            region["attributes"][key] = FLAGS[str(value)]
        elif attribute.kind in {"text", "choice"}:
            region["attributes"][key] = str(value)
        else:
            region["attributes"][key] = value


def extras_of(region: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what `keep_extra` kept, booleans as 0 or 1."""
    for key, value in {**region.get("extra", {}), **region.get("attributes", {})}.items():
        yield key, int(value) if isinstance(value, bool) else value
