"""O14: size, boxes and exports are all in the frame of the upright image."""

import json

import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_annotation, make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared


@pytest.mark.django_db
def test_every_export_speaks_of_the_upright_image() -> None:
    expected = json.loads(shared("cases/files/O14/expected.json").read_text())["orient6.jpg"]
    project = make_project(ontology=IMAGE_ONTOLOGY)
    import_paths(project, shared("cases/files/O14/orient6.jpg"))
    asset = project.assets.get()
    assert [asset.width, asset.height] == expected["shown_size"]
    x, y, width, height = expected["red_block_bbox_in_shown_frame"]
    box = {"x": x, "y": y, "width": width, "height": height}
    make_annotation(
        project.tasks.get(),
        regions=[{"id": "r", "label": "object", "class": "car", "geometry": box}],
        answers={},
    )
    coco = json.loads(export_project(project, "coco").data)
    assert [coco["images"][0]["width"], coco["images"][0]["height"]] == [20, 40]
    assert coco["annotations"][0]["bbox"] == [x, y, width, height]
    yolo = members_of(export_project(project, "yolo").path)
    assert yolo["labels/orient6.txt"] == b"0 0.75 0.125 0.5 0.25\n"
    voc = members_of(export_project(project, "voc").path)["Annotations/orient6.xml"].decode()
    assert "<width>20</width>" in voc
    assert "<xmax>20</xmax>" in voc
    studio = json.loads(export_project(project, "label_studio").data)
    result = studio[0]["annotations"][0]["result"][0]
    assert (result["original_width"], result["value"]["x"]) == (20, 50.0)
