"""One answer to many tasks: annotations like any others, and taken back together."""

from typing import Any

import pytest

from labeling.models import Annotation, AnnotationRevision, Draft, Event, Project, Role, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_tasks

pytestmark = pytest.mark.django_db


def label(client: ApiClient, project: Project, tasks: list[Task], **change: Any) -> Any:
    body = {"ids": [str(task.pk) for task in tasks], "label": "mood", "class": "pos"} | change
    return client.post(f"/api/projects/{project.pk}/annotations/bulk/", body)


def annotator(project: Project) -> ApiClient:
    return ApiClient(make_member(project))


def test_every_task_gets_an_annotation_of_the_person_with_history() -> None:
    project = make_project()
    tasks = make_tasks(project, 3)
    user = make_member(project)
    answer = label(ApiClient(user), project, tasks)
    assert answer.status_code == 201
    assert answer.json()["left_out"] == {}
    stored = Annotation.objects.filter(pk__in=answer.json()["annotations"])
    assert {(a.annotator_id, a.answers["mood"]) for a in stored} == {(user.pk, "pos")}
    assert AnnotationRevision.objects.filter(annotation__in=stored).count() == 3
    assert set(project.tasks.values_list("state", flat=True)) == {"done"}
    told = Event.objects.filter(project=project, type="tasks").latest("pk")
    assert told.data == {"action": "label", "affected": 3}


def test_undo_opens_the_tasks_again() -> None:
    project = make_project()
    tasks = make_tasks(project, 3)
    client = annotator(project)
    stored = label(client, project, tasks).json()["annotations"]
    path = f"/api/projects/{project.pk}/annotations/bulk/undo/"
    answer = client.post(path, {"annotations": stored})
    assert answer.json() == {"withdrawn": 3}
    assert not project.annotations.exists()
    assert set(project.tasks.values_list("state", flat=True)) == {"open"}
    assert set(project.tasks.values_list("open_places", flat=True)) == {1}
    assert client.post(path, {"annotations": stored}).json() == {"withdrawn": 0}


def test_what_wants_no_answer_of_this_person_is_left_out_and_counted() -> None:
    project = make_project()
    mine, full, held_out, in_hand, free, foreign = make_tasks(project, 6)
    foreign_project = make_project()
    foreign.project = foreign_project
    foreign.save()
    user = make_member(project)
    make_annotation(mine, user)
    make_annotation(full)
    Task.objects.filter(pk=held_out.pk).update(is_holdout=True)
    Draft.objects.create(task=in_hand, user=user, answers={"mood": "neg"})
    answer = label(ApiClient(user), project, [mine, full, held_out, in_hand, free, foreign])
    assert answer.json()["left_out"] == {
        "answered": 1,
        "full": 1,
        "holdout": 1,
        "draft": 1,
        "missing": 1,
    }
    assert len(answer.json()["annotations"]) == 1
    assert Draft.objects.get(task=in_hand).answers == {"mood": "neg"}
    assert not foreign_project.annotations.exists()


def test_what_the_ontology_refuses_is_told_once() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": "pos"}]},
            {"id": "note", "on": "text", "kind": "textarea", "required": True},
        ],
    }
    project = make_project(ontology=ontology)
    answer = label(annotator(project), project, make_tasks(project, 2))
    assert answer.json()["left_out"] == {"refused": 2}
    assert "note" in answer.json()["detail"]


def test_only_ones_own_answers_can_be_taken_back() -> None:
    project = make_project()
    (task,) = make_tasks(project, 1)
    other = make_annotation(task)
    path = f"/api/projects/{project.pk}/annotations/bulk/undo/"
    answer = annotator(project).post(path, {"annotations": [str(other.pk)]})
    assert answer.json() == {"withdrawn": 0}
    assert Annotation.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"class": "angry"}, "class: one of pos, neg, neutral"),
        ({"label": "note"}, "answered by a choice: mood"),
        ({"label": None}, "answered by a choice: mood"),
        ({"ids": []}, "1 to 500"),
        ({"ids": ["x"]}, "string of digits"),
        ({"ids": ["1"] * 501}, "1 to 500"),
    ],
)
def test_a_bad_request_says_where_and_changes_nothing(change: dict[str, Any], said: str) -> None:
    project = make_project()
    answer = label(annotator(project), project, make_tasks(project, 1), **change)
    assert answer.status_code == 400
    assert said in answer.json()["detail"]
    assert not project.annotations.exists()


def test_viewers_may_not_label() -> None:
    project = make_project()
    client = ApiClient(make_member(project, Role.VIEWER))
    assert label(client, project, make_tasks(project, 1)).status_code == 403
