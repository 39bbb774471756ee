"""O27: VOC numbers stay as they are in a round trip, and so do the flags."""

import json
from xml.etree import ElementTree

import pytest

from tests.factories.facts import make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
NAMES = ["full frame", "float", "zero based"]
ATTRIBUTES = [
    {"id": "difficult", "kind": "boolean"},
    {"id": "occluded", "kind": "boolean"},
    {"id": "pose", "kind": "text"},
]


def boxes(text: str) -> dict[str, list[float]]:
    return {
        entry.findtext("name"): [
            float(entry.findtext(f"bndbox/{key}")) for key in ("xmin", "ymin", "xmax", "ymax")
        ]
        for entry in ElementTree.fromstring(text).iter("object")
    }


@pytest.mark.parametrize("declared", [False, True])
def test_numbers_and_flags_survive_a_round_trip(declared) -> None:
    expected = json.loads(shared("cases/files/O27/expected.json").read_text())
    project = make_project(
        ontology={
            "fields": {"photo": {"type": "image"}},
            "labels": [
                {
                    "id": "b",
                    "on": "photo",
                    "kind": "box",
                    "classes": [{"id": name} for name in NAMES],
                    "attributes": ATTRIBUTES if declared else [],
                }
            ],
        }
    )
    path = shared("cases/files/O27/full.xml")
    job = import_paths(project, path, shared("cases/files/O27/full.png"))
    assert job.state == "done", job.error
    regions = project.annotations.get().regions
    assert [*regions[0]["geometry"].values()] == expected["if_plain_0_based"]["full frame"]
    for region in regions:
        x, y, width, height = region["geometry"].values()
        assert x >= 0 and y >= 0 and x + width <= 200 and y + height <= 100
    text = members_of(export_project(project, "voc").path)["Annotations/full.xml"].decode()
    assert boxes(text) == boxes(path.read_text())
    first = next(ElementTree.fromstring(text).iter("object"))
    for key, value in expected["attributes_kept"].items():
        assert first.findtext(key) == str(value)
