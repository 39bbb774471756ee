"""Reviewing answers: accepting, rejecting, fixing, and who may."""

from typing import Any

import pytest

from labeling.models import Annotation, Project, Role
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_task, make_tasks

pytestmark = pytest.mark.django_db
POS = {"answers": {"mood": "pos"}}


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def api(project: Project) -> ApiClient:
    return ApiClient(make_member(project))


def submit(api: ApiClient, task_id: object, **body: Any) -> Any:
    return api.post(f"/api/tasks/{task_id}/annotations/", POS | body)


def review(api: ApiClient, annotation_id: object, **body: Any) -> Any:
    return api.post(f"/api/annotations/{annotation_id}/reviews/", body)


def test_accepting_rejecting_and_fixing(project: Project) -> None:
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    tasks = make_tasks(project, 3)
    accepted, rejected, fixed = [make_annotation(task).pk for task in tasks]
    assert review(reviewer, accepted, verdict="accept").status_code == 201
    assert review(reviewer, rejected, verdict="reject", comment="no").status_code == 201
    correction = {"answers": {"mood": "neg"}}
    assert review(reviewer, fixed, verdict="fix", **correction).status_code == 201
    states = list(project.tasks.order_by("pk").values_list("state", "open_places"))
    assert states == [("accepted", 0), ("rejected", 1), ("accepted", 0)]
    shown = reviewer.get(f"/api/annotations/{fixed}/").data
    assert (shown["answers"], shown["state"], shown["revision"]) == ({"mood": "neg"}, "fixed", 2)
    assert shown["reviews"][0]["verdict"] == "fix"


def test_a_rejected_answer_is_mended_by_its_author(project: Project, api: ApiClient) -> None:
    task = make_task(project)
    made = submit(api, task.pk).data["id"]
    review(ApiClient(make_member(project, Role.REVIEWER)), made, verdict="reject")
    work = api.post(f"/api/tasks/{task.pk}/open/").data
    assert work["lease"] is not None
    assert work["annotations"][0]["state"] == "rejected"
    assert submit(api, task.pk, answers={"mood": "neg"}).data["id"] == made
    task.refresh_from_db()
    assert (task.state, task.open_places, task.annotation_count) == ("done", 0, 1)
    assert Annotation.objects.get().state == "submitted"


@pytest.mark.parametrize(
    "body", [{"verdict": "maybe"}, {"verdict": "fix"}, {"verdict": "accept"} | POS, {}]
)
def test_an_unclear_verdict_is_refused(project: Project, body: dict[str, Any]) -> None:
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    assert review(reviewer, make_annotation(make_task(project)).pk, **body).status_code == 400


def test_annotators_do_not_review_and_reviewers_not_themselves() -> None:
    project = make_project(settings={"review": "required"})
    annotator = make_member(project)
    own = make_annotation(make_task(project), annotator)
    assert review(ApiClient(annotator), own.pk, verdict="accept").status_code == 403
    reviewer = make_member(project, Role.REVIEWER)
    theirs = make_annotation(make_task(project), reviewer)
    assert review(ApiClient(reviewer), theirs.pk, verdict="accept").status_code == 403


def test_an_accepted_answer_is_closed_to_its_author(project: Project, api: ApiClient) -> None:
    made = submit(api, make_task(project).pk).data["id"]
    review(ApiClient(make_member(project, Role.REVIEWER)), made, verdict="accept")
    path = f"/api/annotations/{made}/"
    answer = api.patch(path, {"answers": {"mood": "neg"}}, if_match='"1"')
    assert answer.status_code == 409
    assert api.delete(path).status_code == 403


def take_back(api: ApiClient, annotation_id: object) -> Any:
    return api.delete(f"/api/annotations/{annotation_id}/reviews/")


@pytest.mark.parametrize("verdict", ["accept", "reject", "fix"])
def test_a_verdict_is_taken_back_and_the_answer_stands_as_before(
    project: Project, verdict: str
) -> None:
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    task = make_task(project)
    made = make_annotation(task).pk
    correction = {"answers": {"mood": "neg"}} if verdict == "fix" else {}
    review(reviewer, made, verdict=verdict, **correction)
    assert take_back(reviewer, made).status_code == 204
    shown = reviewer.get(f"/api/annotations/{made}/").data
    assert (shown["answers"], shown["state"], shown["reviews"]) == (
        {"mood": "pos"},
        "submitted",
        [],
    )
    task.refresh_from_db()
    assert (task.state, task.open_places, task.annotation_count) == ("done", 0, 1)
    assert take_back(reviewer, made).status_code == 404


def test_only_ones_own_newest_verdict_is_taken_back(project: Project, api: ApiClient) -> None:
    first, second = (ApiClient(make_member(project, Role.REVIEWER)) for _ in range(2))
    made = submit(api, make_task(project).pk).data["id"]
    review(first, made, verdict="reject")
    assert take_back(second, made).status_code == 404
    assert take_back(api, made).status_code == 403
    api.patch(f"/api/annotations/{made}/", {"answers": {"mood": "neg"}}, if_match='"1"')
    refused = take_back(first, made)
    assert (refused.status_code, refused.data["code"]) == (409, "changed_since")
    # A later verdict taken back leaves what its author had handed in anew.
    review(second, made, verdict="accept")
    assert take_back(second, made).status_code == 204
    assert Annotation.objects.get().state == "submitted"
