"""A version by group over HTTP: only over what was declared, and honest about few tasks."""

from typing import Any

import pytest

from labeling.models import Project, Role
from tests.active_learning.api.test_diagnosis import held, version
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def fairness(project: Project, stored: Any) -> Any:
    client = ApiClient(make_member(project, Role.MANAGER))
    return client.get(f"/api/projects/{project.pk}/models/{stored.pk}/fairness/").json()


def test_nothing_is_compared_before_a_key_is_declared() -> None:
    project = make_project()
    told = fairness(project, version(project, held(project), ["pos"] * 40))
    assert told["declared"] == told["compared"] == []
    assert (told["keys"], told["tested"]) == (["source"], 40)


def test_groups_of_a_declared_key_are_compared_and_the_gap_is_told() -> None:
    owner = make_user()
    project = make_project(owner, settings={"sensitive": ["source", "gone"]})
    tasks = held(project)
    # By mail all are right; by phone the model says pos to everybody.
    said = ["pos" if at % 2 == 0 or at >= 20 else "neg" for at in range(40)]
    told = fairness(project, version(project, tasks, said))
    source, gone = told["compared"]
    assert [group["value"] for group in source["groups"]] == ["mail", "phone"]
    assert [group["tasks"] for group in source["groups"]] == [20, 20]
    assert [group["accuracy"]["value"] for group in source["groups"]] == [1.0, 0.5]
    assert source["groups"][1]["selected"]["pos"]["value"] == 1.0
    assert (source["accuracy"]["value"], source["accuracy"]["is_sure"]) == (0.5, True)
    assert (source["accuracy"]["most"], source["accuracy"]["least"]) == (0, 1)
    by_class = {gap["class"]: gap for gap in source["selection"]}
    assert by_class["pos"]["value"] == 0.5
    assert (by_class["neutral"]["value"], by_class["neutral"]["is_sure"]) == (0, False)
    assert gone == {"key": "gone", "groups": [], "without": 40, "accuracy": None, "selection": []}


def test_keys_are_checked_when_they_are_declared() -> None:
    owner = make_user()
    project = make_project(owner)
    client, path = ApiClient(owner), f"/api/projects/{project.pk}/"
    tag = client.get(path).headers["ETag"]
    answer = client.patch(path, {"settings": {"sensitive": "source"}}, if_match=tag)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/settings/sensitive"
    answer = client.patch(path, {"settings": {"sensitive": ["source"]}}, if_match=tag)
    assert answer.json()["settings"]["sensitive"] == ["source"]
