"""O36: a task is never in more hands than its overlap; late work is kept."""

import json
import threading
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from labeling.models import Annotation, Draft, Lease, Project, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project, make_task
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


def take(api: ApiClient, project: Project, *holding: str) -> Any:
    return api.post(f"/api/projects/{project.pk}/tasks/next/", {"holding": list(holding)})


def run_out(lease_id: str) -> None:
    Lease.objects.filter(pk=lease_id).update(expires_at=timezone.now() - timedelta(seconds=1))


def test_four_people_at_once_get_twelve_different_tasks() -> None:
    project = make_project()
    tasks = json.loads((shared("cases/files/O36") / "tasks.json").read_text())
    for item in tasks:
        make_task(project, data=item["data"])
    users = [make_member(project) for _ in range(4)]
    given: list[str] = []
    errors: list[Any] = []
    barrier = threading.Barrier(4, timeout=30)

    def work(user: Any) -> None:
        api = ApiClient(user)
        for _ in range(3):
            barrier.wait()
            answer = take(api, project)
            if answer.status_code != 200:
                errors.append(answer.content)
                continue
            task_id = answer.json()["task"]["id"]
            given.append(task_id)
            done = api.post(f"/api/tasks/{task_id}/annotations/", {"answers": {"mood": "pos"}})
            if done.status_code != 201:
                errors.append(done.content)
        connection.close()

    threads = [threading.Thread(target=work, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert len(given) == len(set(given)) == 12
    assert Annotation.objects.count() == 12


def test_overlap_is_exact_when_many_ask_at_once() -> None:
    project = make_project(settings={"overlap": 2})
    for number in range(3):
        make_task(project, f"t{number}")
    users = [make_member(project) for _ in range(8)]
    given: list[str] = []
    barrier = threading.Barrier(8, timeout=30)

    def ask(user: Any) -> None:
        barrier.wait()
        answer = take(ApiClient(user), project)
        if answer.status_code == 200:
            given.append(answer.json()["task"]["id"])
        connection.close()

    threads = [threading.Thread(target=ask, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(Counter(given).values()) == [2, 2, 2]
    assert set(Task.objects.values_list("open_places", flat=True)) == {0}


def test_an_expired_lease_goes_to_somebody_else() -> None:
    project = make_project()
    make_task(project)
    ann, bob = [ApiClient(make_member(project)) for _ in range(2)]
    work = take(ann, project).data
    assert take(bob, project).status_code == 204
    run_out(work["lease"]["id"])
    assert take(bob, project).data["task"]["id"] == work["task"]["id"]


def test_a_late_submit_is_stored_while_a_place_is_free() -> None:
    project = make_project()
    task = make_task(project)
    ann, bob = [ApiClient(make_member(project)) for _ in range(2)]
    run_out(take(ann, project).data["lease"]["id"])
    assert take(bob, project).status_code == 200
    Lease.objects.all().delete()
    Task.objects.filter(pk=task.pk).update(open_places=1)
    body = {"answers": {"mood": "pos"}}
    assert ann.post(f"/api/tasks/{task.pk}/annotations/", body).status_code == 201


@pytest.mark.parametrize("key", ["k", None])
def test_a_late_submit_without_place_is_refused_and_kept_as_draft(key: str | None) -> None:
    project = make_project()
    task = make_task(project)
    ann_user = make_member(project)
    ann, bob = ApiClient(ann_user), ApiClient(make_member(project))
    run_out(take(ann, project).data["lease"]["id"])
    take(bob, project)
    headers = {"Idempotency_Key": key} if key else {}
    body = {"answers": {"mood": "pos", "note": "much work"}}
    answer = ann.post(f"/api/tasks/{task.pk}/annotations/", body, **headers)
    assert (answer.status_code, answer.data["code"]) == (409, "no_place_left")
    assert "kept as your draft" in answer.data["detail"]
    assert Draft.objects.get(user=ann_user).answers["note"] == "much work"
    other = bob.post(f"/api/tasks/{task.pk}/annotations/", {"answers": {"mood": "neg"}})
    assert other.status_code == 201


def test_a_released_lease_and_a_skip_give_the_place_back() -> None:
    project = make_project()
    task = make_task(project)
    ann, bob = [ApiClient(make_member(project)) for _ in range(2)]
    work = take(ann, project).data
    assert ann.delete(f"/api/leases/{work['lease']['id']}/").status_code == 204
    assert take(bob, project).data["task"]["id"] == str(task.pk)
    assert bob.post(f"/api/tasks/{task.pk}/skip/", {"reason": "unclear"}).status_code == 204
    assert take(ann, project).data["task"]["id"] == str(task.pk)


def test_nobody_renews_or_releases_the_lease_of_another() -> None:
    project = make_project()
    make_task(project)
    ann, bob = [ApiClient(make_member(project)) for _ in range(2)]
    lease = take(ann, project).data["lease"]["id"]
    assert bob.post(f"/api/leases/{lease}/renew/").status_code == 404
    assert bob.delete(f"/api/leases/{lease}/").status_code == 404
    assert ann.post(f"/api/leases/{lease}/renew/").data["id"] == lease
