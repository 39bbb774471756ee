"""Every address of the labeling API, asked by nobody and by somebody of another project."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from labeling.models import Job, Lease, Project, Role
from tests.factories.client import ApiClient
from tests.factories.facts import (
    make_annotation,
    make_asset,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db

OPEN = {
    "auth-state",
    "auth-setup",
    "auth-signup",
    "auth-login",
    "auth-token",
    "federation-join",
    "schema",
    "docs",
}
OF_NO_PROJECT = {
    "auth-logout",
    "users",
    "me",
    "tokens",
    "token",
    "templates",
    "ontology-read",
    "ontology-check",
    "projects",
    "jobs",
    "workers",
    "federations",
    "memberships",
}
METHODS = ("get", "post", "put", "patch", "delete")


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for item in resolver.url_patterns:
        if isinstance(item, URLResolver):
            yield from patterns(item, prefix + str(item.pattern))
        else:
            yield prefix + str(item.pattern), item


def addresses() -> list[tuple[str, URLPattern]]:
    return [
        (route, pattern)
        for route, pattern in patterns(get_resolver())
        if route.startswith(("api/", "media/")) and pattern.name not in OPEN
    ]


def offered(pattern: URLPattern) -> list[str]:
    view = pattern.callback.view_class  # type: ignore[attr-defined]  # all are class views
    return [method for method in METHODS if hasattr(view, method)]


@pytest.fixture
def world() -> dict[str, Any]:
    """A project with one of everything, and the ids by which addresses name them."""
    project = make_project()
    task = make_task(project)
    user = make_member(project)
    annotation = make_annotation(make_task(project), user)
    lease = Lease.objects.create(
        project=project, task=task, user=user, expires_at="2100-01-01T00:00:00Z"
    )
    job = Job.objects.create(name="labeling.change_tasks", kind="tasks", project=project)
    return {
        "project_id": project.pk,
        "task_id": task.pk,
        "annotation_id": annotation.pk,
        "lease_id": lease.pk,
        "job_id": job.pk,
        "asset_id": make_asset(project).pk,
        "username": user.username,
        "view": "original",
    }


def filled(route: str, world: dict[str, Any]) -> str:
    """Return the address with the ids of the foreign project in it."""
    path = f"/{route}"
    for name, value in world.items():
        for kind in ("id", "int", "str"):
            path = path.replace(f"<{kind}:{name}>", str(value))
    return re.sub(r"<\w+:\w+>", "1", path)


def test_there_are_addresses_to_try() -> None:
    names = {pattern.name for _, pattern in addresses()}
    assert {"project", "task-next", "asset", "job-file", "annotation-reviews"} <= names


def test_nobody_gets_in_without_signing_in(world: dict[str, Any]) -> None:
    api = ApiClient()
    for route, pattern in addresses():
        for method in offered(pattern):
            answer = getattr(api, method)(filled(route, world))
            assert answer.status_code == 401, (method, route, answer.status_code)


def test_an_outsider_finds_nothing_of_a_foreign_project(world: dict[str, Any]) -> None:
    before = Project.objects.get(pk=world["project_id"])
    api = ApiClient(make_user())
    for route, pattern in addresses():
        path = filled(route, world)
        if pattern.name in OF_NO_PROJECT:
            continue
        for method in offered(pattern):
            answer = getattr(api, method)(path)
            assert answer.status_code == 404, (method, route, answer.status_code)
    after = Project.objects.get(pk=world["project_id"])
    assert (after.revision, after.tasks.count()) == (before.revision, 2)


def test_lists_of_no_project_hold_nothing_foreign(world: dict[str, Any]) -> None:
    api = ApiClient(make_user())
    assert api.get("/api/projects/").data["results"] == []
    assert api.get("/api/jobs/").data["results"] == []
    assert api.get(f"/api/jobs/?project={world['project_id']}").status_code == 404
    assert api.get("/api/users/").status_code == 403


def test_a_task_is_not_reached_through_another_project(world: dict[str, Any]) -> None:
    """A manager of one project names tasks, files and members of another."""
    mine = make_project()
    api = ApiClient(make_member(mine, Role.MANAGER))
    bulk = {"action": "delete", "ids": [str(world["task_id"])]}
    assert api.post(f"/api/projects/{mine.pk}/tasks/bulk/", bulk).data == {"affected": 0}
    prediction = [{"task": str(world["task_id"]), "model_version": "m", "answers": {}}]
    answer = api.post(f"/api/projects/{mine.pk}/predictions/", prediction)
    assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, "/0")
    path = f"/api/projects/{mine.pk}/members/{world['username']}/"
    assert api.delete(path).status_code == 404
    assert Project.objects.get(pk=world["project_id"]).tasks.count() == 2
