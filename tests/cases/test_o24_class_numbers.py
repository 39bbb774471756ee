"""O24: YOLO class numbers follow the configuration, or its category numbers."""

import json

import pytest

from labeling.ontology import parse_ontology
from labeling.ontology.readers import read_ontology
from tests.shared_data import shared


@pytest.mark.parametrize("name", ["label_config.xml", "label_config_category.xml"])
def test_yolo_numbers_follow_the_configuration(name):
    expected = json.loads(shared("cases/files/O24/expected.json").read_text(encoding="utf-8"))
    text = shared(f"cases/files/O24/{name}").read_text(encoding="utf-8")
    label = parse_ontology(read_ontology(text).document).label("l")
    found = [item.id for item in label.numbered_classes()]
    assert found == expected[name]["classes.txt"]
