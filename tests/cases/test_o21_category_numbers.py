"""O21: category numbers of a configuration stay as they are."""

import json

from labeling.ontology import parse_ontology
from labeling.ontology.readers import read_ontology
from tests.shared_data import shared


def label_of(relative):
    text = shared(f"cases/files/{relative}").read_text(encoding="utf-8")
    return parse_ontology(read_ontology(text).document).label("l")


def test_coco_numbers_are_kept_as_whole_numbers():
    expected = json.loads(shared("cases/files/O21/expected.json").read_text(encoding="utf-8"))
    found = {item.id: item.coco_id for item in label_of("O21/label_config.xml").classes}
    assert found == expected["export_categories"]
