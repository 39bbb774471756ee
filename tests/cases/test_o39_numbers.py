"""O39: data columns sort and compare by value; what is no number comes last both ways."""

import json
from typing import Any

import pytest

from labeling.models import Project
from tests.factories.client import ApiClient
from tests.factories.facts import make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
FOLDER = "cases/files/O39"


@pytest.fixture
def project() -> Project:
    project = make_project()
    rows = json.loads((shared(FOLDER) / "num.json").read_text())
    body = [row["data"] | {"text": "t"} for row in rows]
    answer = ApiClient(project.created_by).post(f"/api/projects/{project.pk}/tasks/", body)
    assert answer.status_code == 201, answer.data
    return project


@pytest.fixture
def expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared(FOLDER) / "expected.json").read_text())
    return found


def walked(project: Project, query: str, limit: int = 50) -> list[int]:
    """The column i of all pages."""
    api = ApiClient(project.created_by)
    path: str | None = f"/api/projects/{project.pk}/tasks/?limit={limit}&{query}"
    found: list[int] = []
    while path:
        answer = api.get(path)
        assert answer.status_code == 200, answer.data
        found += [task["data"]["i"] for task in answer.data["results"]]
        path = answer.data["next"]
    return found


def test_rising_by_value_then_the_rest(project: Project, expected: dict[str, Any]) -> None:
    found = walked(project, "order=data.v")
    assert found[:7] == expected["ascending_i"]
    assert set(found[7:]) == set(expected["then_any_order"])


def test_falling_by_value_then_the_rest(project: Project, expected: dict[str, Any]) -> None:
    found = walked(project, "order=-data.v")
    assert found[:7] == expected["descending_i"]
    assert set(found[7:]) == set(expected["then_any_order"])


def test_comparisons_are_by_value(project: Project, expected: dict[str, Any]) -> None:
    assert set(walked(project, "filter=data.v > 9")) == set(expected["filter_v_gt_9"])
    between = walked(project, "filter=data.v >= -10 and data.v <= 2&order=data.v")
    assert between == expected["filter_between_-10_and_2"]


@pytest.mark.parametrize("order", ["data.v", "-data.v", "data.text", "-id", "score", "-score"])
def test_pages_of_three_neither_skip_nor_repeat(project: Project, order: str) -> None:
    found = walked(project, f"order={order}", limit=3)
    assert found == walked(project, f"order={order}")
    assert sorted(found) == list(range(12))


def test_the_way_back_is_the_way_there(project: Project) -> None:
    api = ApiClient(project.created_by)
    path: str | None = f"/api/projects/{project.pk}/tasks/?limit=3&order=data.v"
    there = []
    answer: Any = None
    while path:
        answer = api.get(path)
        there.append([task["id"] for task in answer.data["results"]])
        path = answer.data["next"]
    back = [there[-1]]
    while answer.data["previous"]:
        answer = api.get(answer.data["previous"])
        back.append([task["id"] for task in answer.data["results"]])
    assert back[::-1] == there


def test_long_integers_keep_their_digits(project: Project) -> None:
    api = ApiClient(project.created_by)
    answer = api.get(f"/api/projects/{project.pk}/tasks/?order=-data.v&limit=1")
    assert b"100000000000000000001" in answer.content


def test_words_compare_as_words(project: Project) -> None:
    assert walked(project, 'filter=data.v = "abc"') == [6]
    assert walked(project, 'filter=data.v ~ "B"') == [6]
