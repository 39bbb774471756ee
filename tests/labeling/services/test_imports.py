"""Imports: all or nothing, duplicates, annotators, predictions, media, and what is told."""

import json

import pytest

from labeling.events import TasksCreated
from labeling.models import Asset, JobState, Prediction, TaskLabel, TaskState, Upload, User
from tests.factories.facts import IMAGE_ONTOLOGY, make_project, make_user
from tests.factories.moving import import_files, owner_access, texts
from tests.labeling.media.pictures import halves

pytestmark = pytest.mark.django_db


def lines(*items: object) -> str:
    return "".join(json.dumps(item) + "\n" for item in items)


def png(folder) -> bytes:
    halves(30, 20).save(folder / "a.png")
    return (folder / "a.png").read_bytes()


def annotated(text: str, **answers: object) -> dict[str, object]:
    return {"data": {"text": text}, "annotations": [{"answers": answers}]}


def test_a_good_file_creates_its_tasks_in_order() -> None:
    project = make_project()
    job = import_files(project, ("a.jsonl", lines({"text": "one"}, {"text": "two"})))
    assert job.state == JobState.DONE, job.error
    assert job.report["created"] == 2
    assert texts(project) == ["one", "two"]
    assert not Upload.objects.exists()


def test_one_bad_line_creates_nothing_and_is_named() -> None:
    project = make_project()
    job = import_files(project, ("a.jsonl", lines({"text": "one"}, {"text": 5}, {"text": "x"})))
    assert job.state == JobState.FAILED
    assert not project.tasks.exists()
    assert job.report["problems"] == [
        {"file": "a.jsonl", "line": 2, "pointer": "/text", "detail": "A text is a string."}
    ]
    assert "line 2" in job.error


def test_bad_lines_can_be_skipped_and_are_reported() -> None:
    project = make_project()
    job = import_files(
        project, ("a.jsonl", lines({"text": "one"}, {"text": 5}, {"text": "x"})), on_error="skip"
    )
    assert job.state == JobState.DONE
    assert (job.report["created"], job.report["failed"]) == (2, 1)
    assert texts(project) == ["one", "x"]


def test_tasks_with_a_known_external_id_are_skipped_and_told() -> None:
    project = make_project()
    first = lines({"data": {"text": "a"}, "external_id": "1"})
    import_files(project, ("a.jsonl", first))
    job = import_files(
        project, ("b.jsonl", first + lines({"data": {"text": "b"}, "external_id": 2}))
    )
    assert (job.report["created"], job.report["skipped"]) == (1, 1)
    assert "'1' is in the project already" in job.report["warnings"][0]["detail"]
    assert texts(project) == ["a", "b"]


def test_an_external_id_twice_in_one_file_is_a_problem_with_both_lines() -> None:
    project = make_project()
    twice = {"data": {"text": "a"}, "external_id": "x"}
    job = import_files(project, ("a.jsonl", lines(twice, {"text": "b"}, twice)))
    assert job.state == JobState.FAILED
    assert job.report["problems"][0]["line"] == 3
    assert "line 1" in job.report["problems"][0]["detail"]
    assert not project.tasks.exists()


def test_annotations_fill_places_states_and_label_facts() -> None:
    project = make_project(settings={"overlap": 2})
    job = import_files(
        project,
        (
            "a.jsonl",
            lines(
                {
                    "data": {"text": "both"},
                    "annotations": [
                        {"annotator": "ann", "answers": {"mood": "pos"}},
                        {"annotator": "bob", "answers": {"mood": "neg"}},
                    ],
                },
                annotated("one", mood="pos"),
                {"text": "none"},
            ),
        ),
    )
    assert job.state == JobState.DONE, job.error
    both, one, none = project.tasks.order_by("pk")
    assert (both.state, both.open_places, both.annotation_count) == (TaskState.DONE, 0, 2)
    assert (one.state, one.open_places) == (TaskState.IN_PROGRESS, 1)
    assert (none.state, none.open_places) == (TaskState.OPEN, 2)
    facts = set(TaskLabel.objects.filter(task=both).values_list("label", "value"))
    assert facts == {("mood", "pos"), ("mood", "neg")}


