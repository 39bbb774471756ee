"""O17: a huge image or archive from a tiny file is refused with its limit; the next one works."""

import time

import psutil
import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_files, import_paths
from tests.labeling.media.pictures import halves
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "said"), [("huge_1bit.png", "400,000,000 pixels"), ("ratio_bomb.zip", "200 times")]
)
def test_it_is_refused_with_the_limit_named_and_little_memory(name, said, tmp_path) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    process = psutil.Process()
    before, began = process.memory_info().rss, time.process_time()
    job = import_paths(project, shared(f"cases/files/O17/{name}"))
    assert job.state == "failed"
    assert said in job.error
    assert process.memory_info().rss - before < 300 << 20
    assert time.process_time() - began < 5
    halves().save(tmp_path / "next.png")
    assert import_files(project, ("next.png", tmp_path / "next.png")).state == "done"


def test_a_bomb_inside_an_archive_does_not_expand(tmp_path) -> None:
    import zipfile

    bomb = shared("cases/files/O17/ratio_bomb.zip")
    halves().save(tmp_path / "good.png")
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(bomb, "inner.zip")
        archive.write(tmp_path / "good.png", "good.png")
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, tmp_path / "outer.zip")
    assert job.state == "done"
    assert job.report["created"] == 1
    assert "200 times" in job.report["warnings"][0]["detail"]
