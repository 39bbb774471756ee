"""Where a pre-labeler's proposals go: which label, and which class for each of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from active_learning.prelabelers.base import Card, ClassName, Wanted
from labeling.ontology.parts import Label, LabelClass, Ontology

__all__ = ["Place", "fitting_labels", "guess_classes", "guess_places", "read_places", "wanted_of"]

ALIKE = 0.86
"""Names that share so much of their letters are taken for the same word, inflected."""
_WORDS = re.compile(r"[a-z0-9]+|[^\x00-\x7f]+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Place:
    """One label that a pre-labeler fills.

    `classes` says which class each of its own stands for; what is not in it is not proposed. It is
    empty where the pre-labeler takes the ontology's classes, or proposes values.
    """

    label: str
    classes: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return what is stored and sent."""
        return {"label": self.label, "classes": dict(self.classes)}


def fitting_labels(card: Card, ontology: Ontology, field_id: str) -> list[Label]:
    """Return the labels on a field that a pre-labeler can fill."""
    if ontology.fields[field_id].type not in card.reads:
        return []
    return [
        label
        for label in ontology.labels_on(field_id)
        if label.kind in card.fills and (card.classes is not None or label.classes)
    ]


def guess_places(card: Card, ontology: Ontology, field_id: str) -> list[Place]:
    """Return places by the likeness of names; labels of which no class was recognised are out."""
    places = []
    for label in fitting_labels(card, ontology, field_id):
        classes = guess_classes(card, label)
        if classes or not card.classes or not label.classes:
            places.append(Place(label.id, classes))
    return places


def guess_classes(card: Card, label: Label) -> dict[str, str]:
    """Return the class that each of a pre-labeler's own may mean; only confident guesses."""
    if not card.classes:
        return {}
    guessed = {}
    for own in card.classes:
        names = (own, *card.also.get(own, ()))
        best = max(label.classes, key=lambda one: _alike(names, one), default=None)
        if best is not None and _alike(names, best) >= ALIKE:
            guessed[own] = best.id
    return guessed


def read_places(stored: Iterable[Mapping[str, Any]], card: Card, ontology: Ontology) -> list[Place]:
    """Return stored places, without labels and classes that the ontology has no more."""
    places = []
    for item in stored:
        label = ontology.label(str(item.get("label")))
        if label is None or label.kind not in card.fills:
            continue
        classes = {
            own: class_id
            for own, class_id in dict(item.get("classes") or {}).items()
            if label.class_(class_id) is not None
        }
        places.append(Place(label.id, classes))
    return places


def wanted_of(places: Sequence[Place], ontology: Ontology) -> list[Wanted]:
    """Return the labels of some places as a pre-labeler is asked for them."""
    found = (ontology.label(place.label) for place in places)
    return [
        Wanted(
            label.id,
            label.kind,
            label.name,
            tuple(ClassName(c.id, c.name, c.description) for c in label.classes),
            next((c.skeleton.points for c in label.classes if c.skeleton), ()),
            label.fields,
        )
        for label in found
        if label is not None
    ]


def _alike(names: Sequence[str], one: LabelClass) -> float:
    return max(_likeness(name, other) for name in names for other in (one.id, one.name))


def _likeness(one: str, other: str) -> float:
    """Return 1 for the same words, else the share of letters in common."""
    a, b = _words(one), _words(other)
    if not a or not b:
        return 0.0
    if a == b:
        return 1.0
    if [word for word in a if word.isdigit()] != [word for word in b if word.isdigit()]:
        return 0.0  # speaker 1 and speaker 2
    joined, other_joined = " ".join(a), " ".join(b)
    if min(len(joined), len(other_joined)) < 4:
        return 0.0  # of short names a letter makes another word: car and cat
    return SequenceMatcher(None, joined, other_joined).ratio()


def _words(name: str) -> list[str]:
    words = _WORDS.findall(_HUMPS.sub(" ", name).casefold())
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words]
