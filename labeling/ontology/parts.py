"""The parts of an ontology as immutable values; `schema.parse_ontology` makes them from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

__all__ = [
    "ATTRIBUTE_KINDS",
    "FIELD_TYPES",
    "Attribute",
    "AttributeKind",
    "Field",
    "FieldType",
    "Label",
    "LabelClass",
    "Ontology",
    "Option",
    "RelationType",
    "Skeleton",
    "When",
]

FieldType = Literal[
    "text",
    "image",
    "audio",
    "video",
    "pointcloud",
    "timeseries",
    "document",
    "table",
    "dialogue",
    "html",
    "geo",
    "volume",
]
FIELD_TYPES: tuple[FieldType, ...] = get_args(FieldType)

AttributeKind = Literal["boolean", "choice", "multichoice", "text", "number", "rating"]
ATTRIBUTE_KINDS: tuple[AttributeKind, ...] = get_args(AttributeKind)


@dataclass(frozen=True, slots=True)
class Field:
    """One named piece of a task's data, such as `photo` or `caption`."""

    id: str
    type: FieldType
    name: str
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a choice attribute."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property that a region (or one class of regions) carries beside its class."""

    id: str
    name: str
    kind: AttributeKind
    options: tuple[Option, ...] = ()
    required: bool = False
    default: Any = None
    min: float | None = None
    max: float | None = None
    step: float | None = None
    mutable: bool = False
    """May change from frame to frame of a track."""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def has_option(self, option_id: str) -> bool:
        """Whether `option_id` is one of the values that may be chosen."""
        return any(option.id == option_id for option in self.options)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The named points of a keypoints class, and the pairs of them joined by a line."""

    points: tuple[str, ...]
    edges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class When:
    """A label is asked only when another label was answered with one of these classes."""

    label: str
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelClass:
    """One class of a label: what a region or an answer says."""

    id: str
    name: str
    color: str
    hotkey: str | None = None
    description: str = ""
    parent: str | None = None
    """The class above this one in a taxonomy."""
    coco_id: int | None = None
    """Category number in COCO files."""
    index: int | None = None
    """Class number in YOLO files."""
    attributes: tuple[Attribute, ...] = ()
    skeleton: Skeleton | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """One question about one field: a kind of mark or answer, with its classes."""

    id: str
    on: str
    kind: str
    name: str
    description: str = ""
    required: bool = False
    classes: tuple[LabelClass, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    fields: tuple[str, ...] = ()
    """The two fields a pairwise question compares, in the order of its first two classes."""
    min: float | None = None
    max: float | None = None
    step: float | None = None
    max_length: int | None = None
    multiple: bool = False
    when: When | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    _classes: Mapping[str, LabelClass] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_classes", {item.id: item for item in self.classes})

    def class_(self, class_id: str) -> LabelClass | None:
        """The class of that id, or None."""
        return self._classes.get(class_id)

    def attributes_of(self, class_id: str | None) -> tuple[Attribute, ...]:
        """Attributes that a region of that class carries: the label's own, then the class's."""
        found = self._classes.get(class_id) if class_id is not None else None
        return self.attributes + found.attributes if found else self.attributes

    def numbered_classes(self) -> tuple[LabelClass, ...]:
        """Classes in the order of their `index`; those without one keep their place after them.

        This is the order in which YOLO numbers classes: independent of use and of time.
        """
        last = len(self.classes) + max((c.index or 0 for c in self.classes), default=0)
        return tuple(sorted(self.classes, key=lambda c: last if c.index is None else c.index))


@dataclass(frozen=True, slots=True)
class RelationType:
    """A kind of link between regions of two labels (or of one with itself)."""

    id: str
    name: str
    from_labels: tuple[str, ...]
    to_labels: tuple[str, ...]
    directed: bool = True
    color: str = "#888888"
    identity: bool = False
    """Regions that it joins, in whatever fields, are one object; see `ontology.objects`."""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ontology:
    """A label schema, checked; `document` is the JSON it came from, normalised."""

    fields: Mapping[str, Field]
    labels: tuple[Label, ...]
    relations: tuple[RelationType, ...]
    document: dict[str, Any] = field(repr=False)
    _labels: Mapping[str, Label] = field(default_factory=dict, repr=False, compare=False)
    _relations: Mapping[str, RelationType] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_labels", {item.id: item for item in self.labels})
        object.__setattr__(self, "_relations", {item.id: item for item in self.relations})

    def label(self, label_id: str) -> Label | None:
        """The label of that id, or None."""
        return self._labels.get(label_id)

    def relation(self, relation_id: str) -> RelationType | None:
        """The relation type of that id, or None."""
        return self._relations.get(relation_id)

    def labels_on(self, field_id: str) -> tuple[Label, ...]:
        """The labels that are about that field, in order."""
        return tuple(label for label in self.labels if label.on == field_id)

    def fields_of_type(self, field_type: FieldType) -> tuple[Field, ...]:
        """The fields of that type, in order."""
        return tuple(item for item in self.fields.values() if item.type == field_type)
