"""Checks that need more than one part of an ontology: fields, other labels, all hotkeys."""

from collections.abc import Mapping

from labeling.ontology.answers import ANSWER_KINDS
from labeling.ontology.nodes import Node
from labeling.ontology.parts import Field, Label, LabelClass, RelationType
from labeling.ontology.problems import pointer
from labeling.ontology.tracks import check_track
from labeling.regions.registry import KINDS

__all__ = ["check_hotkeys", "check_label", "check_relation"]

MAX_RATING_STEPS = 100


def check_label(
    node: Node, label: Label, fields: Mapping[str, Field], before: Mapping[str, Label]
) -> None:
    """Note what does not fit: kind and field, classes, range, parents, the label it depends on."""
    located = KINDS.get(label.kind)
    field_type = fields[label.on].type
    if located and field_type not in located.fields:
        fitting = ", ".join(sorted(located.fields))
        node.fault("kind", f"{label.kind} cannot stand on {field_type} ({label.on}): use {fitting}")
    answer = ANSWER_KINDS.get(label.kind)
    if answer and answer.needs_classes and not label.classes:
        node.fault("classes", f"a {label.kind} needs at least one class")
    if answer and not answer.needs_classes and label.classes:
        node.fault("classes", f"a {label.kind} takes no classes")
    if label.min is not None and label.max is not None and label.min >= label.max:
        node.fault("max", f"must be greater than min ({label.min:g})")
    if label.step is not None and label.step <= 0:
        node.fault("step", "must be greater than 0")
    if label.kind == "rating" and (label.max or 5) - (label.min or 1) > MAX_RATING_STEPS:
        node.fault("max", f"a rating has at most {MAX_RATING_STEPS} steps; use kind number")
    if label.kind == "track" and located and field_type in located.fields:
        check_track(node, label, field_type)
    if not isinstance(label.extra.get("instant", False), bool):
        node.fault("instant", "must be true or false")
    _check_pairwise(node, label, fields)
    _check_parents(node, label)
    _check_when(node, label, before)


def _check_pairwise(node: Node, label: Label, fields: Mapping[str, Field]) -> None:
    for name in label.fields:
        if name not in fields:
            node.fault("fields", f"there is no field {name!r}")
    if label.kind != "pairwise":
        return
    if len(label.fields) != 2:
        node.fault("fields", "a pairwise question compares exactly two fields")
    if label.classes and len(label.classes) not in {2, 3}:
        node.fault("classes", "a pairwise question has two classes (first, second), or a tie third")


def _check_parents(node: Node, label: Label) -> None:
    sound: set[str] = set()
    for i, item in enumerate(label.classes):
        chain: dict[str, None] = {}
        at: LabelClass | None = item
        said = None
        while at is not None and at.id not in sound and said is None:
            chain[at.id] = None
            if at.parent is None:
                break
            above = label.class_(at.parent)
            if above is None:
                said = f"there is no class {at.parent[:60]!r}"
            elif above.id in chain:
                said = "is above itself"
            at = above
        if said:
            node.problems.add(node.where + pointer("classes", i, "parent"), said)
        sound.update(chain)  # a broken chain is told once


def _check_when(node: Node, label: Label, before: Mapping[str, Label]) -> None:
    if label.when is None:
        return
    other = before.get(label.when.label)
    if other is None or other.kind not in {"choice", "multichoice", "taxonomy"}:
        node.fault("when", "must name a choice that stands above this label")
        return
    unknown = [item for item in label.when.classes if other.class_(item) is None]
    if unknown:
        node.fault("when", f"label {other.id!r} has no class {unknown[0]!r}")


def check_relation(node: Node, relation: RelationType, labels: Mapping[str, Label]) -> None:
    """Both ends must be labels that mark regions."""
    for key, ends in (("from", relation.from_labels), ("to", relation.to_labels)):
        if not ends and key not in node.value:
            node.fault(key, "is missing")
        for end in ends:
            label = labels.get(end)
            if label is None:
                node.fault(key, f"there is no label {end!r}")
            elif label.kind not in KINDS:
                node.fault(key, f"label {end!r} is a {label.kind}, it marks no regions to link")


def check_hotkeys(node: Node, label: Label, taken: dict[str, list[Label]]) -> None:
    """No key may mean two things at once; `taken` collects the labels that use a key.

    Regions of two fields may share keys, as only one field has the focus; an answer's keys work
    everywhere.
    """
    for i, item in enumerate(label.classes):
        if item.hotkey is None:
            continue
        owners = taken.setdefault(item.hotkey, [])
        other = next((owner for owner in owners if _share_keys(label, owner)), None)
        if other:
            where = node.where + pointer("classes", i, "hotkey")
            node.problems.add(where, f"{item.hotkey!r} is already a key of label {other.id!r}")
        else:
            owners.append(label)


def _share_keys(a: Label, b: Label) -> bool:
    return a.on == b.on or a.kind in ANSWER_KINDS or b.kind in ANSWER_KINDS
