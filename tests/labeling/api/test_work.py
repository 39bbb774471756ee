"""The loop of an annotator: next, holding, drafts, submitting, editing."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labeling.models import (
    Annotation,
    AnnotationRevision,
    Draft,
    Event,
    Lease,
    PrelabelDraw,
    Project,
    Role,
    Task,
    TaskLabel,
)
from labeling.selectors.candidates import Candidate
from labeling.selectors.learning import LearningSummary, set_learning_provider
from labeling.services.routing import PlainRoute, set_router
from tests.factories.client import ApiClient
from tests.factories.facts import (
    make_annotation,
    make_member,
    make_prediction,
    make_project,
    make_task,
    make_tasks,
)

pytestmark = pytest.mark.django_db
POS = {"answers": {"mood": "pos"}}


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def api(project: Project) -> ApiClient:
    return ApiClient(make_member(project))


def take(api: ApiClient, project: Project, *holding: str) -> Any:
    return api.post(f"/api/projects/{project.pk}/tasks/next/", {"holding": list(holding)})


def submit(api: ApiClient, task_id: object, **body: Any) -> Any:
    return api.post(f"/api/tasks/{task_id}/annotations/", POS | body)


def test_the_highest_priority_comes_first_and_ids_break_ties(
    project: Project, api: ApiClient
) -> None:
    first, second, third = make_tasks(project, 3)
    Task.objects.filter(pk=third.pk).update(priority=0.9)
    given = []
    while (answer := take(api, project)).status_code == 200:
        given.append(int(answer.data["task"]["id"]))
        submit(api, given[-1])
    assert given == [third.pk, first.pk, second.pk]


def test_random_order_hands_out_every_task_once(api: ApiClient, project: Project) -> None:
    project.policy = project.policy | {"order": "random"}
    project.save()
    tasks = make_tasks(project, 6)
    given = []
    while (answer := take(api, project)).status_code == 200:
        given.append(int(answer.data["task"]["id"]))
        submit(api, given[-1])
    assert sorted(given) == [task.pk for task in tasks]


def test_a_reopened_tab_resumes_and_a_holding_one_fetches_ahead(
    project: Project, api: ApiClient
) -> None:
    make_tasks(project, 3)
    first = take(api, project).data["task"]["id"]
    assert take(api, project).data["task"]["id"] == first
    second = take(api, project, first).data["task"]["id"]
    assert second != first
    answer = take(api, project, first, second)
    assert (answer.status_code, answer.data["code"]) == (409, "two_leases_held")
    submit(api, first)
    third = take(api, project, second).data["task"]["id"]
    assert third not in {first, second}


def test_work_brings_prelabels_draft_reason_and_learning(project: Project, api: ApiClient) -> None:
    set_learning_provider(lambda _: LearningSummary(model_version=3, accuracy=0.8, labels=40))
    project.model_version = "m1"
    project.save()
    why = {"strategy": "margin", "reason": "close", "utility": 0.9}
    task = make_task(project, why=why, prediction_count=2)
    make_prediction(task, "m1", score=0.7, answers={"mood": "pos"}, is_ambiguous=True)
    make_prediction(task, "m0", score=0.1)
    api.put(f"/api/tasks/{task.pk}/draft/", POS, if_match="0")
    work = take(api, project).data
    assert [p["model_version"] for p in work["predictions"]] == ["m1"]
    assert work["predictions"][0]["ambiguous"] is True
    assert (work["draft"]["answers"], work["why"]) == (POS["answers"], why)
    assert (work["learning"]["accuracy"], work["learning"]["labels"]) == (0.8, 40)
    assert work["task"]["counts"]["drafts"] == 1


def test_without_prelabels_none_are_shown() -> None:
    project = make_project(settings={"prelabel": False})
    make_prediction(make_task(project, prediction_count=1))
    assert take(ApiClient(make_member(project)), project).data["predictions"] == []


@pytest.mark.parametrize("is_hidden", [True, False])
def test_a_pre_label_is_hidden_by_lot_and_the_lot_is_kept(monkeypatch, is_hidden) -> None:
    project = make_project(settings={"blind_share": 0.2})
    project.model_version = "m1"
    project.save()
    why = {"strategy": "margin", "class": "pos", "probability": 0.5}
    task = make_task(project, why=why, prediction_count=1, predicted={"mood": "pos"}, score=0.5)
    make_prediction(task, "m1", answers={"mood": "pos"})
    lots = iter([0.1 if is_hidden else 0.3, 0.0])
    monkeypatch.setattr("labeling.services.prelabel_draws.lot_of", lambda task, user: next(lots))
    api = ApiClient(make_member(project))
    work = take(api, project).data
    told = (bool(work["predictions"]), work["task"]["predicted"], work["task"]["score"])
    assert told == ((False, None, None) if is_hidden else (True, {"mood": "pos"}, 0.5))
    assert work["why"] == (None if is_hidden else why)
    draw = PrelabelDraw.objects.get()
    assert (draw.is_hidden, draw.share, draw.said) == (is_hidden, 0.2, {"mood": "pos"})
    api.delete(f"/api/leases/{work['lease']['id']}/")
    again = take(api, project).data
    assert bool(again["predictions"]) is not is_hidden
    assert PrelabelDraw.objects.get().is_hidden is is_hidden


def test_without_a_blind_share_nothing_is_drawn(project: Project, api: ApiClient) -> None:
    make_prediction(make_task(project, prediction_count=1))
    assert take(api, project).status_code == 200
    assert not PrelabelDraw.objects.exists()


def test_next_and_submit_take_a_bounded_number_of_queries(project: Project, api: ApiClient) -> None:
    make_tasks(project, 3)
    submit(api, take(api, project).data["task"]["id"])
    with CaptureQueriesContext(connection) as asked:
        task_id = take(api, project).data["task"]["id"]
    assert len(asked) <= 11
    with CaptureQueriesContext(connection) as stored:
        api.post(f"/api/tasks/{task_id}/annotations/", POS, Idempotency_Key="k")
    assert len(stored) <= 14


def test_a_router_reorders_the_first_candidates(project: Project, api: ApiClient) -> None:
    tasks = make_tasks(project, 3)

    class Backwards(PlainRoute):
        chooses = True

        def ordered(self, candidates: Sequence[Candidate]) -> Sequence[int]:
            return [c.task_id for c in reversed(candidates)]

    class Nothing(Backwards):
        def ordered(self, candidates: Sequence[Candidate]) -> Sequence[int]:
            return []

    set_router(lambda *_: Backwards())
    assert take(api, project).data["task"]["id"] == str(tasks[-1].pk)
    set_router(lambda *_: Nothing())
    other = ApiClient(make_member(project))
    assert take(other, project).status_code == 204


def test_a_stale_draft_gets_412_with_the_newer_one(project: Project, api: ApiClient) -> None:
    task = make_task(project)
    path = f"/api/tasks/{task.pk}/draft/"
    assert api.put(path, POS, if_match='"0"').data["revision"] == 1
    newer = {"answers": {"mood": "neg"}}
    assert api.put(path, newer, if_match='"1"').headers["ETag"] == '"2"'
    stale = api.put(path, POS, if_match='"1"')
    assert (stale.status_code, stale.data["current"]["answers"]) == (412, newer["answers"])
    blind = api.put(path, POS)
    assert (blind.status_code, blind.data["current"]["revision"]) == (428, 2)
    assert api.get(path).data["answers"] == newer["answers"]


@pytest.mark.parametrize("seen", ["0", "1"])
def test_a_draft_that_arrives_again_is_no_conflict(api: ApiClient, project: Project, seen) -> None:
    path = f"/api/tasks/{make_task(project).pk}/draft/"
    other = {"answers": {"mood": "neg"}}
    if seen == "1":
        api.put(path, other, if_match="0")
    first = api.put(path, POS, if_match=seen)
    again = api.put(path, POS, if_match=seen)
    assert (again.status_code, again.data["revision"]) == (200, first.data["revision"])
    assert api.put(path, other, if_match=seen).status_code == 412
    assert Draft.objects.get().answers == POS["answers"]


def test_a_draft_saved_after_the_submit_does_not_come_back(
    project: Project, api: ApiClient
) -> None:
    task = make_task(project)
    path = f"/api/tasks/{task.pk}/draft/"
    api.put(path, POS, if_match="0")
    submit(api, task.pk, draft_revision=1)
    late = api.put(path, POS, if_match="1")
    assert (late.status_code, late.data["current"]) == (412, None)
    assert not Draft.objects.exists()


def test_submitting_an_older_draft_than_the_saved_one_is_stale(
    project: Project, api: ApiClient
) -> None:
    task = make_task(project)
    path = f"/api/tasks/{task.pk}/draft/"
    api.put(path, POS, if_match="0")
    api.put(path, {"answers": {"mood": "neg"}}, if_match="1")
    answer = submit(api, task.pk, draft_revision=1)
    assert (answer.status_code, answer.data["current"]["revision"]) == (412, 2)
    assert not Annotation.objects.exists()


def test_autosave_keeps_the_lease_alive(project: Project, api: ApiClient) -> None:
    task = make_task(project)
    take(api, project)
    before = Lease.objects.get().expires_at
    Lease.objects.update(expires_at=before.replace(year=before.year - 1))
    api.put(f"/api/tasks/{task.pk}/draft/", POS, if_match="0")
    assert Lease.objects.get().expires_at > before.replace(year=before.year - 1)


def test_a_submit_leaves_history_facts_and_an_event(project: Project, api: ApiClient) -> None:
    task = make_task(project, "a car")
    region = {
        "id": "r1",
        "label": "mention",
        "on": "text",
        "class": "car",
        "geometry": {"start": 2, "end": 5},
    }
    made = submit(api, task.pk, regions=[region], lead_time=4.5).data
    stored = region | {"attributes": {}, "origin": {"kind": "human"}, "text": "car"}
    assert (made["regions"], made["lead_time"], made["revision"]) == ([stored], 4.5, 1)
    assert AnnotationRevision.objects.get().before is None
    facts = set(TaskLabel.objects.values_list("label", "value"))
    assert facts == {("mood", "pos"), ("mention", "car")}
    event = Event.objects.get(type="annotation")
    assert event.data == {"task": str(task.pk), "annotation": made["id"], "state": "submitted"}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"answers": {"mood": "odd"}}, "/answers/mood"),
        ({"answers": {"nope": "pos"}}, "/answers/nope"),
        ({"answers": []}, "/answers"),
        ({"regions": {}}, "/regions"),
        ({"lead_time": -1}, "/lead_time"),
        ({"lead_time": "4"}, "/lead_time"),
        (
            {
                "regions": [
                    {
                        "id": "r",
                        "label": "mention",
                        "class": "car",
                        "geometry": {"start": 0, "end": 99},
                    }
                ]
            },
            "/regions/0/geometry/end",
        ),
    ],
)
def test_a_bad_answer_names_its_place_and_stores_nothing(
    project: Project, api: ApiClient, body: dict[str, Any], pointer: str
) -> None:
    task = make_task(project)
    answer = api.post(f"/api/tasks/{task.pk}/annotations/", body)
    assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, pointer)
    assert not Annotation.objects.exists()


def test_an_empty_answer_needs_the_managers_leave(project: Project, api: ApiClient) -> None:
    task = make_task(project)
    answer = api.post(f"/api/tasks/{task.pk}/annotations/", {})
    assert (answer.status_code, answer.data["code"]) == (400, "empty_answer")
    project.policy = project.policy | {"allow_empty": True}
    project.save()
    assert api.post(f"/api/tasks/{task.pk}/annotations/", {}).status_code == 201


def test_viewers_look_but_do_not_answer(project: Project) -> None:
    task = make_task(project)
    viewer = ApiClient(make_member(project, Role.VIEWER))
    assert viewer.post(f"/api/tasks/{task.pk}/open/").data["lease"] is None
    assert take(viewer, project).status_code == 403
    assert submit(viewer, task.pk).status_code == 403
    assert viewer.put(f"/api/tasks/{task.pk}/draft/", POS).status_code == 403


def test_a_blind_annotator_sees_only_own_answers(project: Project, api: ApiClient) -> None:
    task = make_task(project, overlap=2)
    theirs = make_annotation(task)
    assert api.post(f"/api/tasks/{task.pk}/open/").data["annotations"] == []
    assert api.get(f"/api/tasks/{task.pk}/annotations/").data["results"] == []
    assert api.get(f"/api/annotations/{theirs.pk}/").status_code == 404
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    shown = reviewer.get(f"/api/tasks/{task.pk}/annotations/").data["results"]
    assert [item["id"] for item in shown] == [str(theirs.pk)]


def test_editing_ones_answer_keeps_before_and_after(project: Project, api: ApiClient) -> None:
    made = submit(api, make_task(project).pk).data
    path = f"/api/annotations/{made['id']}/"
    changed = api.patch(path, {"answers": {"mood": "neg"}}, if_match='"1"')
    assert (changed.data["revision"], changed.data["answers"]) == (2, {"mood": "neg"})
    stale = api.patch(path, POS, if_match='"1"')
    assert (stale.status_code, api.patch(path, POS).status_code) == (412, 428)
    history = api.get(f"{path}history/").data
    assert [edit["before"] and edit["before"]["answers"] for edit in history] == [
        None,
        {"mood": "pos"},
    ]
    assert list(TaskLabel.objects.values_list("value", flat=True)) == ["neg"]


def test_taking_an_answer_back_reopens_the_task(project: Project, api: ApiClient) -> None:
    task = make_task(project)
    made = submit(api, task.pk).data["id"]
    assert api.delete(f"/api/annotations/{made}/").status_code == 204
    task.refresh_from_db()
    assert (task.state, task.open_places) == ("open", 1)
    assert not TaskLabel.objects.exists()


def test_places_always_add_up(project: Project) -> None:
    """Whatever people do in whatever order, places = overlap - answers - leases, never below 0."""
    rng = random.Random(7)
    tasks = [make_task(project, overlap=2) for _ in range(3)]
    clients = [ApiClient(make_member(project)) for _ in range(4)]
    reviewer = ApiClient(make_member(project, Role.REVIEWER))
    owner = ApiClient(project.created_by)

    def review_one(_: ApiClient, task: Task) -> None:
        if annotation := task.annotations.first():
            verdict = {"verdict": rng.choice(["accept", "reject"])}
            reviewer.post(f"/api/annotations/{annotation.pk}/reviews/", verdict)

    def drop_lease(api: ApiClient, task: Task) -> None:
        if lease := task.leases.first():
            api.delete(f"/api/leases/{lease.pk}/")

    acts = [
        lambda api, _: take(api, project),
        lambda api, task: submit(api, task.pk, answers={"mood": rng.choice(["pos", "neg"])}),
        lambda api, task: api.post(f"/api/tasks/{task.pk}/skip/", {}),
        lambda api, task: api.post(f"/api/tasks/{task.pk}/open/"),
        lambda _, task: owner.patch(f"/api/tasks/{task.pk}/", {"overlap": rng.randint(1, 3)}),
        review_one,
        drop_lease,
    ]
    for _ in range(120):
        rng.choice(acts)(rng.choice(clients), rng.choice(tasks))
        for row in Task.objects.all():
            counted = row.annotations.exclude(state="rejected").count()
            assert row.annotation_count == counted
            assert row.open_places == max(0, row.overlap - counted - row.leases.count())
