"""Known truths teach a project how far its votes may be added up."""

import pytest
from django.utils import timezone

from annotators.models import RoutingPlan
from annotators.services.believe import believe
from annotators.services.settle_routing import settle_routing
from annotators.services.tempers import learn_tempers
from labeling.models import Gold
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db


def misled(project, n_tasks, share):
    """Two people who agree everywhere; on some tasks of known truth both are wrong."""
    team = [make_member(project) for _ in range(2)]
    for number in range(n_tasks):
        truth = ("pos", "neg")[number % 2]
        wrong = ("pos", "neg")[1 - number % 2]
        task = make_task(project, f"text {number}")
        Gold.objects.create(task=task, answers={"mood": truth})
        for person in team:
            said = wrong if number < share * n_tasks else truth
            make_annotation(task, person, answers={"mood": said})
    return team


def test_people_who_err_together_are_added_up_less():
    project = make_project(settings={"overlap": 2})
    misled(project, 30, 0.3)
    assert learn_tempers(project=project, shares={})["mood"] < 0.8


def test_a_few_truths_teach_nothing():
    project = make_project(settings={"overlap": 2})
    misled(project, 10, 0.5)
    assert learn_tempers(project=project, shares={}) == {}


def test_a_settled_project_believes_two_who_agree_less():
    project = make_project(settings={"overlap": 2})
    team = misled(project, 30, 0.3)
    task = make_task(project, "new")
    for person in team:
        make_annotation(task, person, answers={"mood": "pos"})
    settle_routing(project=project, now=timezone.now())
    plan = RoutingPlan.objects.get(project=project)
    tempered = believe(project=project, plan=plan, task=task)
    plan.crowd = plan.crowd | {"temper": {}}
    plain = believe(project=project, plan=plan, task=task)
    assert tempered.confidence < plain.confidence
