"""Objects: regions, in whatever fields, that relations with identity say are one thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from labeling.ontology.parts import Label, Ontology, RelationType

__all__ = ["MarkedObject", "identities_between", "identity_pairs", "objects_of"]


@dataclass(frozen=True, slots=True)
class MarkedObject:
    """One object of one annotation.

    Attributes
    ----------
    regions
        Ids of its regions, in the annotation's order; two at least.
    relations
        Ids of the relations with identity that hold it together.
    name
        Its own name, if a person gave one.
    """

    regions: tuple[str, ...]
    relations: tuple[str, ...]
    name: str | None = None


def objects_of(ontology: Ontology, content: Mapping[str, Any]) -> tuple[MarkedObject, ...]:
    """The objects of an annotation: its parts connected by relations with identity.

    Regions that nothing joins are no objects. Complexity: linear in regions and relations.
    """
    joins = _identities(ontology, content)
    if not joins:
        return ()
    order = [str(region["id"]) for region in content.get("regions") or ()]
    root = {region_id: region_id for region_id in order}

    def top(region_id: str) -> str:
        while root[region_id] != region_id:
            root[region_id] = root[root[region_id]]  # halves the way for the next one
            region_id = root[region_id]
        return region_id

    sound = [link for link in joins if link["from"] in root and link["to"] in root]
    for link in sound:
        root[top(link["from"])] = top(link["to"])
    regions: dict[str, list[str]] = {}
    for region_id in order:
        regions.setdefault(top(region_id), []).append(region_id)
    links: dict[str, list[Mapping[str, Any]]] = {}
    for link in sound:
        links.setdefault(top(link["from"]), []).append(link)
    return tuple(
        MarkedObject(
            tuple(members),
            tuple(str(link["id"]) for link in links[key]),
            next((str(link["name"]) for link in links[key] if link.get("name")), None),
        )
        for key, members in regions.items()
        if len(members) > 1
    )


def identity_pairs(ontology: Ontology, content: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every two regions that are one object, whichever relations were drawn between them."""
    return [
        pair for item in objects_of(ontology, content) for pair in combinations(item.regions, 2)
    ]


def identities_between(ontology: Ontology, first: Label, second: Label) -> list[RelationType]:
    """Relation types with identity that may join regions of two labels, from either end."""
    return [
        relation
        for relation in ontology.relations
        if relation.identity
        and (_joins(relation, first, second) or _joins(relation, second, first))
    ]


def _joins(relation: RelationType, start: Label, end: Label) -> bool:
    return (not relation.from_labels or start.id in relation.from_labels) and (
        not relation.to_labels or end.id in relation.to_labels
    )


def _identities(ontology: Ontology, content: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    kinds = {relation.id for relation in ontology.relations if relation.identity}
    return [link for link in content.get("relations") or () if link.get("label") in kinds]
