"""Turns a Label Studio configuration into an ontology document, naming what is lost."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from labeling.ontology.nodes import fault_of_id
from labeling.ontology.problems import OntologyError, Problem
from labeling.ontology.readers.label_studio.classes import Hotkeys, read_classes
from labeling.ontology.readers.label_studio.controls import ANSWERS, as_attribute
from labeling.ontology.readers.label_studio.tags import (
    LAYOUT,
    OBJECTS,
    REGION_TAGS,
    SHAPES,
    UNAVAILABLE,
)
from labeling.ontology.readers.label_studio.xml import parse_xml
from labeling.ontology.readers.result import Losses
from labeling.regions.registry import KINDS

__all__ = ["read_label_studio"]

JSON = dict[str, Any]

# Tags that only stand inside others, which read them.
_INNER = frozenset({"Label", "Choice", "Relation"})


def read_label_studio(text: str, losses: Losses) -> JSON:
    """The ontology document of an XML configuration.

    A field is called as the task's variable (`$photo` gives `photo`, in any script), a label as
    its control, a class as its alias or value: results of Label Studio refer to these names.

    Raises
    ------
    OntologyError
        When the text is no such configuration.
    """
    config = _Config(losses)
    elements = list(_walk(parse_xml(text), {}))
    for element, _ in elements:
        if element.tag in OBJECTS:
            config.add_field(element)
    if not config.fields:
        detail = 'the configuration shows no data: it needs a tag such as <Text value="$text"/>'
        raise OntologyError([Problem("", detail)])
    config.tracked = {
        element.get("toName", "") for element, _ in elements if element.tag == "VideoRectangle"
    }
    for element, when in elements:
        config.add_control(element, when)
    config.share_classes()
    config.hand_out_attributes()
    return config.document()


def _walk(element: Element, when: dict[str, str]) -> Iterator[tuple[Element, dict[str, str]]]:
    """Every element with the condition under which it is shown, its own or an outer one's."""
    if element.get("visibleWhen"):
        when = dict(element.attrib)
    yield element, when
    for child in element:
        yield from _walk(child, when)


