"""O35: the same answer sent twice, at once and later, is stored once."""

import threading
from typing import Any

import pytest
from django.db import connection

from labeling.models import Annotation, Draft, Event, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project, make_task

BODY = {"answers": {"mood": "pos"}, "lead_time": 3.2}
pytestmark = pytest.mark.django_db(transaction=True)


def submit(api: ApiClient, task: Task, body: Any = None, **headers: str) -> Any:
    return api.post(f"/api/tasks/{task.pk}/annotations/", body or BODY, **headers)


@pytest.mark.parametrize("key", ["k1", None])
def test_two_at_once_and_a_late_retry_are_one_annotation(key: str | None) -> None:
    task = make_task(make_project())
    user = make_member(task.project)
    ApiClient(user).put(f"/api/tasks/{task.pk}/draft/", BODY, if_match="0")
    headers = {"Idempotency_Key": key} if key else {}
    answers: list[Any] = []
    barrier = threading.Barrier(2, timeout=30)

    def send() -> None:
        api = ApiClient(user)
        barrier.wait()
        answers.append(submit(api, task, **headers))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    answers.append(submit(ApiClient(user), task, **headers))
    task.refresh_from_db()
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert (Annotation.objects.count(), Draft.objects.count()) == (1, 0)
    assert (task.annotation_count, task.open_places, task.state) == (1, 0, "done")
    assert Event.objects.filter(type="annotation").count() == 1


def test_another_answer_is_no_repeat() -> None:
    task = make_task(make_project(), overlap=2)
    api = ApiClient(make_member(task.project))
    first = submit(api, task).data
    answer = submit(api, task, {"answers": {"mood": "neg"}})
    assert (answer.status_code, answer.data["annotation"]) == (409, first["id"])


def test_a_key_is_good_for_one_request_only() -> None:
    project = make_project()
    api = ApiClient(make_member(project))
    first, second = make_task(project), make_task(project)
    assert submit(api, first, Idempotency_Key="k").status_code == 201
    answer = submit(api, second, Idempotency_Key="k")
    assert (answer.status_code, answer.data["code"]) == (409, "key_reused")
    assert Annotation.objects.count() == 1


def test_a_failed_write_leaves_its_key_free() -> None:
    task = make_task(make_project())
    api = ApiClient(make_member(task.project))
    wrong = submit(api, task, {"answers": {"mood": "nonsense"}}, Idempotency_Key="k")
    assert wrong.status_code == 400
    assert submit(api, task, Idempotency_Key="k").status_code == 201


def test_projects_and_tasks_are_made_once_per_key() -> None:
    project = make_project()
    api = ApiClient(project.created_by)
    body = [{"text": "one"}, {"text": "two"}]
    made = [
        api.post(f"/api/projects/{project.pk}/tasks/", body, Idempotency_Key="k").data
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert project.tasks.count() == 2
