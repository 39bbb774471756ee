"""Reads the classes and attributes of a label."""

from collections.abc import Mapping
from typing import Any, cast

from labeling.ontology.nodes import Node
from labeling.ontology.palette import default_color
from labeling.ontology.parts import (
    ATTRIBUTE_KINDS,
    Attribute,
    AttributeKind,
    LabelClass,
    Option,
    Skeleton,
)

__all__ = ["fault_of_attribute_value", "read_attributes", "read_classes"]

MAX_CLASSES_OF_LABEL = 10_000
MAX_ATTRIBUTES = 100
MAX_OPTIONS = 1_000
MAX_SKELETON_POINTS = 1_000

_CLASS_KEYS = frozenset(
    {
        *("id", "name", "color", "hotkey", "description", "parent", "coco_id", "index"),
        *("attributes", "skeleton"),
    }
)

_ATTRIBUTE_KEYS = frozenset(
    {"id", "name", "kind", "options", "required", "default", "min", "max", "step", "mutable"}
)


def read_classes(label: Node, colors: Mapping[str, str]) -> tuple[LabelClass, ...]:
    """The classes of a label; `colors` gives the colour of a class id that names none itself.

    A skeleton of the label is that of every class without one of its own.
    """
    shared = _shared_skeleton(label)
    found: dict[str, LabelClass] = {}
    numbers: set[tuple[str, int]] = set()
    for i, node in enumerate(label.nodes("classes", MAX_CLASSES_OF_LABEL)):
        class_id = node.identity()
        if class_id is None:
            continue
        if class_id in found:
            node.fault("id", f"there is another class {class_id!r} in this label")
            continue
        found[class_id] = LabelClass(
            id=class_id,
            name=node.name(class_id),
            color=node.color() or colors.get(class_id) or default_color(i),
            hotkey=node.hotkey(),
            description=node.text("description"),
            parent=node.text("parent") or None,
            coco_id=_own_number(node, "coco_id", numbers),
            index=_own_number(node, "index", numbers),
            attributes=read_attributes(node),
            skeleton=_read_skeleton(node) or shared,
            extra=node.rest(_CLASS_KEYS),
        )
    return tuple(found.values())


def _own_number(node: Node, key: str, taken: set[tuple[str, int]]) -> int | None:
    """A number that no other class of the label has under the same name."""
    number = node.count(key)
    if number is None:
        return None
    if (key, number) in taken:
        node.fault(key, f"is {number} in another class of this label too")
    taken.add((key, number))
    return number


def read_attributes(owner: Node) -> tuple[Attribute, ...]:
    """The attributes of a label or class."""
    found: dict[str, Attribute] = {}
    for node in owner.nodes("attributes", MAX_ATTRIBUTES):
        attribute = _read_attribute(node)
        if attribute is None:
            continue
        if attribute.id in found:
            node.fault("id", f"there is another attribute {attribute.id!r} here")
        found[attribute.id] = attribute
    return tuple(found.values())


def _read_attribute(node: Node) -> Attribute | None:
    attribute_id = node.identity()
    kind = node.one_of("kind", ATTRIBUTE_KINDS)
    if attribute_id is None or kind is None:
        return None
    attribute = Attribute(
        id=attribute_id,
        name=node.name(attribute_id),
        kind=cast("AttributeKind", kind),
        options=_read_options(node),
        required=node.flag("required"),
        default=node.value.get("default"),
        min=node.number("min"),
        max=node.number("max"),
        step=node.number("step"),
        mutable=node.flag("mutable"),
        extra=node.rest(_ATTRIBUTE_KEYS),
    )
    if kind in {"choice", "multichoice"} and not attribute.options:
        node.fault("options", "must list at least one value")
    if attribute.min is not None and attribute.max is not None and attribute.min > attribute.max:
        node.fault("max", "is less than min")
    if attribute.default is not None:
        said = fault_of_attribute_value(attribute, attribute.default)
        if said:
            node.fault("default", said)
    return attribute


def _read_options(node: Node) -> tuple[Option, ...]:
    found: dict[str, Option] = {}
    for item in node.nodes("options", MAX_OPTIONS):
        option_id = item.identity()
        if option_id is None:
            continue
        if option_id in found:
            item.fault("id", f"there is another option {option_id!r} here")
        found[option_id] = Option(option_id, item.name(option_id))
    return tuple(found.values())


def fault_of_attribute_value(attribute: Attribute, value: Any) -> str | None:
    """Why a value does not fit its attribute, or None."""
    match attribute.kind:
        case "boolean":
            return None if isinstance(value, bool) else "must be true or false"
        case "text":
            return None if isinstance(value, str) else "must be a text"
        case "choice":
            known = isinstance(value, str) and attribute.has_option(value)
            return None if known else f"must be one of: {_names(attribute)}"
        case "multichoice":
            known = isinstance(value, list) and all(
                isinstance(item, str) and attribute.has_option(item) for item in value
            )
            return None if known else f"must be a list out of: {_names(attribute)}"
        case "number" | "rating":
            return _fault_of_number(attribute, value)


def _fault_of_number(attribute: Attribute, value: Any) -> str | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return "must be a number"
    if not abs(value) <= 1e300:  # so that NaN fails as well
        return "must be a finite number"
    if attribute.min is not None and value < attribute.min:
        return f"must be at least {attribute.min:g}"
    if attribute.max is not None and value > attribute.max:
        return f"must be at most {attribute.max:g}"
    return None


def _names(attribute: Attribute) -> str:
    return ", ".join(option.id for option in attribute.options[:20])


def _shared_skeleton(label: Node) -> Skeleton | None:
    """What is written beside the kind instead of inside a class must not be lost in silence."""
    is_drawn = label.value.get("kind") == "keypoints"
    if is_drawn and "points" in label.value:
        label.fault("points", 'belong into a skeleton: {"skeleton": {"points": [...]}}')
    if label.value.get("skeleton") is not None and not is_drawn:
        label.fault("skeleton", "is drawn by labels of the kind keypoints only")
        return None
    return _read_skeleton(label)


def _read_skeleton(owner: Node) -> Skeleton | None:
    value = owner.value.get("skeleton")
    if value is None:
        return None
    if not isinstance(value, Mapping):
        owner.fault("skeleton", "must be an object with points and edges")
        return None
    node = Node(value, owner.where + "/skeleton", owner.problems)
    points = tuple(
        point_id
        for item in node.nodes("points", MAX_SKELETON_POINTS)
        if (point_id := item.identity()) is not None
    )
    if not points or len(set(points)) < len(points):
        node.fault("points", "must name at least one point, each once")
    edges = value.get("edges", [])
    if not isinstance(edges, list) or not all(_is_edge(edge, len(points)) for edge in edges):
        node.fault("edges", f"must be pairs of point numbers from 0 to {len(points) - 1}")
        return None
    return Skeleton(points, tuple((a, b) for a, b in edges))


def _is_edge(edge: object, count: int) -> bool:
    return (
        isinstance(edge, list)
        and len(edge) == 2
        and all(type(end) is int and 0 <= end < count for end in edge)
        and edge[0] != edge[1]
    )
