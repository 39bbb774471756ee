"""O50: entries that lead out of an archive are refused by name, links are not followed."""

from pathlib import Path

import pytest
from django.conf import settings

from labeling.formats.names import fault_of_name, safe_name
from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_paths, texts
from tests.shared_data import shared


@pytest.mark.django_db
def test_only_the_harmless_entry_comes_in_and_nothing_is_written_outside(tmp_path) -> None:
    before = set(Path("/tmp").glob("evil_*"))
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, shared("cases/files/O50/slip.zip"))
    assert job.state == "done", job.error
    assert [photo["name"] for photo in texts(project, "photo")] == ["ok.png"]
    said = {w["file"]: w["detail"] for w in job.report["warnings"]}
    assert len(said) == 6
    assert "links are not followed" in said["link.png"]
    assert set(Path("/tmp").glob("evil_*")) == before
    assert not list(Path(settings.PENUMBRA_DATA).rglob("evil_*"))


@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/etc/x", "..\\x", "C:\\x", "C:x", "a\x00b", "a\nb", ""]
)
def test_such_names_are_refused(name) -> None:
    assert fault_of_name(name)


@pytest.mark.parametrize(
    "name", ["a/b.png", "..a/b", "a..b", "北京 #3.png", "100% + ok.png", "~/x"]
)
def test_such_names_are_kept(name) -> None:
    assert not fault_of_name(name)


def test_names_of_local_paths_never_leave_the_folder_they_are_written_to() -> None:
    for line in shared("cases/files/O50/local_paths.txt").read_text().splitlines():
        name = safe_name(line)
        assert not name.startswith("/")
        assert ".." not in name.split("/")


@pytest.mark.django_db
def test_a_path_in_a_table_names_no_file_of_this_machine(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("photo\n/etc/hostname\n../../etc/hostname\n")
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, tmp_path / "t.csv")
    assert job.state == "failed"
    assert all("neither in the upload" in p["detail"] for p in job.report["problems"])
    assert not project.assets.exists()
