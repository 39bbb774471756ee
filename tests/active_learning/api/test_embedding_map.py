"""The map over HTTP: drawn in the background, read as columns, blind where the project is."""

from typing import Any

import numpy as np
import pytest
from django.core.files.storage import default_storage
from numpy.typing import NDArray

from active_learning.models import Embedding, EmbeddingMap
from active_learning.projection.columns import read_columns
from active_learning.selectors.map_facts import GONE, NO_DOUBT, SEVERAL
from active_learning.services.draw_map import draw_map
from labeling.models import Job, Project, Role, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_tasks

pytestmark = pytest.mark.django_db


def embed(tasks: list[Task], rows: NDArray[np.float64] | None = None, layout: str = "one") -> None:
    rows = np.random.default_rng(0).standard_normal((len(tasks), 8)) if rows is None else rows
    for task, row in zip(tasks, rows.astype(np.float16), strict=True):
        Embedding.objects.create(
            project=task.project, task=task, layout=layout, vector=row.tobytes()
        )


def mapped(count: int = 6, **settings: object) -> tuple[Project, list[Task]]:
    project = make_project(settings=settings)
    tasks = make_tasks(project, count)
    embed(tasks)
    draw_map(project=project)
    return project, tasks


def client(project: Project, role: Role = Role.MANAGER) -> ApiClient:
    return ApiClient(make_member(project, role))


def path(project: Project, more: str = "") -> str:
    return f"/api/projects/{project.pk}/learning/map/{more}"


def columns(answer: Any) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    assert answer.status_code == 200
    return read_columns(answer.content)


def test_a_project_without_vectors_has_no_map_and_none_can_be_drawn() -> None:
    project = make_project()
    shown = client(project).get(path(project)).json()
    assert (shown["state"], shown["can_draw"], shown["version"]) == ("none", False, None)
    answer = client(project).post(path(project))
    assert answer.status_code == 409
    assert answer.json()["code"] == "nothing_to_map"


def test_drawing_is_a_job_and_its_points_are_the_tasks() -> None:
    project = make_project()
    tasks = make_tasks(project, 30)
    embed(tasks)
    manager = client(project)
    answer = manager.post(path(project))
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    assert job.report["points"] == 30, job.error
    shown = manager.get(path(project)).json()
    assert (shown["state"], shown["version"], shown["points"]) == ("ready", 1, 30)
    assert shown["missing"] == 0
    head, found = columns(manager.get(path(project, "1/points/")))
    assert found["id"].tolist() == [task.pk for task in tasks]
    assert np.isfinite(found["x"]).all()
    assert np.isfinite(found["y"]).all()
    assert head["groups"] == found["group"].max() + 1


