"""The plan: stated whole or in part, refused with its place."""

import pytest

from annotators.models import RoutingPlan
from tests.annotators.selectors.routed import routed_project
from tests.factories.client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return routed_project(settings={"overlap": 2})


@pytest.fixture
def owner(project):
    return ApiClient(project.created_by)


def test_what_is_not_named_stays(project, owner):
    path = f"/api/projects/{project.pk}/routing/"
    answer = owner.put(path, {"policy": "skill", "most": 5, "worth": {"pos": 3}})
    assert answer.status_code == 200
    assert answer.data["policies"] == ["open", "balanced", "skill", "value"]
    again = owner.put(path, {"target": 0.9}).data["plan"]
    assert (again["policy"], again["most"], again["target"]) == ("skill", 5, 0.9)
    assert owner.put(path, {"most": None}).data["plan"]["most"] is None


@pytest.mark.parametrize(
    "change",
    [
        {"policy": "best"},
        {"most": 1},
        {"most": True},
        {"target": 1.0},
        {"gold_rate": 0.9},
        {"pause_below": 0},
        {"worth": {"pos": -1}},
        {"worth": []},
        {"uses_skills": 1},
        {"author_key": "x" * 65},
        {"no_such": 1},
    ],
)
def test_a_faulty_plan_is_refused_whole(project, owner, change):
    answer = owner.put(f"/api/projects/{project.pk}/routing/", {"policy": "open"} | change)
    assert answer.status_code == 400
    assert answer.data["errors"][0]["pointer"] == f"/{next(iter(change))}"
    assert RoutingPlan.objects.get(project=project).policy == "value"
