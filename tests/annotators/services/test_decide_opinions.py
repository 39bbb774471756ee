"""After each vote: enough, one more, or somebody who knows better."""

import pytest
from django.utils import timezone

from annotators.models import BeliefState, Standing, TaskBelief
from annotators.selectors.plans import plan_of
from annotators.services.decide_opinions import decide_opinions
from annotators.services.settle_routing import settle_routing
from labeling.models import Event, Gold, Role
from labeling.services.statements import ask_one_more
from tests.annotators.selectors.routed import answer, next_for, routed_project, routing
from tests.factories.facts import make_access, make_annotation, make_member, make_task

pytestmark = pytest.mark.django_db
MARK = {"id": "r", "label": "mention", "on": "text", "class": "car"}


def known(project, user, right, answered):
    Standing.objects.update_or_create(
        project=project, user=user, defaults={"right": right, "answered": answered}
    )


def people(project, count, right=60.0, answered=100.0):
    found = [make_member(project) for _ in range(count)]
    for user in found:
        known(project, user, right, answered)
    return found


def places(task):
    task.refresh_from_db()
    return task.overlap, task.open_places, task.state


def test_one_vote_of_somebody_surely_good_is_enough():
    project = routed_project(most=5, target=0.9)
    task = make_task(project)
    answer(task, people(project, 1, 990.0, 1000.0)[0])
    assert places(task) == (1, 0, "done")
    assert TaskBelief.objects.get(task=task).state == BeliefState.SURE


def test_a_vote_of_somebody_unknown_asks_for_one_more_until_they_agree():
    project = routed_project(most=5, target=0.9)
    task = make_task(project)
    first, second, third = people(project, 3, 80.0, 100.0)
    answer(task, first)
    assert places(task) == (2, 1, "in_progress")
    answer(task, second)
    belief = TaskBelief.objects.get(task=task)
    assert (belief.state, belief.n_votes, belief.label) == ("sure", 2, "mood")
    assert places(task) == (2, 0, "done")
    assert belief.posterior["pos"] == pytest.approx(belief.confidence, abs=1e-4)
    answer(make_task(project), third)


def test_disagreement_ends_at_the_most_and_goes_to_review():
    project = routed_project(most=2, target=0.95)
    task = make_task(project)
    one, two = people(project, 2)
    answer(task, one, mood="pos")
    answer(task, two, mood="neg")
    assert places(task) == (2, 0, "done")
    assert TaskBelief.objects.get(task=task).state == BeliefState.ESCALATED
    assert Event.objects.filter(type="escalated").count() == 1


def test_an_escalated_task_waits_for_an_expert_where_the_plan_says_so():
    project = routed_project(most=2, escalation="expert")
    task = make_task(project)
    one, two = people(project, 2)
    answer(task, one, mood="pos")
    answer(task, two, mood="neg")
    assert places(task) == (3, 1, "in_progress")
    with routing():
        assert next_for(make_access(project, Role.ANNOTATOR)) is None
        handed = next_for(make_access(project, Role.REVIEWER))
    assert handed is not None
    assert handed.task == task


def test_below_the_least_nothing_stops_however_sure():
    project = routed_project(settings={"overlap": 3}, most=5, target=0.6)
    task = make_task(project)
    answer(task, people(project, 1, 990.0, 1000.0)[0])
    assert TaskBelief.objects.get(task=task).state == BeliefState.ASKING
    assert places(task) == (3, 2, "in_progress")


def test_without_a_most_beliefs_are_noted_and_places_stay():
    project = routed_project(settings={"overlap": 2})
    task = make_task(project)
    one, two = people(project, 2)
    answer(task, one, mood="pos")
    assert not TaskBelief.objects.exists()
    answer(task, two, mood="neg")
    assert places(task) == (2, 0, "done")
    assert TaskBelief.objects.get(task=task).state == BeliefState.ESCALATED


def test_two_who_decide_at_once_open_one_place():
    project = routed_project(most=5)
    task = make_task(project)
    answer(task, people(project, 1)[0])
    now = timezone.now()
    assert not ask_one_more(task_id=task.pk, answers=1, priority=0.5, now=now)
    assert places(task)[:2] == (2, 1)


def test_it_is_the_same_whoever_decides_and_however_often():
    project = routed_project(most=4)
    task = make_task(project)
    one, two = people(project, 2)
    answer(task, one, mood="pos")
    answer(task, two, mood="neg")
    before = (places(task), TaskBelief.objects.get(task=task).confidence)
    plan = plan_of(project)
    for _ in range(3):
        task.refresh_from_db()
        decide_opinions(project=project, plan=plan, task=task, now=timezone.now())
    assert (places(task), TaskBelief.objects.get(task=task).confidence) == before


def test_what_a_crash_left_undecided_is_decided_by_the_next_settling():
    project = routed_project(most=4)
    task = make_task(project)
    make_annotation(task, people(project, 1)[0])
    assert places(task) == (1, 0, "done")
    settle_routing(project=project, now=timezone.now())
    assert places(task) == (2, 1, "in_progress")


def test_an_answer_that_is_taken_back_takes_the_belief_with_it():
    project = routed_project(most=4)
    task = make_task(project)
    made = answer(task, people(project, 1)[0])
    made.delete()
    task.refresh_from_db()
    decide_opinions(project=project, plan=plan_of(project), task=task, now=timezone.now())
    assert not TaskBelief.objects.exists()


def test_marks_are_decided_by_how_far_they_agree():
    project = routed_project(settings={"overlap": 2, "allow_empty": True}, target=0.8, most=5)
    same, other = make_task(project, "a car and a bus"), make_task(project, "a car and a bus")
    one, two = people(project, 2, 80.0, 100.0)
    here = [MARK | {"geometry": {"start": 2, "end": 5}}]
    there = [MARK | {"geometry": {"start": 12, "end": 15}}]
    for task, second in ((same, here), (other, there)):
        answer(task, one, regions=here, answers={})
        answer(task, two, regions=second, answers={})
    assert (places(same)[0], places(other)[0]) == (2, 3)
    assert TaskBelief.objects.get(task=same).label == "mention"


def test_a_task_with_a_known_truth_is_never_asked_on():
    project = routed_project(most=5)
    task = make_task(project)
    Gold.objects.create(task=task, answers={"mood": "neg"})
    answer(task, people(project, 1)[0])
    assert places(task) == (1, 0, "done")