class _Config:
    """What was read so far."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self.hotkeys = Hotkeys(losses)
        self.fields: dict[str, JSON] = {}
        self.field_of_object: dict[str, str] = {}
        self.labels: dict[str, JSON] = {}
        self.names: set[str] = set()
        self.shared_classes: dict[str, list[JSON]] = {}
        self.tracked: set[str] = set()
        self.attributes: list[tuple[JSON, str, dict[str, str]]] = []
        self.relations: dict[str, JSON] = {}

    def document(self) -> JSON:
        """The ontology document."""
        labels = list(self.labels.values())
        marking = [label["id"] for label in labels if label["kind"] in KINDS]
        relations = [item | {"from": marking, "to": marking} for item in self.relations.values()]
        if relations and not marking:
            self.losses.add("<Relations>", "there are no labels that mark regions")
            relations = []
        return {"fields": self.fields, "labels": labels, "relations": relations}

    def add_field(self, element: Element) -> None:
        """Reads an object tag."""
        name, value = element.get("name", ""), (element.get("value") or "").strip()
        shown = f"<{element.tag} name={name!r}>"
        if not value.startswith("$") or fault_of_id(value[1:].strip()):
            why = 'it shows no variable of the task (value="$name")'
            self.losses.add(shown, why)
            return
        field_id, field_type = value[1:].strip(), OBJECTS[element.tag]
        present = self.fields.setdefault(field_id, {"type": field_type})
        if present["type"] != field_type:
            self.losses.add(shown, f"${field_id} is shown as {present['type']} already")
            return
        self.field_of_object[name] = field_id

    def add_control(self, element: Element, when: dict[str, str]) -> None:
        """Reads any other tag."""
        tag = str(element.tag)
        if tag == "Relations":
            self._add_relations(element)
        elif tag in ANSWERS:
            self._add_answer(element, when)
        elif tag == "Labels" or tag in REGION_TAGS or tag in SHAPES:
            self._add_region_label(element)
        elif tag in UNAVAILABLE:
            self.losses.add(f"<{tag}>", UNAVAILABLE[tag])
        elif tag not in OBJECTS and tag not in LAYOUT and tag not in _INNER:
            self.losses.add(f"<{tag}>", "this tag is not known here")

    def _target_of(self, element: Element) -> tuple[str, list[str]] | None:
        """Name of a control and the fields it stands on."""
        name, objects = element.get("name", ""), (element.get("toName") or "").split(",")
        shown = f"<{element.tag} name={name!r}>"
        fields = [self.field_of_object.get(item.strip(), "") for item in objects]
        if fault_of_id(name):
            self.losses.add(shown, f"its name {fault_of_id(name)}")
        elif name in self.names:
            self.losses.add(shown, "another control has the same name")
        elif not all(fields):
            self.losses.add(shown, f"toName={element.get('toName')!r} names nothing shown here")
        else:
            self.names.add(name)
            return name, fields
        return None

    def _add_answer(self, element: Element, when: dict[str, str]) -> None:
        target = self._target_of(element)
        if target is None:
            return
        name, fields = target
        shown = f"<{element.tag} name={name!r}>"
        if element.get("perItem") == "true":
            self.losses.add(shown, "answers for each item of a list are not available")
            return
        read = ANSWERS[str(element.tag)](element, self.hotkeys, self.losses)
        if read is None:
            self.losses.add(shown, "it lists no values (values from task data are not read)")
            return
        label = {"id": name, "on": fields[0], **read}
        if element.get("required") == "true":
            label["required"] = True
        if label["kind"] == "pairwise":
            if len(fields) != 2 or fields[0] == fields[1]:
                self.losses.add(shown, "it needs two different fields to compare")
                return
            label["fields"] = fields
        if element.get("perRegion") == "true":
            self._keep_attribute(label, when, shown)
            return
        self.labels[name] = label | self._condition(when, shown)

    def _condition(self, when: dict[str, str], shown: str) -> JSON:
        """The `when` of a label shown only after some choice."""
        other = self.labels.get(when.get("whenTagName", ""))
        known = [item["id"] for item in (other or {}).get("classes", ())]
        if other is None or when.get("visibleWhen") != "choice-selected":
            if when:
                self.losses.add(f"condition of {shown}", f"{when.get('visibleWhen')!r} is not kept")
            return {}
        wanted = [item.strip() for item in when.get("whenChoiceValue", "").split(",")]
        return {"when": {"label": other["id"], "classes": [v for v in wanted if v in known]}}

    def _keep_attribute(self, label: JSON, when: dict[str, str], shown: str) -> None:
        attribute = as_attribute(label)
        if attribute is None:
            self.losses.add(shown, f"a region cannot carry a {label['kind']}")
        else:
            self.attributes.append((attribute, label["on"], when))

    def _add_region_label(self, element: Element) -> None:
        target = self._target_of(element)
        if target is None:
            return
        name, (field_id, *_) = target
        field_type = self.fields[field_id]["type"]
        kind = self._kind_of(element, field_type)
        classes = read_classes(element, self.hotkeys, self.losses)
        if kind is None and element.tag == "Labels":
            self.shared_classes[field_id] = classes
        elif kind is None:
            self.losses.add(f"<{element.tag} name={name!r}>", f"it cannot stand on {field_type}")
        else:
            self.labels[name] = {"id": name, "on": field_id, "kind": kind, "classes": classes}

    def _kind_of(self, element: Element, field_type: str) -> str | None:
        tag = str(element.tag)
        if tag == "Labels":
            if element.get("toName") in self.tracked:  # they name the boxes that are followed
                return None
            fitting = [kind for kind in ("span", "range") if field_type in KINDS[kind].fields]
            return fitting[0] if fitting else None
        kind = REGION_TAGS.get(tag) or SHAPES[tag]
        if kind == "box" and element.get("canRotate") == "true":
            kind = "rotated_box"
        return kind if field_type in KINDS[kind].fields else None

    def share_classes(self) -> None:
        """Gives the classes of a `Labels` on an image or video to the shapes drawn on it."""
        for field_id, classes in self.shared_classes.items():
            bare = [
                label
                for label in self.labels.values()
                if label["on"] == field_id and label["kind"] in KINDS and not label["classes"]
            ]
            if not bare:
                why = "there is no shape such as <Rectangle> to draw them with"
                self.losses.add(f"<Labels> on {field_id!r}", why)
            for i, label in enumerate(bare):
                # a key can choose one tool only: the first
                kept = [
                    {k: v for k, v in item.items() if not (i and k == "hotkey")} for item in classes
                ]
                label["classes"] = kept

    def _add_relations(self, element: Element) -> None:
        for child in element.iter("Relation"):
            value = child.get("value") or ""
            if fault_of_id(value):
                self.losses.add("<Relation>", f"its value {fault_of_id(value)}")
            else:
                self.relations[value] = {"id": value, "name": value}

    def hand_out_attributes(self) -> None:
        """Gives per-region controls, as attributes, to the labels or classes they belong to."""
        for attribute, field_id, when in self.attributes:
            only = when.get("whenTagName")
            named = [item.strip() for item in when.get("whenLabelValue", "").split(",") if item]
            owners = [
                label
                for label in self.labels.values()
                if label["on"] == field_id
                and label["kind"] in KINDS
                and only in {None, label["id"]}
            ]
            if not owners:
                self.losses.add(f"per-region {attribute['id']!r}", "there are no regions it fits")
            for label in owners:
                classes = [item for item in label["classes"] if item["id"] in named]
                for owner in classes or [label]:
                    owner.setdefault("attributes", []).append(attribute)
