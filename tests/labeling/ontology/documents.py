"""Ontology documents and annotations that the tests share."""

from labeling.ontology import parse_ontology
from labeling.regions.kind import Bounds


def a_document() -> dict:
    """The contract's example: an image, a caption, boxes, spans, a choice, a relation."""
    return {
        "fields": {"photo": {"type": "image"}, "caption": {"type": "text"}},
        "labels": [
            {
                "id": "object",
                "on": "photo",
                "kind": "box",
                "classes": [
                    {
                        "id": "car",
                        "name": "Car",
                        "color": "#e4572e",
                        "hotkey": "c",
                        "attributes": [{"id": "parked", "kind": "boolean"}],
                    },
                    {"id": "person", "name": "Person"},
                ],
            },
            {"id": "mention", "on": "caption", "kind": "span", "classes": [{"id": "car"}]},
            {
                "id": "usable",
                "on": "photo",
                "kind": "choice",
                "required": True,
                "classes": [{"id": "yes"}, {"id": "no"}],
            },
        ],
        "relations": [{"id": "same_thing", "from": "mention", "to": "object", "directed": False}],
    }


def an_ontology(*labels: dict, relations: tuple[dict, ...] = ()):
    """An ontology over a text and an image field with these labels."""
    fields = {"text": {"type": "text"}, "image": {"type": "image"}}
    return parse_ontology({"fields": fields, "labels": list(labels), "relations": list(relations)})


FACTS = {"photo": Bounds(width=640, height=480), "caption": Bounds(text="a red 💩 car stands")}


def an_annotation() -> dict:
    """A sound annotation of the contract's example."""
    return {
        "regions": [
            {
                "id": "r1",
                "label": "object",
                "class": "car",
                "geometry": {"x": 1, "y": 2, "width": 30.5, "height": 20},
                "attributes": {"parked": True},
            },
            {"id": "r2", "label": "mention", "class": "car", "geometry": {"start": 8, "end": 11}},
        ],
        "relations": [{"id": "l1", "label": "same_thing", "from": "r2", "to": "r1"}],
        "answers": {"usable": "yes"},
    }
