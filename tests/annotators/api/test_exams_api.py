"""Exams: practice with feedback, a test that ends when it is clear, pauses that can be appealed."""

from typing import Any

import pytest
from django.utils import timezone

from annotators.models import (
    AnnotatorFacts,
    ExamAnswer,
    ExamAttempt,
    GoldOrigin,
    GoldTask,
    Pause,
    Qualification,
    Standing,
)
from annotators.selectors.plans import plan_of
from annotators.services.pauses import pause_where_low
from labeling.models import Annotation, Gold, Role
from tests.annotators.selectors.routed import routed_project, routing
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_task

pytestmark = pytest.mark.django_db
TERMS: dict[str, Any] = {"name": "Entry", "practice": 1, "least": 6, "most": 10, "mark": 0.6}


@pytest.fixture(autouse=True)
def _routed():
    with routing():
        yield


@pytest.fixture
def project():
    project = routed_project()
    for number in range(14):
        task = make_task(project, f"question {number}", open_places=0, state="done")
        Gold.objects.create(task=task, answers={"mood": "pos"})
        GoldTask.objects.create(
            task=task, project=project, origin=GoldOrigin.MADE, use="exam", explanation="because"
        )
    make_task(project, "ordinary")
    return project


@pytest.fixture
def owner(project):
    return ApiClient(project.created_by)


@pytest.fixture
def person(project):
    return make_member(project)


def exams(project, rest=""):
    return f"/api/projects/{project.pk}/exams/{rest}"


def begun(project, owner, api, **terms):
    exam = owner.post(exams(project), TERMS | terms).data["id"]
    started = api.post(exams(project, f"{exam}/start/"))
    assert started.status_code == 200, started.data
    return exam


def sit(api, project, count, mood="pos"):
    """Answer what comes next, so often."""
    for _ in range(count):
        work = api.post(f"/api/projects/{project.pk}/tasks/next/", {})
        assert work.status_code == 200, work.status_code
        task = work.data["task"]["id"]
        stored = api.post(f"/api/tasks/{task}/annotations/", {"answers": {"mood": mood}})
        assert stored.status_code == 201, stored.data


def own(api, project):
    return api.get(exams(project)).data["exams"][0]


def test_practice_gives_feedback_and_the_test_does_not(project, owner, person):
    api = ApiClient(person)
    begun(project, owner, api)
    sit(api, project, 1, "neg")
    seen = own(api, project)
    assert seen["attempt"]["state"] == "test"
    (told,) = seen["feedback"]
    assert (told["credit"], told["truth"], told["explanation"]) == (0.0, {"mood": "pos"}, "because")
    sit(api, project, 2)
    assert len(own(api, project)["feedback"]) == 1
    assert own(api, project)["attempt"]["value"] is None


def test_who_is_surely_above_the_mark_passes_and_may_work(project, owner, person):
    api = ApiClient(person)
    closed = api.post(f"/api/projects/{project.pk}/tasks/next/", {})
    exam = begun(project, owner, api)
    assert closed.status_code in (200, 204)  # before the exam there was nothing to pass
    sit(api, project, 1 + 6)
    seen = own(api, project)
    assert (seen["attempt"]["state"], seen["is_valid"]) == ("passed", True)
    assert seen["attempt"]["low"] >= TERMS["mark"]
    assert Qualification.objects.get().skill == f"exam:{exam}"
    assert not Annotation.objects.filter(annotator=person).exists()
    work = api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data
    assert work["task"]["data"]["text"] == "ordinary"


def test_who_is_surely_below_fails_and_has_so_many_attempts(project, owner, person):
    api = ApiClient(person)
    exam = begun(project, owner, api, attempts=1)
    sit(api, project, 1 + 6, "neg")
    assert own(api, project)["attempt"]["state"] == "failed"
    refused = api.post(exams(project, f"{exam}/start/"))
    assert (refused.status_code, refused.data["code"]) == (409, "no_attempts_left")
    assert api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data["code"] == "exam_required"


def test_what_the_interval_leaves_open_a_manager_decides(project, owner, person):
    api = ApiClient(person)
    begun(project, owner, api)
    sit(api, project, 1)
    for number in range(10):
        sit(api, project, 1, "neg" if number % 2 else "pos")
    assert own(api, project)["attempt"]["state"] == "undecided"
    (waiting,) = owner.get(exams(project)).data["attempts"]
    assert waiting["low"] < TERMS["mark"] < waiting["high"]
    assert "attempts" in api.get(exams(project)).data
    assert api.get(exams(project)).data["attempts"] == []
    decided = owner.post(exams(project, f"attempts/{waiting['id']}/"), {"passes": True})
    assert decided.data["state"] == "passed"
    assert own(api, project)["is_valid"] is True


def test_passing_a_question_by_is_not_answering_it(project, owner, person):
    api = ApiClient(person)
    begun(project, owner, api)
    work = api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data
    assert api.post(f"/api/tasks/{work['task']['id']}/skip/", {}).status_code == 204
    assert ExamAnswer.objects.get().credit == 0.0


def test_an_attempt_can_be_left_and_counts(project, owner, person):
    api = ApiClient(person)
    exam = begun(project, owner, api)
    left = api.post(exams(project, f"{exam}/leave/"))
    assert left.data["state"] == "ended"
    assert own(api, project)["used"] == 1
    assert Standing.objects.get(user=person).attempt is None


