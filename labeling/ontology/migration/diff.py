"""Finds what changed between two ontologies.

Names, colours and hotkeys may change freely: annotations refer to ids. A changed id is a rename,
merge or split only when the new ontology says so by `was`, as in
`{"id": "vehicle", "was": ["car", "van"]}`; else it is one thing removed and another added.
"""

from collections.abc import Iterator, Mapping, Sequence

from labeling.ontology.migration.changes import Change, Part
from labeling.ontology.migration.conversions import TRACK, converts_whole
from labeling.ontology.parts import Label, LabelClass, Ontology, RelationType
from labeling.ontology.tracks import shape_of

__all__ = ["diff_ontologies"]

Parts = Sequence[Label] | Sequence[LabelClass] | Sequence[RelationType]
Successors = Mapping[str, tuple[str, ...]]


def diff_ontologies(old: Ontology, new: Ontology) -> list[Change]:
    """Every change that annotations notice, in the order in which they are applied."""
    labels = _successors(old.labels, new.labels)
    relations = _successors(old.relations, new.relations)
    found: list[Change] = list(_diff_fields(old, new))
    for before in old.labels:
        heirs = labels[before.id]
        after = new.label(heirs[0]) if heirs else None
        if after is not None:
            classes = _successors(before.classes, after.classes)
            found.extend(_diff_ids("class", classes, after.classes, before.id))
            types = old.fields[before.on].type, new.fields[after.on].type
            found.extend(_diff_label(before, after, types))
    found.extend(_diff_ids("label", labels, new.labels))
    found.extend(_diff_ids("relation", relations, new.relations))
    return found


def _successors(old: Parts, new: Parts) -> Successors:
    """Old id -> the new ids in its place: itself if it stays, and all that name it in `was`."""
    found: dict[str, list[str]] = {item.id: [] for item in old}
    for item in new:
        if item.id in found:
            found[item.id].insert(0, item.id)
    # An ontology keeps its `was` when it is saved; said in the old version, it is done.
    done = {(item.id, name) for item in old for name in _was(item)}
    for item in new:
        for name in _was(item):
            if name in found and item.id not in found[name] and (item.id, name) not in done:
                found[name].append(item.id)
    return {name: tuple(ids) for name, ids in found.items()}


def _was(item: Label | LabelClass | RelationType) -> list[str]:
    value = item.extra.get("was", [])
    names = value if isinstance(value, list) else [value]
    return [name for name in names if isinstance(name, str)]


def _diff_ids(
    part: Part, successors: Successors, new: Parts, label: str | None = None
) -> Iterator[Change]:
    origins: dict[str, list[str]] = {}
    for before, heirs in successors.items():
        if not heirs:
            yield Change("remove", part, (before,), (), label, may_lose=True)
        elif len(heirs) > 1:
            yield Change("split", part, (before,), heirs, label, may_lose=True)
        for heir in heirs[:1]:
            origins.setdefault(heir, []).append(before)
    for after, before_all in origins.items():
        if len(before_all) > 1:
            yield Change("merge", part, tuple(before_all), (after,), label)
        elif before_all != [after] and len(successors[before_all[0]]) == 1:
            yield Change("rename", part, tuple(before_all), (after,), label)
    inherited = {heir for heirs in successors.values() for heir in heirs}
    for item in new:
        if item.id not in inherited:
            yield Change("add", part, (), (item.id,), label)


def _diff_fields(old: Ontology, new: Ontology) -> Iterator[Change]:
    for name, before in old.fields.items():
        after = new.fields.get(name)
        if after is None:
            yield Change("remove", "field", (name,), (), may_lose=True)
        elif after.type != before.type:
            yield Change("retype", "field", (before.type,), (after.type,), may_lose=True)
    for name in new.fields:
        if name not in old.fields:
            yield Change("add", "field", (), (name,))


def _diff_label(before: Label, after: Label, types: tuple[str, str]) -> Iterator[Change]:
    kinds = _full_kind(before, types[0]), _full_kind(after, types[1])
    if kinds[0] != kinds[1]:
        lossy = not converts_whole(*kinds, types[0])
        yield Change("retype", "label", kinds[:1], kinds[1:], before.id, lossy)
    if before.on != after.on:
        yield Change("move", "label", (before.on,), (after.on,), before.id, may_lose=True)
    if before.kind == after.kind and _is_narrower(before, after):
        yield Change("limit", "label", (_range(before),), (_range(after),), before.id, True)


def _full_kind(label: Label, field_type: str) -> str:
    """The kind; of a track with the kind of geometry that it follows."""
    return TRACK + shape_of(label, field_type) if label.kind == "track" else label.kind


def _is_narrower(before: Label, after: Label) -> bool:
    infinite = float("inf")
    higher = (after.min if after.min is not None else -infinite) > (
        before.min if before.min is not None else -infinite
    )
    lower = (after.max if after.max is not None else infinite) < (
        before.max if before.max is not None else infinite
    )
    return higher or lower or (before.multiple and not after.multiple)


def _range(label: Label) -> str:
    low = "" if label.min is None else f"{label.min:g}"
    high = "" if label.max is None else f"{label.max:g}"
    return f"{low}..{high}{' several' if label.multiple else ''}"
