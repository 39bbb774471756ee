"""O38: skipped tasks come back once at the end; then the queue says done."""

import json
from typing import Any

import pytest

from labeling.models import Project
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project, make_task
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    project = make_project(settings={"order": "sequential"})
    for item in json.loads((shared("cases/files/O38") / "tasks.json").read_text()):
        make_task(project, data=item["data"])
    return project


def take(api: ApiClient, project: Project) -> str | None:
    answer = api.post(f"/api/projects/{project.pk}/tasks/next/", {})
    return answer.data["task"]["id"] if answer.status_code == 200 else None


def text_of(api: ApiClient, task_id: str | None) -> Any:
    return task_id and api.get(f"/api/tasks/{task_id}/").data["data"]["text"]


def skip(api: ApiClient, task_id: str | None) -> None:
    assert api.post(f"/api/tasks/{task_id}/skip/", {}).status_code == 204


def submit(api: ApiClient, task_id: str | None) -> None:
    body = {"answers": {"mood": "pos"}}
    assert api.post(f"/api/tasks/{task_id}/annotations/", body).status_code == 201


def skip_two_submit_two(api: ApiClient, project: Project) -> None:
    for act in (skip, skip, submit, submit):
        act(api, take(api, project))


def test_skipped_tasks_are_offered_once_more_and_never_alternate(project: Project) -> None:
    api = ApiClient(make_member(project))
    skip_two_submit_two(api, project)
    asked = [text_of(api, take(api, project)) for _ in range(10)]
    assert asked == ["t0"] * 10  # the same live lease, until something is done with it
    skip(api, take(api, project))
    second = take(api, project)
    assert text_of(api, second) == "t1"
    skip(api, second)
    assert [take(api, project) for _ in range(10)] == [None] * 10


def test_others_still_get_what_one_person_skipped(project: Project) -> None:
    skip_two_submit_two(ApiClient(make_member(project)), project)
    bob = ApiClient(make_member(project))
    seen = []
    while task := take(bob, project):
        seen.append(text_of(bob, task))
        submit(bob, task)
    assert seen == ["t0", "t1"]


def test_counters_tell_skipped_from_submitted(project: Project) -> None:
    api = ApiClient(make_member(project))
    skip_two_submit_two(api, project)
    counts = api.get(f"/api/projects/{project.pk}/").data["counts"]
    assert (counts["annotations"], counts["skipped"], counts["done"]) == (2, 2, 2)


def test_answering_a_skipped_task_unskips_it(project: Project) -> None:
    api = ApiClient(make_member(project))
    skip_two_submit_two(api, project)
    submit(api, take(api, project))
    assert api.get(f"/api/projects/{project.pk}/").data["counts"]["skipped"] == 1


def test_with_the_policy_never_skipped_tasks_stay_away(project: Project) -> None:
    project.policy = project.policy | {"skip_policy": "never"}
    project.save()
    api = ApiClient(make_member(project))
    skip_two_submit_two(api, project)
    assert take(api, project) is None


def test_the_last_task_can_be_opened_again(project: Project) -> None:
    api = ApiClient(make_member(project))
    task = take(api, project)
    submit(api, task)
    work = api.post(f"/api/tasks/{task}/open/").data
    assert work["lease"] is None
    assert work["annotations"][0]["answers"] == {"mood": "pos"}