def test_unknown_annotators_become_accounts_that_cannot_sign_in() -> None:
    project = make_project()
    known = make_user("known")
    job = import_files(
        project,
        (
            "a.jsonl",
            lines(
                {
                    "data": {"text": "a"},
                    "annotations": [
                        {"annotator": "known", "answers": {"mood": "pos"}},
                        {"annotator": "far away", "answers": {"mood": "pos"}},
                        {"answers": {"mood": "neg"}},
                    ],
                }
            ),
        ),
    )
    assert job.state == JobState.DONE, job.error
    annotators = [a.annotator for a in project.annotations.order_by("pk")]
    stranger = User.objects.get(username="far_away")
    assert annotators == [known, stranger, owner_access(project).user]
    assert not stranger.is_active
    assert not stranger.has_usable_password()
    assert "far_away" in job.report["warnings"][0]["detail"]


def test_a_failed_import_makes_no_accounts() -> None:
    project = make_project()
    bad = {"data": {"text": "a"}, "annotations": [{"annotator": "new", "answers": {"mood": "?"}}]}
    job = import_files(project, ("a.jsonl", lines(bad)))
    assert job.state == JobState.FAILED
    assert "no class '?'" in job.error
    assert job.report["problems"][0]["pointer"] == "/annotations/0/answers/mood"
    assert not User.objects.filter(username="new").exists()


def test_the_first_model_version_is_shown_and_exact_duplicates_are_kept_once() -> None:
    project = make_project()
    said = {"model_version": "m1", "score": "0.5", "answers": {"mood": "pos"}}
    other = {"model_version": "m2", "score": 0.9, "answers": {"mood": "neg"}}
    job = import_files(
        project, ("a.jsonl", lines({"data": {"text": "a"}, "predictions": [said, said, other]}))
    )
    assert job.state == JobState.DONE, job.error
    task = project.tasks.get()
    project.refresh_from_db()
    assert project.model_version == "m1"
    assert (task.prediction_count, task.score, task.predicted) == (2, 0.5, {"mood": "pos"})
    assert Prediction.objects.filter(task=task).count() == 2


def test_what_no_database_keeps_is_refused_with_its_place() -> None:
    project = make_project()
    job = import_files(
        project,
        (
            "a.jsonl",
            '{"text": "a\\u0000b"}\n{"text": "\\ud800"}\n{"text": "b", "x": {"y": "\\u0000"}}\n',
        ),
    )
    assert job.state == JobState.FAILED
    details = [problem["detail"] for problem in job.report["problems"]]
    assert "NUL" in details[0]
    assert "surrogate" in details[1]
    assert "/x/y holds a NUL" in details[2]


def test_a_backslash_before_u0000_is_just_text() -> None:
    project = make_project()
    import_files(project, ("a.jsonl", lines({"text": r"C:\u0000 tools"})))
    assert texts(project) == [r"C:\u0000 tools"]


def test_an_unknown_format_says_which_are_known() -> None:
    project = make_project()
    job = import_files(project, ("a.unheard", b"\x00\x01\x02\x03" * 100))
    assert job.state == JobState.FAILED
    assert "not recognised" in job.error


def test_images_become_assets_once_and_tasks_refer_to_them(tmp_path) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    picture = png(tmp_path)
    job = import_files(project, ("a.png", picture), ("b/a.png", picture))
    assert job.state == JobState.DONE, job.error
    asset = Asset.objects.get()
    assert (asset.width, asset.height, asset.kind) == (30, 20, "image")
    assert [
        data["photo"] for data in project.tasks.order_by("pk").values_list("data", flat=True)
    ] == [
        {"asset": asset.pk, "name": "a.png"},
        {"asset": asset.pk, "name": "b/a.png"},
    ]


def test_a_failed_import_keeps_no_assets(tmp_path) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    picture = png(tmp_path)
    job = import_files(project, ("a.png", picture), ("b.png", b"no picture"))
    assert job.state == JobState.FAILED
    assert "b.png" in job.error
    assert not Asset.objects.exists()
    assert not project.tasks.exists()


def test_success_is_told_to_upper_floors_and_to_the_event_log(
    monkeypatch, django_capture_on_commit_callbacks
) -> None:
    told: list[object] = []
    monkeypatch.setattr("labeling.services.imports.emit", told.append)
    project = make_project()
    job = import_files(project, ("a.jsonl", lines({"text": "one"})))
    assert told == [TasksCreated(project.pk, 1, job.pk)]
    assert project.events.filter(type="import").get().data == {"created": 1}
