"""O24: YOLO's class numbers follow the ontology, not the alphabet and not use."""

import json

import pytest

from labeling.ontology.readers.detect import read_ontology
from tests.factories.facts import make_annotation, make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("config", "class_id", "number"),
    [("label_config.xml", "Zebra", "3"), ("label_config_category.xml", "vest_off", "2")],
)
def test_classes_stand_in_the_order_of_the_configuration(config, class_id, number) -> None:
    expected = json.loads(shared("cases/files/O24/expected.json").read_text())[config]
    text = shared(f"cases/files/O24/{config}").read_text()
    project = make_project(ontology=read_ontology(text).document)
    import_paths(project, shared("cases/files/O24/x.png"))
    box = {"x": 1, "y": 1, "width": 4, "height": 4}
    make_annotation(
        project.tasks.get(),
        regions=[{"id": "r", "label": "l", "class": class_id, "geometry": box}],
        answers={},
    )
    members = members_of(export_project(project, "yolo").path)
    assert members["classes.txt"].decode().splitlines() == expected["classes.txt"]
    assert members["labels/x.txt"].decode().split(" ")[0] == number
    assert f"{number}: {class_id}" in members["data.yaml"].decode()
