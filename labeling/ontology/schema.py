"""Turns a JSON document into an `Ontology`, or tells everything that is wrong with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from labeling.ontology.answers import ANSWER_KINDS
from labeling.ontology.classes import read_attributes, read_classes
from labeling.ontology.crosschecks import check_hotkeys, check_label, check_relation
from labeling.ontology.document import to_document
from labeling.ontology.nodes import Node, fault_of_id
from labeling.ontology.parts import (
    FIELD_TYPES,
    Attribute,
    Field,
    FieldType,
    Label,
    LabelClass,
    Ontology,
    RelationType,
    When,
)
from labeling.ontology.problems import OntologyError, Problem, Problems, pointer
from labeling.regions.registry import KINDS

__all__ = [
    "LABEL_KINDS",
    "Attribute",
    "Field",
    "Label",
    "LabelClass",
    "Ontology",
    "OntologyError",
    "Problem",
    "RelationType",
    "parse_ontology",
]

MAX_FIELDS = 100
MAX_LABELS = 1_000
MAX_CLASSES = 10_000
MAX_RELATIONS = 1_000

LABEL_KINDS: tuple[str, ...] = (*ANSWER_KINDS, *KINDS)

_FIELD_KEYS = frozenset({"id", "type", "name"})
_RELATION_KEYS = frozenset({"id", "name", "from", "to", "directed", "color", "identity"})
_LABEL_KEYS = frozenset(
    {
        *("id", "on", "kind", "name", "description", "required", "classes", "attributes"),
        *("fields", "min", "max", "step", "max_length", "multiple", "when"),
        "skeleton",  # that of its classes
    }
)


def parse_ontology(document: object) -> Ontology:
    """The ontology that a JSON document describes.

    Parameters
    ----------
    document
        An object with `fields`, `labels` and `relations` as in the public contract. Entries of
        other names are kept as they are.

    Raises
    ------
    OntologyError
        With every problem and its JSON pointer.
    """
    problems = Problems()
    if not isinstance(document, Mapping):
        raise OntologyError([Problem("", "an ontology must be an object")])
    root = Node(document, "", problems)
    fields = _read_fields(root)
    labels = _read_labels(root, fields)
    relations = _read_relations(root, labels)
    if problems:
        raise OntologyError(problems.as_tuple())
    extra = root.rest({"fields", "labels", "relations"})
    ontology = Ontology(fields, tuple(labels.values()), relations, {})
    return replace(ontology, document=to_document(ontology, extra))


def _read_fields(root: Node) -> dict[str, Field]:
    found: dict[str, Field] = {}
    value = root.value.get("fields")
    if not isinstance(value, Mapping) or not 1 <= len(value) <= MAX_FIELDS:
        root.fault("fields", f"must be an object of 1 to {MAX_FIELDS} fields")
        return found
    for name, item in value.items():
        where = pointer("fields", str(name))
        said = fault_of_id(name)
        if said:
            root.problems.add(where, f"the field's name {said}")
        elif not isinstance(item, Mapping):
            root.problems.add(where, 'must be an object such as {"type": "text"}')
        else:
            node = Node(item, where, root.problems)
            kind = node.one_of("type", FIELD_TYPES)
            if kind:
                rest = node.rest(_FIELD_KEYS)
                found[name] = Field(name, cast("FieldType", kind), node.name(name), rest)
    return found


def _read_labels(root: Node, fields: Mapping[str, Field]) -> dict[str, Label]:
    found: dict[str, Label] = {}
    colors = _explicit_colors(root.value.get("labels"))
    taken: dict[str, list[Label]] = {}
    total = 0
    for node in root.nodes("labels", MAX_LABELS):
        label = _read_label(node, fields, colors)
        if label is None:
            continue
        if label.id in found:
            node.fault("id", f"there is another label {label.id!r}")
            continue
        check_label(node, label, fields, found)
        check_hotkeys(node, label, taken)
        found[label.id] = label
        total += len(label.classes)
    if total > MAX_CLASSES:
        root.fault("labels", f"hold {total:,} classes, at most {MAX_CLASSES:,} are allowed")
    return found


def _explicit_colors(labels: object) -> dict[str, str]:
    """Colours given to class ids anywhere, so that a car is the same colour in every field."""
    colors: dict[str, str] = {}
    for label in labels if isinstance(labels, list) else []:
        classes = label.get("classes") if isinstance(label, Mapping) else None
        for item in classes if isinstance(classes, list) else []:
            if isinstance(item, Mapping) and isinstance(item.get("id"), str):
                color = Node(item, "", Problems()).color()
                if color:
                    colors.setdefault(item["id"], color)
    return colors


def _read_label(node: Node, fields: Mapping[str, Field], colors: Mapping[str, str]) -> Label | None:
    label_id = node.identity()
    kind = node.one_of("kind", LABEL_KINDS)
    if label_id is None or kind is None:
        return None
    on = node.value.get("on")
    if on is None:
        on = _only_suitable_field(kind, node.value.get("fields"), fields)
    if not isinstance(on, str) or on not in fields:
        known = ", ".join(fields) or "none"
        node.fault("on", f"must name one of the fields ({known})")
        return None
    return Label(
        id=label_id,
        on=on,
        kind=kind,
        name=node.name(label_id),
        description=node.text("description"),
        required=node.flag("required"),
        classes=read_classes(node, colors),
        attributes=read_attributes(node),
        fields=node.ids("fields"),
        min=node.number("min"),
        max=node.number("max"),
        step=node.number("step"),
        max_length=node.count("max_length"),
        multiple=node.flag("multiple"),
        when=_read_when(node),
        extra=node.rest(_LABEL_KEYS),
    )


def _only_suitable_field(kind: str, named: object, fields: Mapping[str, Field]) -> str | None:
    """The field that is meant when `on` is missing: the first named, or the only one that fits."""
    if isinstance(named, list) and named and isinstance(named[0], str):
        return named[0]
    if kind in ANSWER_KINDS:
        return next(iter(fields), None)
    fitting = [item.id for item in fields.values() if item.type in KINDS[kind].fields]
    return fitting[0] if len(fitting) == 1 else None


def _read_when(node: Node) -> When | None:
    value: Any = node.value.get("when")
    if value is None:
        return None
    if not isinstance(value, Mapping):
        node.fault("when", 'must be an object such as {"label": "usable", "classes": ["yes"]}')
        return None
    inner = Node(value, node.where + "/when", node.problems)
    label_id = inner.identity("label")
    return When(label_id, inner.ids("classes")) if label_id else None


def _read_relations(root: Node, labels: Mapping[str, Label]) -> tuple[RelationType, ...]:
    found: dict[str, RelationType] = {}
    for node in root.nodes("relations", MAX_RELATIONS):
        relation_id = node.identity()
        if relation_id is None:
            continue
        relation = RelationType(
            id=relation_id,
            name=node.name(relation_id),
            from_labels=node.ids("from"),
            to_labels=node.ids("to"),
            directed=node.flag("directed", True),
            color=node.color() or "#888888",
            identity=node.flag("identity"),
            extra=node.rest(_RELATION_KEYS),
        )
        if relation_id in found:
            node.fault("id", f"there is another relation {relation_id!r}")
        check_relation(node, relation, labels)
        found[relation_id] = relation
    return tuple(found.values())
