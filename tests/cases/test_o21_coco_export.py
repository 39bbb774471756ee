"""O21: category numbers come from the ontology, unused ones too; no path of ours gets out."""

import json

import pytest

from labeling.ontology.readers.detect import read_ontology
from tests.factories.facts import make_project
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


def test_a_round_trip_keeps_numbers_floats_and_relative_names() -> None:
    expected = json.loads(shared("cases/files/O21/expected.json").read_text())
    config = shared("cases/files/O21/label_config.xml").read_text()
    project = make_project(ontology=read_ontology(config).document)
    job = import_paths(
        project, shared("cases/files/O21/sparse_coco.json"), shared("cases/files/O21/x.png")
    )
    assert job.state == "done", job.error
    text = export_project(project, "coco").data
    coco = json.loads(text)
    categories = {item["name"]: item["id"] for item in coco["categories"]}
    assert categories == expected["export_categories"]
    assert all(type(number) is int for number in categories.values())
    first, second = coco["annotations"]
    assert (first["category_id"], second["category_id"]) == (3, 90)
    assert second["bbox"] == expected["bbox_502"]
    assert second["area"] == expected["area_502"]
    assert coco["images"][0]["file_name"] == "x.png"
    assert b"/tmp" not in text


def test_numbers_begin_at_one_when_the_ontology_says_none() -> None:
    project = make_project(
        ontology={
            "fields": {"photo": {"type": "image"}},
            "labels": [
                {"id": "b", "on": "photo", "kind": "box", "classes": [{"id": "x"}, {"id": "y"}]}
            ],
        }
    )
    coco = json.loads(export_project(project, "coco").data)
    assert [(c["id"], c["name"]) for c in coco["categories"]] == [(1, "x"), (2, "y")]
