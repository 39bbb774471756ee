"""Comments on regions: who reads them, who writes them, and how many wait."""

from typing import Any

import pytest

from labeling.models import Event, Project, Role, Task, User
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db

SPAN = {"id": "r1", "label": "mention", "on": "text", "class": "car"} | {
    "geometry": {"start": 0, "end": 3}
}
WORKING = {Role.OWNER, Role.MANAGER, Role.REVIEWER, Role.ANNOTATOR}


@pytest.fixture
def project() -> Project:
    return make_project(settings={"overlap": 3})


@pytest.fixture
def task(project: Project) -> Task:
    return make_task(project, "car and house")


@pytest.fixture
def annotator(project: Project) -> User:
    return make_member(project)


def say(user: User, task: Task, **body: Any) -> Any:
    given = {"region": "r1", "text": "Is this a car?"} | body
    return ApiClient(user).post(f"/api/tasks/{task.pk}/threads/", given)


def read(user: User, task: Task) -> list[Any]:
    return ApiClient(user).get(f"/api/tasks/{task.pk}/threads/").json()


def test_a_reviewer_asks_and_the_annotator_answers(
    project: Project, task: Task, annotator: User
) -> None:
    annotation = make_annotation(task, annotator, regions=[SPAN])
    reviewer = make_member(project, Role.REVIEWER)
    assert say(reviewer, task, annotation=str(annotation.pk)).status_code == 201
    answer = say(annotator, task, annotation=str(annotation.pk), text="Yes, a toy.")
    (thread,) = read(reviewer, task)
    assert thread == answer.json()
    assert [one["text"] for one in thread["comments"]] == ["Is this a car?", "Yes, a toy."]
    assert thread["answer_of"]["id"] == str(annotator.pk)
    told = Event.objects.filter(project=project, type="comment").latest("pk")
    assert told.data == {"task": str(task.pk), "region": "r1"}


def test_a_comment_on_a_draft_is_found_on_the_annotation_after(
    project: Project, task: Task, annotator: User
) -> None:
    assert say(annotator, task).status_code == 201
    annotation = make_annotation(task, annotator, regions=[SPAN])
    reviewer = make_member(project, Role.REVIEWER)
    say(reviewer, task, annotation=str(annotation.pk), text="It is.")
    assert len(read(annotator, task)) == 1
    assert len(read(annotator, task)[0]["comments"]) == 2


def test_others_of_a_blind_project_read_and_answer_nothing(
    project: Project, task: Task, annotator: User
) -> None:
    annotation = make_annotation(task, annotator, regions=[SPAN])
    thread = say(annotator, task, annotation=str(annotation.pk)).json()
    other = make_member(project)
    assert read(other, task) == []
    assert say(other, task, annotation=str(annotation.pk)).status_code == 404
    path = f"/api/tasks/{task.pk}/threads/{thread['id']}/"
    assert ApiClient(other).patch(path, {"is_resolved": True}).status_code == 404


@pytest.mark.parametrize("role", Role)
def test_the_roles_that_work_may_comment(project: Project, task: Task, role: Role) -> None:
    member = make_member(project, role)
    assert say(member, task).status_code == (201 if role in WORKING else 403)


def test_what_is_settled_does_not_wait_and_a_word_opens_it_again(
    project: Project, task: Task, annotator: User
) -> None:
    annotation = make_annotation(task, annotator, regions=[SPAN])
    thread = say(annotator, task, annotation=str(annotation.pk)).json()
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    path = f"/api/tasks/{task.pk}/threads/{thread['id']}/"

    def waiting() -> tuple[int, int]:
        (shown,) = reviewer.get(f"/api/projects/{project.pk}/tasks/").json()["results"]
        found = reviewer.get(f"/api/projects/{project.pk}/tasks/?filter=open_comments>0").json()
        return shown["counts"]["open_comments"], len(found["results"])

    assert waiting() == (1, 1)
    assert reviewer.patch(path, {"is_resolved": True}).json()["is_resolved"] is True
    assert waiting() == (0, 0)
    say(annotator, task, annotation=str(annotation.pk), text="One more thing.")
    assert waiting() == (1, 1)


def test_a_comment_is_taken_back_by_its_author_or_a_manager(
    project: Project, task: Task, annotator: User
) -> None:
    annotation = make_annotation(task, annotator, regions=[SPAN])
    thread = say(annotator, task, annotation=str(annotation.pk)).json()
    path = f"/api/tasks/{task.pk}/threads/{thread['id']}/comments/{thread['comments'][0]['id']}/"
    assert ApiClient(make_member(project, Role.REVIEWER)).delete(path).status_code == 403
    assert ApiClient(make_member(project, Role.MANAGER)).delete(path).status_code == 204
    assert read(annotator, task) == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"text": "   "}, "/text"), ({"region": "r9"}, "/region"), ({"text": "x" * 4001}, "/text")],
)
def test_an_empty_word_and_an_unknown_region_are_refused(
    task: Task, annotator: User, body: dict[str, str], pointer: str
) -> None:
    annotation = make_annotation(task, annotator, regions=[SPAN])
    answer = say(annotator, task, annotation=str(annotation.pk), **body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"].strip("/") == pointer.strip("/")
    assert read(annotator, task) == []
