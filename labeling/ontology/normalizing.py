"""Brings an annotation into the form in which it is stored, and says what was merged."""

from collections.abc import Hashable, Mapping
from typing import Any

from labeling.ontology.annotation import is_asked, region_key
from labeling.ontology.answers import is_blank
from labeling.ontology.parts import Ontology
from labeling.ontology.problems import Problem
from labeling.regions import mask, span
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS

__all__ = ["merge_duplicates", "normalize_annotation"]

JSON = dict[str, Any]


def normalize_annotation(
    ontology: Ontology, content: Mapping[str, Any], field_facts: Mapping[str, Bounds]
) -> JSON:
    """A checked annotation as it is stored.

    Regions get their `on`, an `attributes` object and an `origin`; spans get the surface they mark
    (never the one that was sent along), masks the list form of their runs. Blank answers, and
    answers to labels that are not asked, are left out.
    """
    answers = content.get("answers") or {}
    return {
        "regions": [_region(ontology, item, field_facts) for item in content.get("regions") or []],
        "relations": [dict(item) for item in content.get("relations") or []],
        "answers": {
            label.id: answers[label.id]
            for label in ontology.labels
            if not is_blank(answers.get(label.id)) and is_asked(label, answers)
        },
    }


def _region(ontology: Ontology, region: Mapping[str, Any], facts: Mapping[str, Bounds]) -> JSON:
    label = ontology.label(region["label"])
    if label is None:
        raise ValueError(f"there is no label {region['label']!r}: validate the annotation first")
    found = {
        **region,
        "on": label.on,
        "class": region.get("class"),
        "attributes": {
            key: value
            for key, value in (region.get("attributes") or {}).items()
            if not is_blank(value)
        },
        "origin": region.get("origin") or {"kind": "human"},
    }
    text = facts[label.on].text if label.on in facts else None
    if label.kind == "span" and text is not None:
        found["text"] = span.surface(region["geometry"], text)
    if label.kind in {"mask", "track"}:
        found["geometry"] = _with_lists(region["geometry"])
    return found


def _with_lists(geometry: Mapping[str, Any]) -> JSON:
    """A mask, or what holds masks (slices of a volume, keyframes), with its runs as lists."""
    if "counts" in geometry:
        return {**geometry, "counts": mask.runs_of(geometry)}
    if "slices" in geometry:
        slices = {key: _with_lists(item) for key, item in geometry["slices"].items()}
        return {**geometry, "slices": slices}
    if geometry.get("shape") == "mask":
        keyframes = [
            {**item, "geometry": _with_lists(item["geometry"])} for item in geometry["keyframes"]
        ]
        return {**geometry, "keyframes": keyframes}
    return dict(geometry)


def merge_duplicates(ontology: Ontology, content: Mapping[str, Any]) -> tuple[JSON, list[Problem]]:
    """The annotation without regions that repeat an earlier one, and a note for each.

    Every region must have `id`, `label` and `geometry`, sound or not.
    Relations of a dropped region move to the region that stays. Import uses this; a person who
    submits a duplicate is told instead (see `validate_annotation`).
    """
    kept: list[Any] = []
    places: dict[Hashable, str] = {}
    same: dict[str, str] = {}
    notes: list[Problem] = []
    for i, region in enumerate(content.get("regions") or []):
        key = _key_of_sound(ontology, region)
        first = region["id"] if key is None else places.setdefault(key, region["id"])
        if first == region["id"]:
            kept.append(region)
        else:
            same[region["id"]] = first
            detail = f"region {region['id']!r} repeats {first!r} and was merged with it"
            notes.append(Problem(f"/regions/{i}", detail))
    relations = [
        {
            **item,
            "from": same.get(item["from"], item["from"]),
            "to": same.get(item["to"], item["to"]),
        }
        for item in content.get("relations") or []
    ]
    return {**content, "regions": kept, "relations": _distinct(relations)}, notes


def _key_of_sound(ontology: Ontology, region: Mapping[str, Any]) -> Hashable | None:
    """The key of a region, or None when it is unsound, which validation will tell."""
    label = ontology.label(region["label"])
    kind = KINDS.get(label.kind) if label else None
    if label is None or kind is None or kind.validate(region["geometry"], Bounds()):
        return None
    return region_key(label, region)


def _distinct(relations: list[JSON]) -> list[JSON]:
    """Relations with two different ends, each pair once."""
    found = {
        (item.get("label"), item["from"], item["to"]): item
        for item in reversed(relations)
        if item["from"] != item["to"]
    }
    return list(reversed(found.values()))
