"""O19: accents, CJK, blanks, # and % in names are the same for images and labels."""

import json
import unicodedata

import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_annotation, make_project
from tests.factories.formats import members_of
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


def test_stems_of_images_and_labels_are_the_uploaded_ones() -> None:
    widths = json.loads(shared("cases/files/O19/expected.json").read_text())["widths"]
    project = make_project(ontology=IMAGE_ONTOLOGY, settings={"allow_empty": True})
    job = import_paths(project, shared("cases/files/O19/names.zip"))
    assert job.report["created"] == 5
    for task in project.tasks.all():
        make_annotation(task, regions=[], answers={})
    found = {asset.name: asset.width for asset in project.assets.all()}
    assert {nfc(k): v for k, v in found.items()} == {nfc(k): v for k, v in widths.items()}
    for format_id, image_folder, label_folder in (
        ("yolo", "images/", "labels/"),
        ("voc", "JPEGImages/", "Annotations/"),
    ):
        names = members_of(export_project(project, format_id, include_media=True).path)
        images = {n.removeprefix(image_folder)[:-4] for n in names if n.startswith(image_folder)}
        labels = {n.removeprefix(label_folder)[:-4] for n in names if n.startswith(label_folder)}
        assert images == labels
        assert {nfc(stem) for stem in images} == {nfc(name[:-4]) for name in widths}


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
