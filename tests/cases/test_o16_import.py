"""O16: broken images are named, and the good ones come in when that is asked."""

import json

import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_paths, texts
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("on_error", ["fail", "skip"])
def test_broken_images_are_reported_by_name(on_error) -> None:
    expected = json.loads(shared("cases/files/O16/expected.json").read_text())
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, shared("cases/files/O16/mixed.zip"), on_error=on_error)
    assert [p["file"] for p in job.report["problems"]] == expected["reported_by_name"]
    if on_error == "fail":
        assert job.state == "failed"
        assert not project.tasks.exists()
        assert not project.assets.exists()
    else:
        assert job.state == "done"
        assert [photo["name"] for photo in texts(project, "photo")] == expected["imported"]