def test_points_that_the_browser_has_are_not_sent_again() -> None:
    project, _ = mapped()
    viewer = client(project, Role.VIEWER)
    for what in ("points", "facts"):
        first = viewer.get(path(project, f"1/{what}/"))
        again = viewer.get(path(project, f"1/{what}/"), if_none_match=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in viewer.get(path(project, "1/points/"))["Cache-Control"]


def test_facts_follow_the_tasks_without_another_drawing() -> None:
    project, tasks = mapped(6, overlap=2)
    ada, ben = make_member(project), make_member(project)
    make_annotation(tasks[0], ada, mood="pos")
    make_annotation(tasks[1], ada, mood="neg")
    make_annotation(tasks[1], ben, mood="neutral")
    Task.objects.filter(pk=tasks[2].pk).update(uncertainty=1.0, predicted={"mood": "neutral"})
    tasks[3].delete()
    head, facts = columns(client(project).get(path(project, "1/facts/")))
    assert head["classes"] == ["pos", "neg", "neutral"]
    assert facts["label"].tolist() == [1, SEVERAL, 0, 0, 0, 0]
    assert facts["predicted"].tolist() == [0, 0, 3, 0, 0, 0]
    assert facts["doubt"][:3].tolist() == [NO_DOUBT, NO_DOUBT, 254]
    names = [person["id"] for person in head["annotators"]]
    assert names[facts["annotator"][0] - 1] == str(ada.pk)
    assert facts["annotator"][1] == SEVERAL
    assert facts["state"][3] == GONE
    assert head["states"][facts["state"][1]] == "done"


def test_in_a_blind_project_an_annotator_sees_the_own_answers_only() -> None:
    project, tasks = mapped(3, blind=True, overlap=2)
    ada, ben = make_member(project), make_member(project)
    make_annotation(tasks[0], ada, mood="pos")
    make_annotation(tasks[1], ben, mood="neg")
    make_annotation(tasks[2], ada, mood="pos")
    make_annotation(tasks[2], ben, mood="neg")
    head, facts = columns(ApiClient(ada).get(path(project, "1/facts/")))
    assert facts["label"].tolist() == [1, 0, 1]
    assert [person["id"] for person in head["annotators"]] == [str(ada.pk)]
    assert facts["annotator"].tolist() == [1, 0, 1]


def test_facts_of_many_tasks_cost_as_many_queries_as_those_of_few(
    django_assert_max_num_queries: Any,
) -> None:
    project, tasks = mapped(40)
    for task in tasks[:20]:
        make_annotation(task)
    viewer = client(project, Role.VIEWER)
    viewer.get(path(project, "1/facts/"))
    with django_assert_max_num_queries(12):
        viewer.get(path(project, "1/facts/"))
    with django_assert_max_num_queries(12):
        viewer.get(path(project))


def test_tasks_read_later_are_told_as_missing_until_the_next_drawing() -> None:
    project, tasks = mapped(5)
    more = make_tasks(project, 2)
    embed(more)
    viewer = client(project, Role.VIEWER)
    assert viewer.get(path(project)).json()["missing"] == 2
    draw_map(project=project)
    shown = viewer.get(path(project)).json()
    assert (shown["version"], shown["missing"], shown["points"]) == (2, 0, len(tasks) + 2)
    assert viewer.get(path(project, "1/points/")).status_code == 404


def test_other_vectors_make_the_map_outdated() -> None:
    project, tasks = mapped(4)
    embed(tasks, layout="two")
    shown = client(project).get(path(project)).json()
    assert shown["is_outdated"] is True


def test_the_next_map_keeps_its_shape() -> None:
    project = make_project()
    tasks = make_tasks(project, 90)
    rng = np.random.default_rng(1)
    kind = np.arange(90) % 3
    embed(tasks, rng.standard_normal((3, 8))[kind] * 4 + rng.standard_normal((90, 8)) * 0.3)
    viewer = client(project)
    draw_map(project=project)
    _, before = columns(viewer.get(path(project, "1/points/")))
    draw_map(project=project)
    _, after = columns(viewer.get(path(project, "2/points/")))
    for axis in ("x", "y"):
        assert np.corrcoef(before[axis], after[axis])[0, 1] > 0.9


def test_beyond_the_landmarks_every_task_still_has_a_place_beside_its_like() -> None:
    project = make_project()
    tasks = make_tasks(project, 120)
    rng = np.random.default_rng(1)
    kind = np.arange(120) % 2
    embed(tasks, rng.standard_normal((2, 8))[kind] * 6 + rng.standard_normal((120, 8)) * 0.3)
    draw_map(project=project, landmarks=40)
    _, found = columns(client(project).get(path(project, "1/points/")))
    at = np.stack([found["x"], found["y"]], axis=1)
    assert len(at) == 120
    apart = np.linalg.norm(at[:, None] - at[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    assert (kind[apart.argmin(axis=1)] == kind).mean() > 0.9


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_vector_that_is_no_number_is_left_out(bad: float) -> None:
    project = make_project()
    tasks = make_tasks(project, 30)
    rows = np.random.default_rng(0).standard_normal((30, 8))
    rows[3, 2] = bad
    embed(tasks, rows)
    draw_map(project=project)
    _, found = columns(client(project).get(path(project, "1/points/")))
    assert tasks[3].pk not in found["id"]
    assert len(found["id"]) == 29


def test_equal_vectors_are_drawn_too() -> None:
    project = make_project()
    tasks = make_tasks(project, 30)
    embed(tasks, np.ones((30, 8)))
    draw_map(project=project)
    _, found = columns(client(project).get(path(project, "1/points/")))
    assert np.isfinite(found["x"]).all()


def test_a_lost_file_says_what_to_do() -> None:
    project, _ = mapped()
    default_storage.delete(EmbeddingMap.objects.get(project=project).path)
    answer = client(project).get(path(project, "1/points/"))
    assert answer.status_code == 503
    assert answer.json()["code"] == "map_missing"


def test_annotators_look_but_do_not_draw() -> None:
    project, _ = mapped()
    annotator = client(project, Role.ANNOTATOR)
    assert annotator.get(path(project)).status_code == 200
    assert annotator.post(path(project)).status_code == 403


def test_strangers_see_nothing() -> None:
    project, _ = mapped()
    stranger = client(make_project())
    for more in ("", "1/points/", "1/facts/"):
        assert stranger.get(path(project, more)).status_code == 404
