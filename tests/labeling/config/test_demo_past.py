"""A demo project with a past: answers of simulated people, on days that lie behind."""

import json

import pytest
from django.utils import timezone

from labeling.config.demo.load import PLANS, _load_project
from labeling.models import Membership, Project, Role
from tests.factories.facts import make_user

DAYS = [20, 20]


@pytest.mark.django_db
@pytest.mark.slow
def test_people_answer_on_days_that_lie_behind_and_the_model_learns_each_evening():
    plan = json.loads((PLANS / "23_desk.json").read_text(encoding="utf-8"))
    _load_project(make_user(), plan | {"count": 40, "past": plan["past"] | {"answers": DAYS}})

    project = Project.objects.get()
    given = list(project.annotations.order_by("created_at"))
    assert len(given) == sum(DAYS)
    days = sorted({one.created_at.date() for one in given})
    assert [(timezone.now().date() - day).days for day in days] == [2, 1]
    rounds = list(project.query_rounds.order_by("pk"))
    assert [(one.state, one.finished_at.date()) for one in rounds[:2]] == [
        ("done", day) for day in days
    ]
    assert 0 < rounds[0].labels < rounds[1].labels
    people = Membership.objects.filter(project=project, role=Role.ANNOTATOR)
    assert {member.user.first_name.split()[1] for member in people} == {"(sim.)"}
    assert not any(member.user.has_usable_password() for member in people)
