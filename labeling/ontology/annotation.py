"""Checks an annotation (regions, relations, answers) against the ontology and the task's data."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from labeling.ontology.answers import ANSWER_KINDS, chosen_classes, is_blank
from labeling.ontology.attributes import check_attributes, check_required_attributes
from labeling.ontology.nodes import MAX_NAME, fault_of_id
from labeling.ontology.parts import Label, LabelClass, Ontology, RelationType
from labeling.ontology.problems import Problem, Problems, pointer
from labeling.ontology.tracks import check_keyframe_attributes, fault_of_shape, points_of
from labeling.ontology.words import check_words
from labeling.regions.kind import Bounds
from labeling.regions.reading import fault_of_origin
from labeling.regions.registry import KINDS

__all__ = ["MAX_REGIONS", "is_asked", "region_key", "validate_annotation"]

MAX_REGIONS = 100_000

_UNKNOWN = Bounds()


def validate_annotation(
    ontology: Ontology,
    content: object,
    field_facts: Mapping[str, Bounds],
    *,
    complete: bool = True,
) -> list[Problem]:
    """Everything wrong with an annotation.

    Parameters
    ----------
    content
        An object with `regions`, `relations` and `answers`, each optional.
    field_facts
        What is known of each field of the task: its text, image size or duration.
    complete
        Whether required labels must be answered; not so for drafts and predictions.
    """
    problems = Problems()
    if not isinstance(content, Mapping):
        return [Problem("", "an annotation must be an object")]
    regions = _list(content, "regions", problems)
    relations = _list(content, "relations", problems)
    answers = content.get("answers") or {}
    if not isinstance(answers, Mapping):
        return [Problem("/answers", "must be an object of label id to value")]
    facts = {
        field.id: replace(field_facts.get(field.id, _UNKNOWN), field=field.type)
        for field in ontology.fields.values()
    }
    labels = _check_regions(ontology, regions, facts, problems)
    _check_relations(ontology, relations, labels, problems)
    _check_answers(ontology, answers, problems)
    if complete:
        _check_required(ontology, answers, labels, problems)
    return list(problems)


def _list(content: Mapping[str, Any], key: str, problems: Problems) -> list[Any]:
    value = content.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        problems.add(pointer(key), "must be a list")
        return []
    if len(value) > MAX_REGIONS:
        problems.add(pointer(key), f"has {len(value):,} entries, at most {MAX_REGIONS:,} are held")
        return []
    return value


def _check_regions(
    ontology: Ontology, regions: list[Any], facts: Mapping[str, Bounds], problems: Problems
) -> dict[str, Label]:
    """Note faults of regions; gives the label of each region id, for the relations."""
    labels: dict[str, Label] = {}
    places: dict[Hashable, str] = {}
    for i, region in enumerate(regions):
        where = f"/regions/{i}"
        if not isinstance(region, Mapping):
            problems.add(where, "must be an object")
            continue
        region_id = _own_id(region, where, labels, problems)
        label = _label_of(ontology, region, where, problems)
        if label is None:
            continue
        if region_id is not None:
            labels[region_id] = label
        _check_class(label, region, where, problems)
        _check_origin(region, where, problems)
        if _check_geometry(label, region, where, facts, problems):
            if label.kind == "range":
                check_words(region, where, problems)
            other = places.setdefault(region_key(label, region), region_id or str(i))
            if other != (region_id or str(i)):
                said = f"marks the same place with the same class as region {other!r}"
                problems.add(where, said)
    return labels


def region_key(label: Label, region: Mapping[str, Any]) -> Hashable:
    """Equal for regions that say the same of the same place."""
    return (label.id, str(region.get("class")), KINDS[label.kind].key(region["geometry"]))


def _own_id(
    item: Mapping[str, Any], where: str, taken: Mapping[str, object], problems: Problems
) -> str | None:
    value = item.get("id")
    said = "is missing" if value is None else fault_of_id(value)
    if said is None and value in taken:
        said = f"is the id of another entry too: {value!r}"
    if said:
        problems.add(f"{where}/id", said)
        return None
    return str(value)


def _label_of(
    ontology: Ontology, region: Mapping[str, Any], where: str, problems: Problems
) -> Label | None:
    label_id = region.get("label")
    label = ontology.label(label_id) if isinstance(label_id, str) else None
    if label is None:
        problems.add(f"{where}/label", f"there is no label {str(label_id)[:60]!r}")
        return None
    if label.kind not in KINDS:
        problems.add(f"{where}/label", f"{label.id!r} is a {label.kind}: its value is an answer")
        return None
    if region.get("on", label.on) != label.on:
        problems.add(f"{where}/on", f"label {label.id!r} stands on {label.on!r}")
    if region.get("kind", label.kind) != label.kind:
        problems.add(f"{where}/kind", f"label {label.id!r} takes a {label.kind}")
    return label


def _check_class(label: Label, region: Mapping[str, Any], where: str, problems: Problems) -> None:
    class_id = region.get("class")
    if class_id is None and label.classes:
        problems.add(f"{where}/class", "is missing")
    elif class_id is not None and (not isinstance(class_id, str) or label.class_(class_id) is None):
        said = f"label {label.id!r} has no class {str(class_id)[:60]!r}"
        problems.add(f"{where}/class", said)
    else:
        attributes = label.attributes_of(class_id)
        check_attributes(attributes, region.get("attributes"), where, problems)
        given = [region.get("attributes")]
        if label.kind == "track":
            given += check_keyframe_attributes(attributes, region.get("geometry"), where, problems)
        check_required_attributes(attributes, given, where, problems)


def _check_origin(region: Mapping[str, Any], where: str, problems: Problems) -> None:
    if said := fault_of_origin(region.get("origin")):
        problems.add(f"{where}/origin", said)
    score = region.get("score")
    if score is not None and (
        isinstance(score, bool) or not isinstance(score, int | float) or not abs(score) < 1e300
    ):
        problems.add(f"{where}/score", "must be a finite number")


def _check_geometry(
    label: Label,
    region: Mapping[str, Any],
    where: str,
    facts: Mapping[str, Bounds],
    problems: Problems,
) -> bool:
    geometry = region.get("geometry")
    bounds = facts[label.on]
    if label.extra.get("instant") is True:
        bounds = replace(bounds, instants=True)
    faults = KINDS[label.kind].validate(geometry, bounds)
    if not faults and label.kind == "track" and isinstance(geometry, Mapping):
        faults = fault_of_shape(label, geometry, bounds)
    problems.extend(f"{where}/geometry", faults)
    found = label.class_(str(region.get("class")))
    if not faults and found and found.skeleton and isinstance(geometry, Mapping):
        _check_skeleton(found, geometry, f"{where}/geometry", problems)
    return not faults


def _check_skeleton(
    found: LabelClass, geometry: Mapping[str, Any], where: str, problems: Problems
) -> None:
    wanted = len(found.skeleton.points) if found.skeleton else 0
    for below, points in points_of(geometry):
        if len(points) != wanted:
            said = f"the skeleton of {found.id!r} has {wanted} points, got {len(points)}"
            problems.add(f"{where}{below}/points", said)


def _check_relations(
    ontology: Ontology, relations: list[Any], labels: Mapping[str, Label], problems: Problems
) -> None:
    ids: dict[str, None] = {}
    pairs: set[tuple[Any, ...]] = set()
    for i, item in enumerate(relations):
        where = f"/relations/{i}"
        if not isinstance(item, Mapping):
            problems.add(where, "must be an object")
            continue
        own = _own_id(item, where, ids, problems)
        if own is not None:
            ids[own] = None
        label_id = item.get("label")
        relation = ontology.relation(label_id) if isinstance(label_id, str) else None
        if relation is None:
            problems.add(f"{where}/label", f"there is no relation {str(label_id)[:60]!r}")
            continue
        name = item.get("name", "")
        if not isinstance(name, str) or len(name) > MAX_NAME:
            problems.add(f"{where}/name", f"must be a text of at most {MAX_NAME} characters")
        ends = (item.get("from"), item.get("to"))
        if not _check_ends(relation, ends, labels, where, problems):
            continue
        pair = (relation.id, *(ends if relation.directed else sorted(map(str, ends))))
        if pair in pairs:
            problems.add(where, "links the same two regions a second time")
        pairs.add(pair)


def _check_ends(
    relation: RelationType,
    ends: tuple[Any, Any],
    labels: Mapping[str, Label],
    where: str,
    problems: Problems,
) -> bool:
    found = [labels.get(end) if isinstance(end, str) else None for end in ends]
    for key, end, label in zip(("from", "to"), ends, found, strict=True):
        if label is None:
            problems.add(f"{where}/{key}", f"there is no region {str(end)[:60]!r}")
    start, goal = found
    if start is None or goal is None:
        return False
    if ends[0] == ends[1]:
        problems.add(f"{where}/to", "a region cannot be linked to itself")
        return False
    if _fits(relation, start, goal) or (not relation.directed and _fits(relation, goal, start)):
        return True
    said = f"relation {relation.id!r} does not lead from {start.id!r} to {goal.id!r}"
    problems.add(where, said)
    return False


def _fits(relation: RelationType, start: Label, goal: Label) -> bool:
    """Whether a relation may join these labels; no labels named means any."""
    return (not relation.from_labels or start.id in relation.from_labels) and (
        not relation.to_labels or goal.id in relation.to_labels
    )


def _check_answers(ontology: Ontology, answers: Mapping[str, Any], problems: Problems) -> None:
    for label_id, value in answers.items():
        label = ontology.label(label_id)
        kind = ANSWER_KINDS.get(label.kind) if label else None
        where = pointer("answers", str(label_id))
        if label is None:
            problems.add(where, f"there is no label {str(label_id)[:60]!r}")
        elif kind is None:
            problems.add(where, f"{label.id!r} is a {label.kind}: it takes regions, no answer")
        elif not is_blank(value):
            problems.extend(where, kind.validate(label, value))


def _check_required(
    ontology: Ontology,
    answers: Mapping[str, Any],
    labels: Mapping[str, Label],
    problems: Problems,
) -> None:
    marked = {label.id for label in labels.values()}
    for label in ontology.labels:
        if not label.required or not is_asked(label, answers):
            continue
        if label.kind in KINDS:
            if label.id not in marked:
                problems.add("/regions", f"label {label.id!r} is required: mark at least one")
        elif is_blank(answers.get(label.id)):
            problems.add(pointer("answers", label.id), "is required")


def is_asked(label: Label, answers: Mapping[str, Any]) -> bool:
    """Whether the answers so far make this label appear."""
    if label.when is None:
        return True
    chosen = chosen_classes(answers.get(label.when.label))
    return (
        any(item in label.when.classes for item in chosen) if label.when.classes else bool(chosen)
    )