def test_an_exam_without_enough_tasks_says_so(project, owner, person):
    exam = owner.post(exams(project), TERMS | {"least": 20, "most": 30}).data["id"]
    refused = ApiClient(person).post(exams(project, f"{exam}/start/"))
    assert (refused.status_code, refused.data["code"]) == (409, "too_few_exam_tasks")
    assert refused.data["params"] == {"wanted": 21, "count": 14}


@pytest.mark.parametrize(
    ("change", "pointer"), [({"most": 3}, "/most"), ({"name": "Other"}, "/name")]
)
def test_terms_that_contradict_are_refused(project, owner, change, pointer):
    owner.post(exams(project), TERMS | {"name": "Other"})
    exam = owner.post(exams(project), TERMS).data["id"]
    refused = owner.patch(exams(project, f"{exam}/"), change)
    assert (refused.status_code, refused.data["errors"][0]["pointer"]) == (400, pointer)


def test_deleting_an_exam_opens_the_project_and_frees_who_sat_it(project, owner, person):
    api = ApiClient(person)
    exam = begun(project, owner, api)
    assert owner.delete(exams(project, f"{exam}/")).status_code == 204
    assert Standing.objects.get(user=person).attempt is None
    work = api.post(f"/api/projects/{project.pk}/tasks/next/", {})
    assert work.data["task"]["data"]["text"] == "ordinary"
    assert not ExamAttempt.objects.exists()


def facts(project, user, low, high, judged=200.0):
    row, _ = AnnotatorFacts.objects.update_or_create(
        project=project,
        user=user,
        defaults={"accuracy": (low + high) / 2, "low": low, "high": high, "judged": judged},
    )
    return row


@pytest.mark.parametrize(
    ("low", "high", "judged", "paused"),
    [
        (0.40, 0.55, 200, True),
        (0.40, 0.65, 200, False),  # reaches the mark
        (0.20, 0.55, 200, False),  # wide
        (0.40, 0.55, 10, False),  # rests on little
    ],
)
def test_only_a_narrow_interval_below_the_mark_pauses(project, person, low, high, judged, paused):
    plan = plan_of(project)
    plan.pause_below = 0.6
    row = facts(project, person, low, high, judged)
    found = pause_where_low(project=project, plan=plan, facts=row, now=timezone.now())
    assert (found is not None) is paused


def test_reviewers_are_not_paused_and_nobody_where_the_plan_says_so(project, person):
    plan = plan_of(project)
    row = facts(project, person, 0.1, 0.2)
    now = timezone.now()
    assert pause_where_low(project=project, plan=plan, facts=row, now=now) is None
    plan.pause_below = 0.6
    reviewer = facts(project, make_member(project, Role.REVIEWER), 0.1, 0.2)
    assert pause_where_low(project=project, plan=plan, facts=reviewer, now=now) is None


def test_a_pause_is_told_appealed_and_lifted_and_old_facts_do_not_pause_again(
    project, owner, person
):
    plan = plan_of(project)
    plan.pause_below = 0.6
    row, now = facts(project, person, 0.4, 0.5), timezone.now()
    pause_where_low(project=project, plan=plan, facts=row, now=now)
    api = ApiClient(person)
    told = api.get(exams(project)).data["pause"]
    assert (told["reason"], told["facts"]["mark"], told["facts"]["high"]) == ("accuracy", 0.6, 0.5)
    assert api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data["code"] == "paused"
    appeal = f"/api/projects/{project.pk}/pauses/appeal/"
    assert api.post(appeal, {"appeal": "The guideline changed."}).status_code == 200
    (seen,) = owner.get(exams(project)).data["pauses"]
    assert seen["appeal"] == "The guideline changed."
    lifted = owner.post(
        f"/api/projects/{project.pk}/pauses/{seen['id']}/", {"lifts": True, "answer": "Agreed."}
    )
    assert lifted.data["ended_at"] is not None
    assert api.post(f"/api/projects/{project.pk}/tasks/next/", {}).status_code == 200
    assert pause_where_low(project=project, plan=plan, facts=row, now=now) is None
    more = facts(project, person, 0.4, 0.5, judged=230.0)
    assert pause_where_low(project=project, plan=plan, facts=more, now=now) is not None


def test_a_manager_pauses_with_words(project, owner, person):
    where = f"/api/projects/{project.pk}/pauses/"
    refused = owner.post(where, {"user": str(person.pk), "note": " "})
    assert refused.status_code == 400
    made = owner.post(where, {"user": str(person.pk), "note": "Please call me."})
    assert made.status_code == 201
    assert owner.post(where, {"user": str(person.pk), "note": "Again."}).status_code == 409
    assert Pause.objects.get().note == "Please call me."
    assert ApiClient(person).post(where, {"user": "1", "note": "x"}).status_code == 403


def test_skills_are_granted_and_taken_back(project, owner, person):
    where = f"/api/projects/{project.pk}/skills/"
    made = owner.post(where, {"user": str(person.pk), "skill": "zh"}).data
    assert Standing.objects.get(user=person).skills == {"zh": None}
    assert owner.delete(f"{where}{made['id']}/").status_code == 204
    assert Standing.objects.get(user=person).skills == {}
