"""Exports: what is written, what is filtered, whose answers, with which media."""

import json

import pytest

from labeling.kernel.errors import BadInput, NotFound
from labeling.models import Gold, JobState, Role
from labeling.selectors.jobs import result_file
from labeling.services.exports import ExportRequest, describe_formats, start_export
from tests.factories.facts import (
    IMAGE_ONTOLOGY,
    make_access,
    make_annotation,
    make_prediction,
    make_project,
    make_task,
    make_user,
)
from tests.factories.formats import members_of
from tests.factories.moving import export_project, finish, import_files, owner_access
from tests.labeling.media.pictures import halves

pytestmark = pytest.mark.django_db


def rows(data: bytes) -> list[dict]:
    return [json.loads(line) for line in data.decode().splitlines()]


def test_the_native_export_holds_everything_and_imports_to_the_same_bytes() -> None:
    project = make_project()
    task = make_task(
        project, "Ann has a car 🚗", overlap=2, external_id="x1", meta={"n": 2**60 + 1}
    )
    make_annotation(
        task,
        make_user("ann"),
        regions=[
            {"id": "r1", "label": "mention", "class": "car", "geometry": {"start": 10, "end": 13}}
        ],
        answers={"mood": "pos", "note": "line\r\nbreak"},
    )
    make_prediction(task, "m1", score=0.1 + 0.2, answers={"mood": "neg"})
    Gold.objects.create(task=task, answers={"mood": "pos"})
    make_task(project, "second")
    first = export_project(project, "jsonl")
    copy = make_project()
    job = import_files(copy, ("tasks.jsonl", first.path))
    assert job.state == JobState.DONE, job.error
    assert job.report["warnings"] == []
    assert export_project(copy, "jsonl").data == first.data
    assert str(2**60 + 1).encode() in first.data


def test_known_answers_leave_only_with_those_who_may_know_them() -> None:
    project = make_project()
    Gold.objects.create(task=make_task(project), answers={"mood": "pos"})
    access = make_access(project, Role.VIEWER)
    job = finish(start_export(access=access, request=ExportRequest("jsonl")))
    path = result_file(job)
    assert path is not None
    assert "gold" not in rows(path.read_bytes())[0]
    assert "gold" in rows(export_project(project, "jsonl").data)[0]


def test_a_filter_chooses_tasks() -> None:
    project = make_project()
    done = make_task(project, "done")
    make_annotation(done)
    make_task(project, "open")
    exported = export_project(project, "jsonl", filter='state = "done"')
    assert [row["data"]["text"] for row in rows(exported.data)] == ["done"]
    assert exported.job.report["tasks"] == 1


def test_a_bad_filter_is_refused_at_once() -> None:
    project = make_project()
    with pytest.raises(BadInput):
        start_export(access=owner_access(project), request=ExportRequest("jsonl", "state ="))


def test_unknown_formats_and_sources_are_refused_with_the_known_ones() -> None:
    access = owner_access(make_project())
    with pytest.raises(NotFound, match="jsonl"):
        start_export(access=access, request=ExportRequest("xlsx"))
    with pytest.raises(NotFound, match="annotations"):
        start_export(access=access, request=ExportRequest("jsonl", source="rumours"))


def test_a_format_that_does_not_fit_is_refused_with_the_reason() -> None:
    access = owner_access(make_project())
    with pytest.raises(BadInput, match="no images"):
        start_export(access=access, request=ExportRequest("coco"))


def test_predictions_of_the_selected_version_can_be_the_source() -> None:
    project = make_project(name="p")
    task = make_task(project)
    make_prediction(task, "m1", answers={"mood": "neg"})
    make_prediction(task, "m2", answers={"mood": "pos"})
    project.model_version = "m2"
    project.save()
    [row] = rows(export_project(project, "jsonl", source="predictions").data)
    assert [a["answers"] for a in row["annotations"]] == [{"mood": "pos"}]
    assert row["annotations"][0]["annotator"] == "m2"


def test_media_are_packed_once_under_their_names_and_import_again(tmp_path) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    halves().save(tmp_path / "a.png")
    import_files(project, ("x/a.png", tmp_path / "a.png"))
    exported = export_project(project, "jsonl", include_media=True)
    members = members_of(exported.path)
    assert set(members) == {"tasks.jsonl", "media/x/a.png"}
    assert members["media/x/a.png"] == (tmp_path / "a.png").read_bytes()
    copy = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_files(copy, ("e.zip", exported.path))
    assert job.state == JobState.DONE, job.error
    assert export_project(copy, "jsonl").data == members["tasks.jsonl"]


def test_without_media_an_export_imports_where_the_files_are_known(tmp_path) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    halves().save(tmp_path / "a.png")
    import_files(project, ("a.png", tmp_path / "a.png"))
    exported = export_project(project, "jsonl")
    job = import_files(project, ("e.jsonl", exported.path))
    assert job.state == JobState.DONE, job.error
    assert project.tasks.count() == 2
    other = import_files(make_project(ontology=IMAGE_ONTOLOGY), ("e.jsonl", exported.path))
    assert "neither in the upload nor in the project" in other.error


def test_many_chunks_come_out_in_order_with_a_constant_number_of_queries_each(
    django_assert_max_num_queries,
) -> None:
    project = make_project()
    import_files(project, ("a.txt", "".join(f"row {i}\n" for i in range(1201))))
    with django_assert_max_num_queries(60):
        exported = export_project(project, "jsonl")
    assert [row["data"]["text"] for row in rows(exported.data)] == [f"row {i}" for i in range(1201)]


def test_what_is_left_out_is_counted_in_the_report() -> None:
    project = make_project()
    task = make_task(project, "New York City", overlap=1)
    spans = [(0, 13), (4, 8)]
    make_annotation(
        task,
        regions=[
            {"id": f"r{i}", "label": "mention", "class": "car", "geometry": {"start": a, "end": b}}
            for i, (a, b) in enumerate(spans)
        ],
    )
    report = export_project(project, "conll").job.report
    assert report["failed"] == 1
    assert "'York' at 4" in report["problems"][0]["detail"]


def test_formats_say_whether_they_fit_and_what_they_lose() -> None:
    said = {item["id"]: item for item in describe_formats(make_project())}
    assert said["jsonl"]["available"]
    assert said["jsonl"]["losses"] == []
    assert not said["yolo"]["available"]
    assert said["yolo"]["why_not"]["code"] == "no_images"
    lost = next(loss for loss in said["conll"]["losses"] if loss["code"] == "labels")
    assert {"name": "mood", "kind": "choice"} in lost["params"]["labels"]
    assert "mood (choice)" in lost["detail"]
