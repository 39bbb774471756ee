"""O49: a filter or an order never reaches past the task's own whitelisted columns."""

import json

import pytest

from tests.factories.client import ApiClient
from tests.factories.facts import make_project, make_tasks
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
OPERATORS = {"contains": "~", "starts_with": "~", "regex": "~", "equal": "="}


def cases() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        (shared("cases/files/O49") / "filters.json").read_text()
    )
    return found


def test_every_relation_path_is_an_unknown_column() -> None:
    project = make_project()
    make_tasks(project, 2)
    api = ApiClient(project.created_by)
    for case in cases():
        if "ordering" in case:
            continue
        column = str(case["filter"]).removeprefix("filter:tasks:")
        text = f'{column} {OPERATORS[str(case["operator"])]} "{case["value"]}"'
        answer = api.http.get(f"/api/projects/{project.pk}/tasks/", {"filter": text})
        assert answer.status_code == 400, text
        problem = answer.json()
        assert "unknown column" in problem["detail"]
        assert problem["position"] == 0


@pytest.mark.parametrize(
    "order",
    ["-project__created_by__password", "created_by", "annotations__annotator__email", "data.a__b"],
)
def test_ordering_by_a_path_is_refused(order: str) -> None:
    project = make_project()
    api = ApiClient(project.created_by)
    answer = api.get(f"/api/projects/{project.pk}/tasks/?order={order}")
    assert (answer.status_code, answer.data["code"]) == (400, "bad_filter")


def test_the_answer_does_not_depend_on_the_guess() -> None:
    project = make_project()
    make_tasks(project, 2)
    api = ApiClient(project.created_by)
    password = project.created_by.password
    said = {
        api.get(
            f"/api/projects/{project.pk}/tasks/?filter=project__created_by__password ~ '{guess}'"
        ).content
        for guess in (password[:4], "zzzz")
    }
    assert len(said) == 1


def test_a_bulk_change_takes_no_path_either() -> None:
    project = make_project()
    make_tasks(project, 2)
    api = ApiClient(project.created_by)
    body = {"action": "delete", "filter": "project__id > 0"}
    assert api.post(f"/api/projects/{project.pk}/tasks/bulk/", body).status_code == 400
    assert project.tasks.count() == 2
