"""O23: run-length masks stay masks, with holes, far pixels and the crowd flag."""

import json

import pytest

from labeling.regions import mask
from tests.factories.facts import make_project
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("declared", [False, True])
def test_masks_and_crowd_flags_survive_a_round_trip(declared) -> None:
    expected = json.loads(shared("cases/files/O23/expected.json").read_text())
    attributes = [{"id": "iscrowd", "kind": "boolean"}] if declared else []
    project = make_project(
        ontology={
            "fields": {"photo": {"type": "image"}},
            "labels": [
                {
                    "id": "m",
                    "on": "photo",
                    "kind": "mask",
                    "classes": [{"id": "crowd thing"}],
                    "attributes": attributes,
                }
            ],
        }
    )
    job = import_paths(
        project, shared("cases/files/O23/rle_coco.json"), shared("cases/files/O23/x.png")
    )
    assert job.state == "done", job.error
    regions = project.annotations.get().regions
    assert len(regions) == expected["one_object_each"]
    areas = [mask.KIND.area(region["geometry"]) for region in regions]
    assert areas == list(expected["pixel_area"].values())
    hole = expected["hole_pixel_of_2"]
    assert not mask.to_array(regions[1]["geometry"])[hole["row"], hole["col"]]
    annotations = json.loads(export_project(project, "coco").data)["annotations"]
    assert [a["iscrowd"] for a in annotations] == list(
        expected["iscrowd_after_round_trip"].values()
    )
    assert [a["bbox"] for a in annotations] == list(expected["bbox_from_mask"].values())
    assert annotations[0]["segmentation"]["counts"] == [26, 3, 5, 3, 5, 3, 35]
