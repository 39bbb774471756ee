"""O20: by-products of Finder are no images; an archive inside is expanded once."""

import io
import zipfile

import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_paths, texts
from tests.labeling.media.pictures import halves
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "names"),
    [("finder.zip", ["a.png", "b.jpg"]), ("nested.zip", ["inner/c.png", "d.png"])],
)
def test_only_the_pictures_become_tasks(name, names) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, shared(f"cases/files/O20/{name}"))
    assert job.state == "done", job.error
    assert [photo["name"] for photo in texts(project, "photo")] == names


def test_a_third_level_is_reported_not_opened(tmp_path) -> None:
    picture = io.BytesIO()
    halves().save(picture, "PNG")
    data = packed({"deep.png": picture.getvalue()})
    data = packed({"level2.zip": data, "two.png": picture.getvalue()})
    path = tmp_path / "outer.zip"
    path.write_bytes(packed({"level1.zip": data, "one.png": picture.getvalue()}))
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, path)
    assert sorted(photo["name"] for photo in texts(project, "photo")) == [
        "level1/two.png",
        "one.png",
    ]
    assert any("inside an archive inside" in w["detail"] for w in job.report["warnings"])


def packed(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()
