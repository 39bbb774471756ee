"""O26: boxes that Label Studio turned on a wide image stay rigid in every format."""

import json

import pytest

from labeling.regions import rotated_box
from tests.factories.facts import make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

ONTOLOGY = {
    "fields": {"image": {"type": "image"}},
    "labels": [{"id": "l", "on": "image", "kind": "rotated_box", "classes": [{"id": "box"}]}],
}


@pytest.fixture
def project(db):
    project = make_project(ontology=ONTOLOGY)
    job = import_paths(
        project, shared("cases/files/O26/task.json"), shared("cases/files/O26/wide.png")
    )
    assert job.state == "done", job.error
    return project


@pytest.fixture
def expected():
    return json.loads(shared("cases/files/O26/expected.json").read_text())


def test_corners_are_those_of_a_turn_in_pixels(project, expected) -> None:
    for region in project.annotations.get().regions:
        corners = [list(corner) for corner in rotated_box.corners(region["geometry"])]
        wanted = expected[region["id"]]["corners_px"]
        for corner, right in zip(corners, wanted, strict=True):
            assert corner == pytest.approx(right, abs=1e-3)


def test_yolo_and_coco_write_the_box_around_it(project, expected) -> None:
    members = members_of(export_project(project, "yolo").path)
    lines = members["labels/wide.txt"].decode().splitlines()
    for line, name in zip(lines, ("r0", "r90", "r30"), strict=True):
        numbers = [float(word) for word in line.split()[1:]]
        assert numbers == pytest.approx(expected[name]["yolo_xywh"], abs=1e-6)
    assert lines[1] == "0 0.35 0.5 0.1 0.6"
    coco = json.loads(export_project(project, "coco").data)
    assert coco["annotations"][1]["bbox"] == pytest.approx(expected["coco_bbox_r90"])


def test_yolo_obb_writes_the_corners(project, expected) -> None:
    lines = members_of(export_project(project, "yolo_obb").path)["labels/wide.txt"]
    for line, name in zip(lines.decode().splitlines(), ("r0", "r90", "r30"), strict=True):
        numbers = [float(word) for word in line.split()[1:]]
        flat = [value for corner in expected[name]["obb_norm"] for value in corner]
        assert numbers == pytest.approx(flat, abs=1e-6)


def test_label_studio_gets_its_own_numbers_back(project) -> None:
    [task] = json.loads(shared("cases/files/O26/task.json").read_text())
    [exported] = json.loads(export_project(project, "label_studio").data)
    for before, after in zip(
        task["annotations"][0]["result"], exported["annotations"][0]["result"], strict=True
    ):
        for key in ("x", "y", "width", "height", "rotation"):
            assert after["value"][key] == pytest.approx(before["value"][key], abs=1e-9)
