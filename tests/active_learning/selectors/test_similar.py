"""`similar_to()` finds tasks by their vectors."""

import numpy as np
import pytest
from django.core.cache import cache

from active_learning.models import Embedding
from active_learning.selectors import similar
from active_learning.selectors.similar import similar_task_ids
from labeling.kernel.errors import Unavailable
from labeling.models import Task
from tests.factories.facts import make_project, make_task

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def store(task: Task, vector: list[float], layout: str = "one") -> None:
    stored = np.array(vector, dtype=np.float16).tobytes()
    Embedding.objects.create(project=task.project, task=task, layout=layout, vector=stored)


def test_the_nearest_come_first_whatever_their_length() -> None:
    project = make_project()
    one, near, far, opposite = (make_task(project) for _ in range(4))
    store(one, [1, 0])
    store(opposite, [-1, 0])
    store(far, [0, 3])
    store(near, [9, 1])
    assert similar_task_ids(project.pk, one.pk) == [one.pk, near.pk, far.pk, opposite.pk]


def test_other_layouts_and_projects_are_not_compared() -> None:
    one = make_task(make_project())
    store(one, [1, 0])
    store(make_task(one.project), [1, 0, 0], layout="two")
    store(make_task(make_project()), [1, 0])
    assert similar_task_ids(one.project.pk, one.pk) == [one.pk]


def test_blocks_are_read_one_after_the_other(monkeypatch) -> None:
    monkeypatch.setattr(similar, "BLOCK", 2)
    monkeypatch.setattr(similar, "SHOWN", 3)
    project = make_project()
    tasks = [make_task(project) for _ in range(7)]
    for i, task in enumerate(tasks):
        store(task, [1, i])
    assert similar_task_ids(project.pk, tasks[6].pk) == [tasks[i].pk for i in (6, 5, 4)]


def test_a_task_not_read_yet_is_told_from_one_without_likes() -> None:
    task = make_task(make_project())
    with pytest.raises(Unavailable, match="not been read"):
        similar_task_ids(task.project.pk, task.pk)
