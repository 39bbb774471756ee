"""Carries an annotation over to a changed ontology."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from labeling.ontology.answers import chosen_classes
from labeling.ontology.migration.changes import Change
from labeling.ontology.migration.conversions import convert

__all__ = ["apply_changes", "is_touched"]

JSON = dict[str, Any]


def is_touched(content: Mapping[str, Any], change: Change) -> bool:
    """Whether an annotation holds something that the change alters or removes."""
    if change.kind == "add" or change.part == "field":
        return False  # fields hold data; what stands on them is told by the labels' changes
    relations, regions = content.get("relations") or [], content.get("regions") or []
    answers = content.get("answers") or {}
    old = set(change.old)
    if change.part == "relation":
        return any(item.get("label") in old for item in relations)
    if change.part == "class":
        marked = {r.get("class") for r in regions if r.get("label") == change.label}
        return bool(old & (marked | set(chosen_classes(answers.get(change.label)))))
    labels = {change.label} if change.label is not None else old
    return any(r.get("label") in labels for r in regions) or bool(labels & set(answers))


def apply_changes(content: Mapping[str, Any], changes: Sequence[Change]) -> JSON:
    """The annotation under the new ontology.

    What has no counterpart is left out, and relations that lose an end with it. A split class
    becomes the first of its successors. Merged classes may leave two regions that say the same:
    `merge_duplicates` joins them. Values outside narrowed limits are kept for validation to tell.
    """
    found: JSON = {
        **content,
        "regions": list(content.get("regions") or []),
        "relations": list(content.get("relations") or []),
        "answers": dict(content.get("answers") or {}),
    }
    for change in changes:
        step = _STEPS.get((change.part, change.kind))
        if step:
            step(found, change)
    present = {region["id"] for region in found["regions"]}
    found["relations"] = [r for r in found["relations"] if {r["from"], r["to"]} <= present]
    return found


def _heirs(change: Change) -> dict[str, str | None]:
    """Old id -> new id, or None when nothing takes its place."""
    return dict.fromkeys(change.old, change.new[0] if change.new else None)


def _change_class(content: JSON, change: Change) -> None:
    heirs, label = _heirs(change), str(change.label)
    regions = []
    for region in content["regions"]:
        if region["label"] == label and region.get("class") in heirs:
            heir = heirs[region["class"]]
            if heir is not None:
                regions.append({**region, "class": heir})
        else:
            regions.append(region)
    content["regions"] = regions
    if label not in content["answers"]:
        return
    value = content["answers"][label]
    if isinstance(value, list):
        kept = [heirs.get(item, item) for item in value]
        content["answers"][label] = list(dict.fromkeys(v for v in kept if v is not None))
    elif value in heirs:
        content["answers"][label] = heirs[value]
    if content["answers"][label] in (None, []):
        del content["answers"][label]


def _change_label(content: JSON, change: Change) -> None:
    heirs = _heirs(change)
    content["regions"] = _relabelled(content["regions"], heirs)
    for old, heir in heirs.items():
        if old in content["answers"]:
            value = content["answers"].pop(old)
            if heir is not None:
                content["answers"].setdefault(heir, value)


def _change_relation(content: JSON, change: Change) -> None:
    content["relations"] = _relabelled(content["relations"], _heirs(change))


def _relabelled(items: list[JSON], heirs: Mapping[str, str | None]) -> list[JSON]:
    found = []
    for item in items:
        heir = heirs.get(item["label"], item["label"])
        if heir is not None:
            found.append(item if heir == item["label"] else {**item, "label": heir})
    return found


def _retype_label(content: JSON, change: Change) -> None:
    (old,), (new,) = change.old, change.new
    regions = []
    for region in content["regions"]:
        if region["label"] != change.label:
            regions.append(region)
            continue
        geometry = convert(region["geometry"], old, new)
        if geometry is not None:
            regions.append({**region, "geometry": geometry})
    content["regions"] = regions
    if change.label in content["answers"]:
        value = convert(content["answers"].pop(change.label), old, new)
        if value is not None:
            content["answers"][change.label] = value


def _move_label(content: JSON, change: Change) -> None:
    """Regions mark a place in the old field, so they go; answers stay."""
    content["regions"] = [r for r in content["regions"] if r["label"] != change.label]


_STEPS: Mapping[tuple[str, str], Callable[[JSON, Change], None]] = {
    **{("class", kind): _change_class for kind in ("remove", "rename", "merge", "split")},
    **{("label", kind): _change_label for kind in ("remove", "rename", "merge", "split")},
    **{("relation", kind): _change_relation for kind in ("remove", "rename", "merge", "split")},
    ("label", "retype"): _retype_label,
    ("label", "move"): _move_label,
}
