"""Writes an ontology as its JSON document: defaults left out, colours filled in."""

import copy
from collections.abc import Mapping
from typing import Any

from labeling.ontology.parts import Attribute, Label, LabelClass, Ontology, RelationType

__all__ = ["to_document"]

JSON = dict[str, Any]


def to_document(ontology: Ontology, extra: Mapping[str, Any] | None = None) -> JSON:
    """The document from which `parse_ontology` makes this ontology again."""
    document: JSON = {
        "fields": {
            item.id: _filled(type=item.type, name=_unless(item.name, item.id)) | _copy(item.extra)
            for item in ontology.fields.values()
        },
        "labels": [_label(label) for label in ontology.labels],
    }
    if ontology.relations:
        document["relations"] = [_relation(relation) for relation in ontology.relations]
    return document | _copy(extra or {})


def _label(label: Label) -> JSON:
    when = label.when
    return _filled(
        id=label.id,
        on=label.on,
        kind=label.kind,
        name=_unless(label.name, label.id),
        description=label.description,
        required=label.required,
        multiple=label.multiple,
        fields=list(label.fields),
        min=label.min,
        max=label.max,
        step=label.step,
        max_length=label.max_length,
        when={"label": when.label, "classes": list(when.classes)} if when else None,
        classes=[_class(item) for item in label.classes],
        attributes=[_attribute(item) for item in label.attributes],
    ) | _copy(label.extra)


def _class(item: LabelClass) -> JSON:
    skeleton = item.skeleton
    return _filled(
        id=item.id,
        name=item.name,
        color=item.color,
        hotkey=item.hotkey,
        description=item.description,
        parent=item.parent,
        coco_id=item.coco_id,
        index=item.index,
        attributes=[_attribute(attribute) for attribute in item.attributes],
        skeleton=skeleton
        and {"points": list(skeleton.points), "edges": [list(edge) for edge in skeleton.edges]},
    ) | _copy(item.extra)


def _attribute(item: Attribute) -> JSON:
    return (
        _filled(
            id=item.id,
            kind=item.kind,
            name=_unless(item.name, item.id),
            required=item.required,
            min=item.min,
            max=item.max,
            step=item.step,
            mutable=item.mutable,
            options=[{"id": option.id, "name": option.name} for option in item.options],
        )
        | ({"default": item.default} if item.default is not None else {})
        | _copy(item.extra)
    )


def _relation(item: RelationType) -> JSON:
    return {
        **_filled(id=item.id, name=_unless(item.name, item.id)),
        "from": _one_or_list(item.from_labels),
        "to": _one_or_list(item.to_labels),
        "directed": item.directed,
        "color": item.color,
        **_filled(identity=item.identity),
        **_copy(item.extra),
    }


def _one_or_list(ids: tuple[str, ...]) -> str | list[str]:
    return ids[0] if len(ids) == 1 else list(ids)


def _unless(name: str, default: str) -> str | None:
    return None if name == default else name


def _filled(**entries: Any) -> JSON:
    """The entries that say something: not None, not empty, not False; 0 does."""
    return {
        k: v for k, v in entries.items() if v is not None and v is not False and v not in ("", [])
    }


def _copy(extra: Mapping[str, Any]) -> JSON:
    return copy.deepcopy(dict(extra))
