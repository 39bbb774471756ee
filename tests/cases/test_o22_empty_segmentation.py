"""O22: boxes with an empty, missing or useless segmentation are boxes; category 0 is a category."""

import json

import pytest

from labeling.ontology.schema import parse_ontology
from tests.factories.formats import read_paths
from tests.shared_data import shared


@pytest.mark.parametrize("with_polygons", [False, True])
def test_five_boxes_and_one_warning(with_polygons) -> None:
    kinds = ["polygon", "box"] if with_polygons else ["box"]
    ontology = parse_ontology(
        {
            "fields": {"photo": {"type": "image"}},
            "labels": [
                {"id": kind, "on": "photo", "kind": kind, "classes": [{"id": "bird"}]}
                for kind in kinds
            ],
        }
    )
    expected = json.loads(shared("cases/files/O22/expected.json").read_text())
    read = read_paths(
        "coco",
        shared("cases/files/O22/seg_empty_coco.json"),
        shared("cases/files/O22/x.png"),
        ontology=ontology,
    )
    assert read.problems == []
    regions = read.tasks[0].annotations[0].content.regions
    assert [list(region["geometry"].values()) for region in regions] == expected["rectangles"]
    assert {region["class"] for region in regions} == {"bird"}
    [warning] = read.warnings
    assert "annotation 5" in warning.detail
    assert "2 points" in warning.detail
