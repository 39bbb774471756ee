"""Ontologies and proposals for tests of the pure core."""

from typing import Any

from active_learning.prelabelers.composing import Source
from active_learning.prelabelers.placing import Place
from active_learning.prelabelers.wrapping import Wrap
from labeling.ontology.schema import Ontology, parse_ontology


def ontology(kind: str = "span", classes: tuple[str, ...] = ("person", "place")) -> Ontology:
    """One question, `it`, about one field, `field`."""
    on = {"span": "text", "choice": "text", "multichoice": "text", "number": "text"}
    label: dict[str, Any] = {"id": "it", "on": "field", "kind": kind}
    if classes:
        label["classes"] = [{"id": one} for one in classes]
    return parse_ontology({"fields": {"field": {"type": on.get(kind, "image")}}, "labels": [label]})


def source(name: str = "a", wrap: Wrap | None = None, least: float = 0.0, **classes: str) -> Source:
    """A source whose own classes stand for ours as said."""
    return Source(name, [Place("it", classes)], wrap or Wrap(), least)


def span(name: str, start: int, end: int, score: float = 0.5) -> dict[str, Any]:
    """A raw proposal."""
    place = {"start": start, "end": end}
    return {"kind": "span", "name": name, "score": score, "geometry": place}
