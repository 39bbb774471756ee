"""Tasks over the API: batches, lists, single changes, bulk."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labeling.models import Annotation, Job, Lease, Project, Role, Skip, Task
from tests.factories.client import ApiClient
from tests.factories.facts import (
    IMAGE_ONTOLOGY,
    make_annotation,
    make_asset,
    make_member,
    make_project,
    make_task,
    make_tasks,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def owner(project: Project) -> ApiClient:
    return ApiClient(project.created_by)


def create(api: ApiClient, project: Project, body: Any) -> Any:
    return api.post(f"/api/projects/{project.pk}/tasks/", body)


def test_whole_tasks_and_plain_fields_are_told_apart(project: Project, owner: ApiClient) -> None:
    body = [
        {"text": "plain", "source": "mail"},
        {"data": {"text": "whole"}, "external_id": "x1", "meta": {"a": 1}, "priority": 2},
    ]
    created = create(owner, project, body).data["created"]
    plain, whole = [owner.get(f"/api/tasks/{pk}/").data for pk in created]
    assert plain["data"] == {"text": "plain", "source": "mail"}
    assert (whole["external_id"], whole["meta"], whole["priority"]) == ("x1", {"a": 1}, 2.0)


def test_an_answer_and_a_prediction_may_come_along(project: Project, owner: ApiClient) -> None:
    body = [
        {
            "data": {"text": "t"},
            "annotations": [{"answers": {"mood": "pos"}}],
            "predictions": [{"model_version": "m", "score": 0.7, "answers": {"mood": "neg"}}],
        }
    ]
    task_id = create(owner, project, body).data["created"][0]
    task = owner.get(f"/api/tasks/{task_id}/").data
    assert (task["state"], task["labels"], task["score"]) == ("done", ["pos"], 0.7)
    assert task["predicted"] == {"mood": "neg"}


@pytest.mark.parametrize(
    ("item", "pointer"),
    [
        ("no object", "/1"),
        ({"other": "field"}, "/1"),
        ({"text": 5}, "/1/text"),
        ({"data": {"text": "t"}, "overlap": 0}, "/1/overlap"),
        ({"data": {"text": "t"}, "overlap": "2"}, "/1/overlap"),
        ({"data": {"text": "t"}, "priority": "high"}, "/1/priority"),
        ({"data": {"text": "t"}, "meta": []}, "/1/meta"),
        ({"data": {"text": "t"}, "external_id": "x" * 256}, "/1/external_id"),
        ({"data": {"text": "t"}, "predictions": {}}, "/1/predictions"),
        (
            {"data": {"text": "t"}, "annotations": [{"answers": {"mood": "odd"}}]},
            "/1/annotations/0/answers/mood",
        ),
        (
            {"data": {"text": "t"}, "predictions": [{"answers": {}}]},
            "/1/predictions/0/model_version",
        ),
    ],
)
def test_a_bad_task_is_named_and_nothing_is_made(
    project: Project, owner: ApiClient, item: Any, pointer: str
) -> None:
    answer = create(owner, project, [{"text": "good"}, item])
    assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, pointer)
    assert not Task.objects.exists()


def test_a_taken_external_id_is_named_and_nothing_is_made(
    project: Project, owner: ApiClient
) -> None:
    make_task(project, external_id="x1")
    body = [{"data": {"text": "t"}, "external_id": name} for name in ("x0", "x1")]
    answer = create(owner, project, body)
    assert answer.status_code == 409
    assert answer.data["errors"][0]["pointer"] == "/1/external_id"
    assert Task.objects.count() == 1


def test_text_no_database_keeps_is_refused(project: Project, owner: ApiClient) -> None:
    for text in ("nul \x00", "half \ud800"):
        answer = create(owner, project, [{"text": text}])
        assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, "/0/text")


@pytest.mark.parametrize("body", ["", "{", "[1,", '{"a": NaN}', '{"a": 1e999}', "[" * 100_000])
def test_a_body_that_is_no_json_is_a_bad_request(
    project: Project, owner: ApiClient, body: str
) -> None:
    answer = owner.http.post(
        f"/api/projects/{project.pk}/tasks/", body, content_type="application/json"
    )
    assert answer.status_code == 400


def test_media_must_be_assets_of_the_project() -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    owner = ApiClient(project.created_by)
    own, foreign = make_asset(project), make_asset(make_project())
    for value in (f"{foreign.pk}", {"asset": str(foreign.pk)}, {"asset": "../x"}, "/etc/passwd"):
        answer = create(owner, project, [{"photo": value}])
        assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, "/0/data/photo")
    made = create(owner, project, [{"photo": {"asset": str(own.pk)}}]).data["created"][0]
    shown = owner.get(f"/api/tasks/{made}/").data["data"]["photo"]
    assert shown["url"] == f"/media/assets/{own.pk}/display"
    assert (shown["width"], shown["height"]) == (40, 20)


def test_a_list_costs_the_same_queries_whatever_its_length(
    project: Project, owner: ApiClient
) -> None:
    def queries(limit: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            owner.get(f"/api/projects/{project.pk}/tasks/?limit={limit}&order=-uncertainty")
        return len(seen)

    for task in make_tasks(project, 12):
        make_annotation(task)
    queries(2)  # fills what is kept per process
    assert queries(2) == queries(12) <= 10


def test_fields_pick_what_is_answered(project: Project, owner: ApiClient) -> None:
    make_task(project)
    path = f"/api/projects/{project.pk}/tasks/"
    (task,) = owner.get(f"{path}?fields=state,priority").data["results"]
    assert set(task) == {"id", "state", "priority"}
    assert owner.get(f"{path}?fields=password").status_code == 400


def test_counts_come_on_request_only(project: Project, owner: ApiClient) -> None:
    make_tasks(project, 3)
    path = f"/api/projects/{project.pk}/tasks/"
    assert "count" not in owner.get(path).data
    assert owner.get(f"{path}?count=exact").data["count"] == 3
    assert owner.get(f"{path}?count=estimate&filter=text = 't01'").data["count"] == 1
    assert owner.get(f"{path}?count=many").status_code == 400


@pytest.mark.parametrize("cursor", ["x", "W10", "WyJuIiwwLDEsInN0ciJd", "WyJuIiw5LG51bGwsMV0"])
def test_a_forged_cursor_is_a_bad_request(project: Project, owner: ApiClient, cursor: str) -> None:
    for order in ("id", "-created_at", "data.text", "score"):
        path = f"/api/projects/{project.pk}/tasks/?order={order}&cursor={cursor}"
        assert owner.get(path).status_code == 400


def test_changing_a_tasks_overlap_reopens_it(project: Project, owner: ApiClient) -> None:
    task = make_task(project)
    make_annotation(task)
    changed = owner.patch(f"/api/tasks/{task.pk}/", {"overlap": 2, "priority": 5}).data
    assert (changed["state"], changed["overlap"], changed["priority"]) == ("in_progress", 2, 5.0)
    api = ApiClient(make_member(project))
    assert api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data["task"]["id"] == str(
        task.pk
    )


def bulk(api: ApiClient, project: Project, **body: Any) -> Any:
    return api.post(f"/api/projects/{project.pk}/tasks/bulk/", body)


def test_bulk_by_ids_and_by_filter(project: Project, owner: ApiClient) -> None:
    tasks = make_tasks(project, 4)
    ids = [str(task.pk) for task in tasks[:2]]
    assert bulk(owner, project, action="priority", ids=ids, value=3).data == {"affected": 2}
    assert bulk(owner, project, action="delete", filter="priority < 1").data == {"affected": 2}
    assert [task.pk for task in project.tasks.order_by("pk")] == [task.pk for task in tasks[:2]]


def test_reset_takes_everything_back(project: Project, owner: ApiClient) -> None:
    task = make_task(project)
    make_annotation(task)
    Skip.objects.create(project=project, task=task, user=make_member(project))
    Lease.objects.create(
        project=project, task=task, user=make_member(project), expires_at="2100-01-01T00:00:00Z"
    )
    assert bulk(owner, project, action="reset", filter="").data == {"affected": 1}
    task.refresh_from_db()
    assert (task.state, task.open_places, task.annotation_count) == ("open", 1, 0)
    assert not (Annotation.objects.exists() or Skip.objects.exists() or Lease.objects.exists())


def test_accepting_in_bulk_takes_only_what_is_done(project: Project, owner: ApiClient) -> None:
    done, _ = make_tasks(project, 2)
    make_annotation(done)
    assert bulk(owner, project, action="accept", filter="").data == {"affected": 1}
    done.refresh_from_db()
    assert done.state == "accepted"


def test_many_tasks_are_changed_by_a_job(
    project: Project, owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labeling.services.bulk_tasks.AT_ONCE", 2)
    monkeypatch.setattr("labeling.services.bulk_tasks.CHUNK", 2)
    make_tasks(project, 5)
    answer = bulk(owner, project, action="overlap", filter="", value=3)
    assert answer.status_code == 202
    assert Job.objects.get().report == {"affected": 5}
    assert set(project.tasks.values_list("overlap", "open_places")) == {(3, 3)}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": "explode", "filter": ""},
        {"action": "delete"},
        {"action": "delete", "ids": ["1"], "filter": ""},
        {"action": "delete", "ids": "1"},
        {"action": "delete", "ids": ["x"]},
        {"action": "priority", "ids": []},
        {"action": "overlap", "ids": [], "value": 1.5},
    ],
)
def test_an_unclear_bulk_change_is_refused(
    project: Project, owner: ApiClient, body: dict[str, Any]
) -> None:
    assert bulk(owner, project, **body).status_code == 400


def test_annotators_change_no_tasks(project: Project) -> None:
    task = make_task(project)
    for role in (Role.ANNOTATOR, Role.REVIEWER, Role.VIEWER):
        api = ApiClient(make_member(project, role))
        assert create(api, project, [{"text": "t"}]).status_code == 403
        assert api.patch(f"/api/tasks/{task.pk}/", {"priority": 9}).status_code == 403
        assert api.delete(f"/api/tasks/{task.pk}/").status_code == 403
        assert bulk(api, project, action="delete", filter="").status_code == 403


def test_a_blind_annotators_list_tells_nothing_of_others(project: Project) -> None:
    task = make_task(project, overlap=2)
    make_annotation(task)
    api = ApiClient(make_member(project))
    path = f"/api/projects/{project.pk}/tasks/"
    (shown,) = api.get(path).data["results"]
    assert (shown["labels"], shown["annotators"], shown["agreement"]) == ([], [], None)
    for text in ("label = 'pos'", "annotator = 'x'", "agreement < 1", "reviewer = 'x'"):
        assert api.get(f"{path}?filter={text}").status_code == 400
    assert api.get(f"{path}?order=agreement").status_code == 400
