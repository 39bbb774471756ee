"""Gold: made, promoted, drawn, listed; never shown to annotators as what it is."""

import pytest
from django.utils import timezone

from annotators.handlers import note_imported_gold, route_task
from annotators.models import GoldResult, GoldTask
from annotators.services.facts.evidence import gather_evidence
from annotators.services.quality import refresh_task_agreement
from labeling.events import AnnotationSubmitted, TasksCreated
from labeling.models import Annotation, Gold, Role, Task
from labeling.models.task import EXTRA
from labeling.services.leases import reserve
from tests.annotators.selectors.routed import answer, routed_project
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_task, make_tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return routed_project(settings={"overlap": 3})


@pytest.fixture
def owner(project):
    return ApiClient(project.created_by)


def path(project, rest=""):
    return f"/api/projects/{project.pk}/gold/{rest}"


def test_an_answer_becomes_a_truth_that_grades_others_but_not_its_author(project, owner):
    task = make_task(project)
    right = make_annotation(task, project.created_by, mood="pos")
    wrong = make_annotation(task, mood="neg")
    made = owner.put(f"/api/tasks/{task.pk}/gold/", {"annotation": str(right.pk)})
    assert (made.status_code, made.data["origin"], made.data["credit"]) == (200, "made", 0.0)
    assert made.data["truth"] == {"answers": {"mood": "pos"}, "marks": 0}
    assert list(GoldResult.objects.values_list("annotation", "credit")) == [(wrong.pk, 0.0)]
    task.refresh_from_db()
    assert (task.state, task.open_places) == ("done", 0)


def test_a_truth_is_checked_as_an_answer_is(project, owner):
    task = make_task(project)
    refused = owner.put(f"/api/tasks/{task.pk}/gold/", {"answers": {"mood": "odd"}})
    assert (refused.status_code, refused.data["errors"][0]["pointer"]) == (400, "/answers/mood")
    assert not Gold.objects.exists()
    made = owner.put(f"/api/tasks/{task.pk}/gold/", {"answers": {"mood": "neg"}})
    assert made.data["has_truth"] is True
    assert owner.delete(f"/api/tasks/{task.pk}/gold/").status_code == 204
    assert not GoldTask.objects.exists()
    assert owner.delete(f"/api/tasks/{task.pk}/gold/").status_code == 404


def test_unanimous_tasks_are_promoted_and_torn_ones_are_not(project, owner):
    same, torn, few = make_tasks(project, 3)
    for mood in ("pos", "pos", "pos"):
        make_annotation(same, mood=mood)
    for mood in ("pos", "pos", "neg"):
        make_annotation(torn, mood=mood)
    make_annotation(few)
    for task in (same, torn):
        refresh_task_agreement(project=project, task=task)
    added = owner.post(path(project, "promote/"), {"count": 10, "least": 3}).data["added"]
    assert added == [str(same.pk)]
    assert Gold.objects.get().answers == {"mood": "pos"}
    assert not GoldResult.objects.exists()  # they agreed with themselves


def test_a_drawn_task_gets_its_truth_from_an_expert_beyond_its_overlap(project, owner):
    (task,) = make_tasks(project, 1)
    Task.objects.update(overlap=1, open_places=0, state="done", annotation_count=1)
    annotator, reviewer = make_member(project), make_member(project, Role.REVIEWER)
    assert owner.post(path(project, "draw/"), {"count": 5}).data["added"] == [str(task.pk)]
    waiting = ApiClient(reviewer).get(path(project, "?use=waiting")).data["results"]
    assert [row["task"] for row in waiting] == [str(task.pk)]
    assert ApiClient(annotator).post(f"/api/tasks/{task.pk}/gold/answer/").status_code == 403
    held = ApiClient(reviewer).post(f"/api/tasks/{task.pk}/gold/answer/")
    assert (held.status_code, held.data["is_done"]) == (200, False)
    work = ApiClient(reviewer).post(f"/api/tasks/{task.pk}/open/").data
    assert work["lease"] is not None
    answer(task, reviewer, mood="neg")
    assert Gold.objects.get().answers == {"mood": "neg"}
    assert GoldTask.objects.get().made_by == reviewer
    assert not GoldResult.objects.exists()
    again = ApiClient(reviewer).post(f"/api/tasks/{task.pk}/gold/answer/")
    assert (again.status_code, again.data["code"]) == (409, "not_waiting")


