"""O15: the original of a 16-bit image is kept byte for byte by an import."""

import pytest
from django.core.files.storage import default_storage

from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_paths
from tests.shared_data import shared


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["gray16_full.png", "gray12_in_16.png", "gray16.tif"])
def test_the_original_is_the_upload(name) -> None:
    path = shared(f"cases/files/O15/{name}")
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, path)
    assert job.state == "done", job.error
    asset = project.assets.get()
    assert (asset.width, asset.height) == (64, 16)
    assert default_storage.open(asset.path).read() == path.read_bytes()
