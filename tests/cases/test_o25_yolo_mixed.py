"""O25: boxes and outlines in one YOLO file; an empty file says that nothing is there."""

import json

import pytest

from labeling.regions import polygon
from tests.factories.facts import make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_files, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
ONTOLOGY = {
    "fields": {"photo": {"type": "image"}},
    "labels": [
        {"id": "b", "on": "photo", "kind": "box", "classes": [{"id": "cat"}]},
        {"id": "p", "on": "photo", "kind": "polygon", "classes": [{"id": "dog"}]},
    ],
}


def test_each_line_is_read_as_what_it_is() -> None:
    expected = json.loads(shared("cases/files/O25/expected.json").read_text())["m.png"]
    project = make_project(ontology=ONTOLOGY)
    job = import_paths(project, shared("cases/files/O25/ds.zip"))
    assert job.state == "done", job.error
    mixed, background, unlabelled = project.tasks.order_by("pk")
    box, outline = mixed.annotations.get().regions
    assert [*box["geometry"].values()] == [*expected[0]["px"].values()]
    assert outline["geometry"]["rings"] == [expected[1]["px"]]
    assert polygon.KIND.area(outline["geometry"]) == expected[1]["area_px"]
    assert background.annotations.get().regions == []
    assert not unlabelled.annotations.exists()


def test_the_three_states_of_an_image_survive_a_round_trip() -> None:
    project = make_project(ontology=ONTOLOGY)
    import_paths(project, shared("cases/files/O25/ds.zip"))
    exported = export_project(project, "yolo", include_media=True)
    labels = {n: d for n, d in members_of(exported.path).items() if n.startswith("labels/")}
    assert set(labels) == {"labels/train/m.txt", "labels/train/bg.txt"}
    assert labels["labels/train/bg.txt"] == b""
    copy = make_project(ontology=ONTOLOGY)
    import_files(copy, ("ds.zip", exported.path))
    assert [task.annotation_count for task in copy.tasks.order_by("data")] == [
        task.annotation_count for task in project.tasks.order_by("data")
    ]
    assert copy.tasks.count() == 3
