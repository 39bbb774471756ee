"""What is written is read back as the same ontology, as far as Label Studio can say it."""

import pytest

from labeling.ontology.readers.label_studio.config import read_label_studio
from labeling.ontology.readers.result import Losses
from labeling.ontology.schema import parse_ontology
from labeling.ontology.writers.label_studio import write_label_studio


def label(kind: str, on: str, **more: object) -> dict:
    classes = [{"id": "p", "name": "Person & <dog>"}, {"id": "c", "name": "c"}]
    return {"id": kind, "kind": kind, "on": on, "classes": classes, **more}


FIELDS = {"photo": {"type": "image"}, "text": {"type": "text"}, "cloud": {"type": "pointcloud"}}
LABELS = [
    label("box", "photo"),
    label("polygon", "photo"),
    label("span", "text"),
    label("choice", "text"),
    label("multichoice", "text"),
    {"id": "stars", "kind": "rating", "on": "text", "min": 1, "max": 7},
    {"id": "note", "kind": "textarea", "on": "text"},
]


def test_labels_and_classes_come_back() -> None:
    ontology = parse_ontology({"fields": FIELDS, "labels": LABELS})
    back = parse_ontology(read_label_studio(write_label_studio(ontology), Losses()))
    assert [(one.id, one.kind, one.on) for one in back.labels] == [
        (one.id, one.kind, one.on) for one in ontology.labels
    ]
    assert [one.id for one in back.labels[0].classes] == ["p", "c"]
    assert back.labels[5].max == 7


@pytest.mark.parametrize("kind", ["cuboid"])
def test_what_label_studio_cannot_say_is_left_out(kind: str) -> None:
    ontology = parse_ontology({"fields": FIELDS, "labels": [label(kind, "cloud")]})
    assert "cuboid" not in write_label_studio(ontology)
