"""Hidden tasks of known answer look like all others to whoever may not know them."""

import pytest

from labeling.models import Gold, Project, Role, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], ids=["blind", "open"])
def project(request: pytest.FixtureRequest) -> Project:
    return make_project(settings={"blind": request.param})


@pytest.fixture
def hidden(project: Project) -> Task:
    """A task that four people answered, as everybody does what is hidden."""
    task = make_task(project, overlap=4)
    for _ in range(4):
        make_annotation(task)
    Gold.objects.create(task=task, answers={"mood": "pos"})
    return task


def told(api: ApiClient, task: Task) -> dict[str, object]:
    listed = api.get(f"/api/projects/{task.project_id}/tasks/").data["results"]
    (shown,) = [one for one in listed if one["id"] == str(task.pk)]
    assert shown == api.get(f"/api/tasks/{task.pk}/").data
    return {"overlap": shown["overlap"], "names": len(shown["annotators"])} | shown["counts"]


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.VIEWER])
def test_counts_tell_hidden_tasks_to_nobody_who_may_not_know_them(
    project: Project, hidden: Task, role: Role
) -> None:
    plain = make_task(project)
    make_annotation(plain)
    Task.objects.filter(pk=hidden.pk).update(skip_count=3)
    api = ApiClient(make_member(project, role))
    shown = told(api, hidden)
    assert shown["overlap"] == 1
    assert max(shown["annotations"], shown["names"]) <= 1
    assert shown["skips"] == 0
    found = [
        api.get(f"/api/projects/{project.pk}/tasks/?filter={text}")
        for text in ("annotations > 1", "overlap > 1", "skips > 1")
    ]
    assert all(one.status_code == 400 or one.data["results"] == [] for one in found)
    for order in ("annotations", "-overlap"):
        refused = api.get(f"/api/projects/{project.pk}/tasks/?order={order}")
        assert refused.status_code == 400


def test_reviewers_see_all_there_is(project: Project, hidden: Task) -> None:
    shown = told(ApiClient(make_member(project, Role.REVIEWER)), hidden)
    assert (shown["overlap"], shown["annotations"], shown["names"]) == (4, 4, 4)


def test_to_a_blind_annotator_tasks_stand_as_their_own_work_does() -> None:
    project = make_project(settings={"blind": True})
    person = make_member(project)
    hidden, done, mine, fresh = (make_task(project, text, overlap=2) for text in "hdmf")
    for task in (hidden, done):
        make_annotation(task)
        make_annotation(task)
    make_annotation(mine, person)
    Gold.objects.create(task=hidden, answers={"mood": "pos"})
    api = ApiClient(person)
    path = f"/api/projects/{project.pk}/tasks/"
    states = {one["id"]: one["state"] for one in api.get(path).data["results"]}
    assert states == {
        str(hidden.pk): "open",
        str(done.pk): "done",
        str(mine.pk): "done",
        str(fresh.pk): "open",
    }
    for state in ("open", "done", "in_progress", "accepted", "rejected"):
        found = api.get(f"{path}?filter=state = '{state}'").data["results"]
        assert {one["id"] for one in found} == {pk for pk, seen in states.items() if seen == state}
    assert api.get(f"{path}?order=state").status_code == 400
    assert api.get(f"{path}?filter=updated > '2020-01-01'").status_code == 400