def test_an_annotators_answer_to_a_drawn_task_is_no_truth(project, owner):
    (task,) = make_tasks(project, 1)
    owner.post(path(project, "draw/"), {"count": 1})
    answer(task, make_member(project), mood="neg")
    assert not Gold.objects.exists()


def test_partial_credit_for_marks_and_an_edit_is_graded_anew(owner):
    project = routed_project(settings={"allow_empty": True})
    task = make_task(project, "a car and a bus")
    mark = {"id": "r", "label": "mention", "on": "text", "class": "car"}
    two = [
        mark | {"id": "a", "geometry": {"start": 2, "end": 5}},
        mark | {"id": "b", "geometry": {"start": 12, "end": 15}},
    ]
    api = ApiClient(project.created_by)
    stated = api.put(f"/api/tasks/{task.pk}/gold/", {"regions": two, "answers": {}})
    assert stated.status_code == 200, stated.data
    person = make_member(project)
    made = answer(task, person, regions=two[:1], answers={})
    found = GoldResult.objects.get()
    assert (found.credit, found.credits) == (pytest.approx(2 / 3, abs=1e-3), {"mention": 0.6667})
    Annotation.objects.filter(pk=made.pk).update(regions=two)
    route_task(AnnotationSubmitted(project.pk, task.pk, made.pk, person.pk, answers=1))
    assert GoldResult.objects.get().credit == 1.0


def test_gold_of_an_exam_leaves_the_queue_even_where_nobody_answered_it(project, owner):
    task = make_task(project)
    owner.put(f"/api/tasks/{task.pk}/gold/", {"answers": {"mood": "neg"}})
    changed = owner.patch(path(project), {"tasks": [str(task.pk)], "use": "exam"})
    assert changed.data == {"changed": 1}
    task.refresh_from_db()
    assert (task.open_places, task.annotations.get().answers) == (0, {"mood": "neg"})
    assert owner.get(path(project)).data["counts"]["exam"] == 1


def test_imported_truths_are_noted(project, owner):
    task = make_task(project)
    Gold.objects.create(task=task, answers={"mood": "neg"})
    for _ in range(2):
        note_imported_gold(TasksCreated(project.pk, 1))
    (row,) = owner.get(path(project)).data["results"]
    assert (row["origin"], row["use"], row["data"]) == ("imported", "hidden", {"text": "a text"})


def test_annotators_see_no_gold(project):
    api = ApiClient(make_member(project))
    task = make_task(project)
    Gold.objects.create(task=task, answers={"mood": "neg"})
    assert api.get(path(project)).status_code == 403
    assert api.put(f"/api/tasks/{task.pk}/gold/", {"answers": {}}).status_code == 403
    assert api.get(f"/api/projects/{project.pk}/routing/").status_code == 403
    work = api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data
    assert "gold" not in str(work).lower()


def test_the_list_goes_on_page_by_page(project, owner):
    for task in make_tasks(project, 3):
        Gold.objects.create(task=task, answers={"mood": "neg"})
    note_imported_gold(TasksCreated(project.pk, 3))
    first = owner.get(path(project, "?limit=2")).data
    rest = owner.get(path(project, f"?limit=2&after={first['next']}")).data
    assert (len(first["results"]), len(rest["results"]), rest["next"]) == (2, 1, None)


def test_whoever_stated_a_truth_is_not_judged_by_it(project, owner):
    task = make_task(project)
    right = make_annotation(task, project.created_by, mood="pos")
    make_annotation(task, mood="neg")
    owner.put(f"/api/tasks/{task.pk}/gold/", {"annotation": str(right.pk)})
    judged = [answer.who for answer in gather_evidence(project).answers]
    assert project.created_by_id not in judged
    assert len(judged) == 1


def test_hidden_gold_shows_no_answers_of_others_to_who_is_measured():
    project = routed_project(settings={"overlap": 1, "blind": False})
    task, person = make_task(project), make_member(project)
    right = make_annotation(task, project.created_by, mood="pos")
    ApiClient(project.created_by).put(f"/api/tasks/{task.pk}/gold/", {"annotation": str(right.pk)})
    reserve(task=task, user=person, now=timezone.now(), aside=EXTRA)
    work = ApiClient(person).post(f"/api/tasks/{task.pk}/open/").data
    assert work["lease"] is not None
    told = (work["annotations"], work["task"]["annotators"], work["task"]["counts"]["annotations"])
    assert told == ([], [], 0)
