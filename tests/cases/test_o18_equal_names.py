"""O18: equal names in different folders, and dots in stems, never overwrite each other."""

import json

import pytest

from tests.factories.facts import make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

ONTOLOGY = {
    "fields": {"photo": {"type": "image"}},
    "labels": [{"id": "b", "on": "photo", "kind": "box", "classes": [{"id": "thing"}]}],
}


@pytest.fixture
def project(db):
    project = make_project(ontology=ONTOLOGY)
    job = import_paths(
        project,
        shared("cases/files/O18/same_names.zip"),
        shared("cases/files/O18/same_names_coco.json"),
    )
    assert job.state == "done", job.error
    return project


def stem(name: str) -> str:
    return name.split("/", 1)[1].rsplit(".", 1)[0]


def test_yolo_pairs_every_image_with_its_own_label_file(project) -> None:
    expected = json.loads(shared("cases/files/O18/expected.json").read_text())["yolo_export"]
    members = members_of(export_project(project, "yolo", include_media=True).path)
    images = {stem(n): n for n in members if n.startswith("images/")}
    labels = {stem(n): members[n].decode().strip() for n in members if n.startswith("labels/")}
    assert len(images) == expected["image_files"]
    assert images.keys() == labels.keys()
    named = {
        images[key].removeprefix("images/").replace("001-png.png", "001.png"): line
        for key, line in labels.items()
    }
    assert named == expected["lines"]


def test_voc_and_coco_keep_all_four_apart(project) -> None:
    voc = members_of(export_project(project, "voc", include_media=True).path)
    assert sum(name.endswith(".xml") for name in voc) == 4
    assert sum(name.startswith("JPEGImages/") for name in voc) == 4
    coco = json.loads(export_project(project, "coco").data)
    assert [image["file_name"] for image in coco["images"]] == [
        "a/001.jpg",
        "b/001.jpg",
        "b/001.png",
        "b/scan.rgb.jpg",
    ]
