"""Agreement of two annotators' links: relations between regions that both marked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from labeling.ontology.objects import identity_pairs
from labeling.ontology.parts import Label, Ontology, RelationType
from labeling.regions import KINDS

__all__ = [
    "LEAST_OVERLAP",
    "LINK_METRIC",
    "link_agreement",
    "links_of",
    "matched_regions",
    "own_links",
    "unordered",
]

Content = Mapping[str, Any]
Region = Mapping[str, Any]
LINK_METRIC = "link_f1"
LEAST_OVERLAP = 0.5
"""Less than this, two regions are not taken for marks of the same thing."""


def link_agreement(
    ontology: Ontology, relation: RelationType, first: Content, second: Content
) -> float | None:
    """Return the F1 of the links of one type, 0 to 1; None where neither annotator drew any.

    A region of the one is its match of the other, found by place alone, so that a disputed class
    does not count twice; a link to a region that the other did not mark is one that they do not
    share. Relations with identity are compared by what is one object with what: whether a person
    joined three regions as a chain or as a star says nothing.

    References
    ----------
    Hripcsak & Rothschild (2005), doi:10.1197/jamia.M1733, on F1 as agreement.
    """
    one, two = links_of(ontology, relation, first), links_of(ontology, relation, second)
    if not one and not two:
        return None
    match = matched_regions(ontology, first, second)
    mapped = {(match.get(start, ""), match.get(end, "")) for start, end in one}
    if not relation.directed or relation.identity:
        mapped = {unordered(pair) for pair in mapped}
        two = {unordered(pair) for pair in two}
    return 2 * len(mapped & two) / (len(one) + len(two))


def matched_regions(ontology: Ontology, first: Content, second: Content) -> dict[str, str]:
    """Return which region of the second each region of the first is, by best overlap."""
    found: dict[str, str] = {}
    for label in ontology.labels:
        if label.kind in KINDS:
            found |= _matched(label, _regions(label, first), _regions(label, second))
    return found


def _matched(label: Label, first: Sequence[Region], second: Sequence[Region]) -> dict[str, str]:
    if not first or not second:
        return {}
    iou = KINDS[label.kind].iou
    table = np.asarray([[iou(a["geometry"], b["geometry"]) for b in second] for a in first])
    pairs = zip(*linear_sum_assignment(table, maximize=True), strict=True)
    return {
        str(first[i]["id"]): str(second[j]["id"]) for i, j in pairs if table[i, j] >= LEAST_OVERLAP
    }


def _regions(label: Label, content: Content) -> list[Region]:
    return [region for region in content["regions"] if region["label"] == label.id]


def links_of(ontology: Ontology, relation: RelationType, content: Content) -> set[tuple[str, str]]:
    """Return what one relation joins; with identity, all pairs that are one object."""
    if relation.identity:
        mine = [link for link in content.get("relations") or () if link.get("label") == relation.id]
        return set(identity_pairs(ontology, {**content, "relations": mine}))
    return set(own_links(relation, content))


def own_links(relation: RelationType, content: Content) -> list[tuple[str, str]]:
    """Return the links of one relation as they were drawn."""
    return [
        (str(link["from"]), str(link["to"]))
        for link in content.get("relations") or ()
        if link.get("label") == relation.id
    ]


def unordered(pair: tuple[str, str]) -> tuple[str, str]:
    """Return both ends in one order, whichever way they were joined."""
    start, end = sorted(pair)
    return start, end
