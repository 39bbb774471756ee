"""O41: scores belong to a model version; the selected one sorts; duplicates count once."""

import json
from typing import Any

import pytest

from labeling.models import Prediction, Project
from labeling.services.predictions import select_model_version
from tests.factories.client import ApiClient
from tests.factories.facts import make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    """The seven tasks, with their predictions brought over the API."""
    project = make_project()
    api = ApiClient(project.created_by)
    rows = json.loads((shared("cases/files/O41") / "predictions.json").read_text())
    created = api.post(f"/api/projects/{project.pk}/tasks/", [row["data"] for row in rows])
    body = [
        {
            "task": task_id,
            "model_version": prediction["model_version"],
            "score": prediction["score"],
            "answers": {"mood": prediction["result"][0]["value"]["choices"][0]},
        }
        for task_id, row in zip(created.data["created"], rows, strict=True)
        for prediction in row["predictions"]
    ]
    answer = api.post(f"/api/projects/{project.pk}/predictions/", body)
    assert answer.data == {"created": 7, "duplicates": 1}
    project.refresh_from_db()
    return project


def listed(project: Project, order: str) -> list[dict[str, Any]]:
    api = ApiClient(project.created_by)
    tasks: list[dict[str, Any]] = api.get(f"/api/projects/{project.pk}/tasks/?order={order}").data[
        "results"
    ]
    return tasks


def test_scores_are_those_of_the_selected_version(project: Project) -> None:
    assert project.model_version == "m1"
    scores = {task["data"]["i"]: task["score"] for task in listed(project, "id")}
    assert scores == {0: 0.9, 1: None, 2: 0.1, 3: None, 4: None, 5: 0.5, 6: 0.9}


def test_sorting_by_score_puts_the_unscored_last_both_ways(project: Project) -> None:
    rising = [task["data"]["i"] for task in listed(project, "score")]
    assert (rising[:2], set(rising[2:4]), rising[4:]) == ([2, 5], {0, 6}, [1, 3, 4])
    falling = [task["data"]["i"] for task in listed(project, "-score")]
    assert (set(falling[:2]), falling[2:4], set(falling[4:])) == ({0, 6}, [5, 2], {1, 3, 4})


def test_selecting_another_version_changes_the_scores(project: Project) -> None:
    select_model_version(project=project, model_version="m2")
    scores = {task["data"]["i"]: task["score"] for task in listed(project, "id")}
    assert (scores[2], scores[4], scores[0]) == (0.8, 1.0, None)


def test_an_exact_duplicate_is_kept_once(project: Project) -> None:
    task = project.tasks.get(data__i=6)
    assert Prediction.objects.filter(task=task).count() == 1
    assert listed(project, "-id")[0]["counts"]["predictions"] == 1


def test_opening_a_task_stores_no_prediction(project: Project) -> None:
    api = ApiClient(project.created_by)
    task = project.tasks.get(data__i=2)
    for _ in range(2):
        shown = api.post(f"/api/tasks/{task.pk}/open/").data["predictions"]
        assert [(p["model_version"], p["score"]) for p in shown] == [("m1", 0.1)]
    assert Prediction.objects.count() == 7


@pytest.mark.parametrize("score", ["much", "nan", True, [1], "1e999"])
def test_a_score_that_is_no_number_is_refused_at_its_place(project: Project, score: Any) -> None:
    api = ApiClient(project.created_by)
    task = project.tasks.get(data__i=3)
    body = [{"task": str(task.pk), "model_version": "m3", "score": score}]
    answer = api.post(f"/api/projects/{project.pk}/predictions/", body)
    assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, "/0/score")
    assert Prediction.objects.count() == 7
