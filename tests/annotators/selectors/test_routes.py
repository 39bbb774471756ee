"""Who gets which task, what is mixed in, and who gets none."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotators.models import (
    GoldOrigin,
    GoldResult,
    GoldTask,
    GoldUse,
    Qualification,
    Repeat,
    RoutingPlan,
    Standing,
    TaskBelief,
)
from annotators.selectors.routes import skills_wanted
from annotators.services.exams import save_exam
from annotators.services.repeats import RepeatAside
from annotators.services.standings import write_standing
from labeling.kernel.errors import NotAllowed
from labeling.models import Annotation, Gold, Lease, Role, Task
from labeling.policies import Access
from labeling.services.asides import ASIDES
from labeling.services.drafts import AnswerContent
from labeling.services.submit_annotation import submit_annotation
from tests.annotators.selectors.routed import answer, next_for, routed_project, routing
from tests.factories.client import ApiClient
from tests.factories.facts import make_access, make_member, make_task, make_tasks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _routed():
    with routing():
        yield


def gold_task(project, text="gold", **facts):
    task = make_task(project, text, open_places=0, state="done")
    Gold.objects.create(task=task, answers={"mood": "pos"})
    GoldTask.objects.create(task=task, project=project, origin=GoldOrigin.MADE, **facts)
    return task


def believed(task, confidence):
    rest = round(1 - confidence, 4)
    Task.objects.filter(pk=task.pk).update(annotation_count=1, overlap=3, open_places=2)
    TaskBelief.objects.create(
        task=task,
        project=task.project,
        label="mood",
        n_votes=1,
        confidence=confidence,
        posterior={"pos": confidence, "neg": rest},
        state="asking",
    )


def test_value_gives_a_good_person_what_is_in_doubt():
    project = routed_project(settings={"overlap": 3})
    settled, torn = make_tasks(project, 2)
    believed(settled, 0.97)
    believed(torn, 0.5)
    access = make_access(project)
    Standing.objects.create(project=project, user=access.user, right=95, answered=100)
    assert next_for(access).task == torn


def test_open_keeps_the_order_and_so_does_a_project_of_single_opinions():
    for facts in ({"policy": "open"}, {}):
        overlap = 3 if facts else 1
        project = routed_project(settings={"overlap": overlap}, **facts)
        settled, torn = make_tasks(project, 2)
        believed(settled, 0.97)
        believed(torn, 0.5)
        assert next_for(make_access(project)).task == settled


def test_balanced_gives_every_task_its_first_opinion_first():
    project = routed_project(settings={"overlap": 3}, policy="balanced")
    asked, fresh = make_tasks(project, 2)
    believed(asked, 0.5)
    assert next_for(make_access(project)).task == fresh


def test_skill_gives_a_specialist_their_class():
    project = routed_project(settings={"overlap": 3}, policy="skill")
    RoutingPlan.objects.filter(project=project).update(crowd={"right": 80, "answered": 100})
    other, own = make_tasks(project, 2)
    believed(other, 0.8)
    believed(own, 0.8)
    TaskBelief.objects.filter(task=own).update(posterior={"neg": 0.8, "pos": 0.2})
    access = make_access(project)
    classes = {"mood": {"neg": [50, 50], "pos": [10, 50]}}
    Standing.objects.create(
        project=project, user=access.user, right=60, answered=100, by_class=classes
    )
    assert next_for(access).task == own


def test_a_priority_that_a_person_set_goes_before_any_worth():
    project = routed_project(settings={"overlap": 3})
    torn, urgent = make_tasks(project, 2)
    believed(torn, 0.5)
    Task.objects.filter(pk=urgent.pk).update(priority=5.0)
    assert next_for(make_access(project)).task == urgent


def test_choosing_costs_no_statement_more_than_taking_the_first():
    project = routed_project(settings={"overlap": 3})
    for task in make_tasks(project, 25):
        believed(task, 0.6)
    access, other = make_access(project), make_access(project)
    next_for(make_access(project))  # the ontology is parsed once a process
    RoutingPlan.objects.filter(project=project).update(policy="open")
    with CaptureQueriesContext(connection) as plain:
        next_for(access)
    RoutingPlan.objects.filter(project=project).update(policy="value")
    with CaptureQueriesContext(connection) as routed:
        next_for(other)
    assert len(routed) == len(plain)  # beliefs come along with the candidates


def test_skills_and_language_open_tasks_where_the_plan_looks_at_them():
    project = routed_project(uses_skills=True)
    foreign = make_task(project, "t0", meta={"language": "zh"})
    plain = make_task(project, "t1", meta={"source": "x"})
    able, unable = make_access(project), make_access(project)
    Qualification.objects.create(project=project, user=able.user, skill="zh")
    write_standing(project=project, user_id=able.user.pk)
    assert next_for(unable).task == plain
    assert next_for(unable, holding=(plain.pk,)) is None
    assert next_for(able).task == foreign
    assert skills_wanted({"skills": ["a"], "language": "b"}) == ["a", "b"]


def test_a_skill_that_expired_opens_nothing():
    project = routed_project(uses_skills=True)
    make_task(project, meta={"skills": "heart"})
    access = make_access(project)
    past = timezone.now() - timedelta(days=1)
    Qualification.objects.create(project=project, user=access.user, skill="heart", expires_at=past)
    write_standing(project=project, user_id=access.user.pk)
    assert next_for(access) is None


def test_somebody_looks_further_where_the_first_tasks_are_not_for_them():
    project = routed_project(uses_skills=True)
    for number in range(25):
        make_task(project, f"t{number}", meta={"language": "zh"})
    last = make_task(project, "for all")
    assert next_for(make_access(project)).task == last


def test_nobody_judges_what_comes_from_themselves():
    project = routed_project(author_key="by")
    access = make_access(project)
    make_task(project, "t0", meta={"by": access.user.username})
    other = make_task(project, "t1", meta={"by": "somebody else"})
    assert next_for(access).task == other


def test_gold_is_mixed_in_and_looks_like_any_task():
    project = routed_project(gold_rate=0.5)
    make_tasks(project, 30)
    gold = gold_task(project)
    access = make_access(project)
    seeds = [seed for seed in range(20) if random.Random(seed).random() < 0.5]
    handed = next_for(access, seed=seeds[0])
    assert (handed.task, handed.lease.aside) == (gold, "extra")
    api = ApiClient(access.user)
    work = api.post(f"/api/projects/{project.pk}/tasks/next/", {}).data
    plain = make_access(project)
    other = next_for(plain, seed=next(s for s in range(20) if s not in seeds))
    shown = ApiClient(plain.user).post(f"/api/tasks/{other.task.pk}/open/", {}).data
    assert work["task"]["id"] == str(gold.pk)
    for key in ("state", "overlap", "counts", "annotators", "labels", "agreement"):
        assert work["task"][key] == shown["task"][key]


def test_an_answer_to_gold_is_an_annotation_that_is_graded_and_leaves_places_alone():
    project = routed_project(gold_rate=0.5)
    gold = gold_task(project)
    access = make_access(project)
    seed = next(s for s in range(20) if random.Random(s).random() < 0.5)
    next_for(access, seed=seed)
    made = answer(gold, access.user, mood="pos")
    assert GoldResult.objects.get(annotation=made).credit == 1.0
    assert (gold.overlap, gold.open_places, gold.annotation_count) == (2, 0, 1)
    assert next_for(access, seed=seed) is None


def test_gold_of_exams_retired_or_without_truth_is_not_mixed_in():
    project = routed_project(gold_rate=0.5)
    gold_task(project, "a", use=GoldUse.EXAM)
    gold_task(project, "b", use=GoldUse.RETIRED)
    gold_task(project, "c", has_truth=False)
    access = make_access(project)
    assert all(next_for(access, seed=seed) is None for seed in range(6))


def test_ones_own_task_comes_again_as_if_new_and_its_second_answer_is_kept_aside():
    project = routed_project(repeat_rate=0.5)
    access = make_access(project)
    tasks = make_tasks(project, 22)
    for task in tasks:
        answer(task, access.user, mood="pos")
    if "repeat" not in ASIDES:
        ASIDES.add("repeat", RepeatAside())
    seed = next(s for s in range(20) if random.Random(s).random() < 0.5)
    handed = next_for(access, seed=seed)
    assert handed.task in tasks[:2]
    work = ApiClient(access.user).post(f"/api/projects/{project.pk}/tasks/next/", {}).data
    assert (work["annotations"], work["task"]["annotators"]) == ([], [])
    content = AnswerContent(regions=[], relations=[], answers={"mood": "neg"})
    stored = submit_annotation(
        access=access, task=handed.task, content=content, draft_revision=None
    )
    assert stored.annotation.pk < 0
    assert Repeat.objects.get().agreement == 0.0
    assert Annotation.objects.filter(task=handed.task).count() == 1
    assert not Lease.objects.exists()


def test_a_paused_person_gets_no_work_but_may_submit_what_they_hold():
    project = routed_project()
    first, _ = make_tasks(project, 2)
    access = make_access(project)
    next_for(access)
    Standing.objects.update_or_create(
        project=project, user=access.user, defaults={"is_paused": True}
    )
    with pytest.raises(NotAllowed) as refused:
        next_for(access, holding=(first.pk,))
    assert refused.value.code == "paused"
    answer(first, access.user)
    assert first.annotation_count == 1
    opened = ApiClient(access.user).post(f"/api/tasks/{project.tasks.last().pk}/open/", {})
    assert opened.data["lease"] is None


def test_a_required_exam_closes_the_project_to_annotators_alone():
    project = routed_project()
    make_tasks(project, 2)
    manager = make_access(project, Role.MANAGER)
    save_exam(access=manager, values={"name": "Entry"})
    with pytest.raises(NotAllowed) as refused:
        next_for(make_access(project))
    assert refused.value.code == "exam_required"
    assert next_for(manager) is not None


def test_the_daily_most_holds():
    project = routed_project(daily_most=2)
    tasks = make_tasks(project, 3)
    access = make_access(project)
    for task in tasks[:2]:
        answer(task, access.user)
    with pytest.raises(NotAllowed) as refused:
        next_for(access)
    assert refused.value.code == "daily_limit"


def test_a_project_without_a_plan_is_open():
    project = routed_project()
    RoutingPlan.objects.all().delete()
    (task,) = make_tasks(project, 1)
    user = make_member(project)
    assert next_for(Access(user, project, Role.ANNOTATOR)).task == task
