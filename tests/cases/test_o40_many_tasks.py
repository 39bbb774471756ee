"""O40: 40,000 tasks come in and go out in jobs, in chunks, while others label."""

import subprocess
import sys

import psutil
import pytest

from labeling.models import Role
from labeling.services import import_storage
from tests.factories.facts import make_annotation, make_member, make_project, make_task
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

COUNT = 40_000


@pytest.mark.slow
@pytest.mark.django_db
def test_no_limit_is_hit_and_memory_stays_flat(tmp_path) -> None:
    script = shared("cases/files/O40/make_40k.py")
    subprocess.run([sys.executable, script, str(COUNT)], cwd=tmp_path, check=True)
    project = make_project()
    before = psutil.Process().memory_info().rss
    job = import_paths(project, tmp_path / f"tasks_{COUNT}.jsonl")
    assert job.report["created"] == COUNT
    exported = export_project(project, "jsonl")
    with exported.path.open("rb") as lines:
        assert sum(1 for _ in lines) == COUNT
    assert psutil.Process().memory_info().rss - before < 300 << 20


@pytest.mark.django_db(transaction=True)
def test_others_label_between_two_chunks_of_an_import(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(import_storage, "CHUNK", 10)
    project = make_project()
    waiting = [make_task(project, f"first {i}") for i in range(3)]
    annotator = make_member(project, Role.ANNOTATOR)
    labelled: list[int] = []
    real = import_storage.TaskWriter.write

    def write(self, tasks) -> None:
        real(self, tasks)
        from django.db import connection

        assert not connection.in_atomic_block
        if waiting:
            labelled.append(make_annotation(waiting.pop(), annotator).pk)

    monkeypatch.setattr(import_storage.TaskWriter, "write", write)
    path = tmp_path / "a.txt"
    path.write_text("".join(f"row {i}\n" for i in range(40)))
    job = import_paths(project, path)
    assert job.report["created"] == 40
    assert len(labelled) == 3


@pytest.mark.django_db(transaction=True)
def test_an_import_that_fails_while_writing_is_taken_back(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(import_storage, "CHUNK", 10)
    project = make_project()
    kept = make_task(project, "was here")
    real = import_storage.TaskWriter.write
    seen: list[int] = []

    def write(self, tasks) -> None:
        if seen:
            raise RuntimeError("the disk is full")
        seen.append(1)
        real(self, tasks)

    monkeypatch.setattr(import_storage.TaskWriter, "write", write)
    path = tmp_path / "a.txt"
    path.write_text("".join(f"row {i}\n" for i in range(40)))
    job = import_paths(project, path)
    assert job.state == "failed"
    assert job.report["created"] == 0
    assert [task.pk for task in project.tasks.all()] == [kept.pk]
