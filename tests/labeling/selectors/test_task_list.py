"""Pages of a task list: the same rows in the same order however they are found."""

import itertools
import random
from collections.abc import Iterator

import pytest
from django.db import connection

from labeling.kernel.errors import BadInput
from labeling.models import Role, Task, TaskState
from labeling.policies import Access
from labeling.selectors import task_list
from labeling.selectors.task_filter import compile as compiling
from labeling.selectors.task_list import TaskQuery, count_tasks, page_of_tasks
from labeling.selectors.time_limit import TooSlow, at_most
from tests.factories.facts import make_access, make_project, make_task

pytestmark = pytest.mark.django_db
ORDERS = ("id", "state", "score", "uncertainty", "agreement", "priority", "created", "updated")


@pytest.fixture
def access() -> Access:
    access = make_access(make_project(), Role.MANAGER)
    rng = random.Random(0)
    for number in range(24):
        make_task(
            access.project,
            f"t{number}",
            state=rng.choice(TaskState.values),
            priority=rng.choice([0, 1]),
            score=rng.choice([None, 0.1, 0.5]),
            uncertainty=rng.choice([None, 0.2, 0.9]),
            skip_count=rng.choice([0, 0, 3]),
        )
    return access


def walk(access: Access, filter: str, order: str, limit: int) -> Iterator[Task]:
    """Page through a list to its end, and back to its beginning."""
    asked = {"filter": filter, "order": order}
    pages = [page_of_tasks(access, TaskQuery.read(access, asked), limit)]
    while following := pages[-1].next:
        query = TaskQuery.read(access, asked | {"cursor": following})
        pages.append(page_of_tasks(access, query, limit))
    there = [task for page in pages for task in page.rows]
    back = list(pages[-1].rows)
    page = pages[-1]
    while page.previous:
        page = page_of_tasks(
            access, TaskQuery.read(access, asked | {"cursor": page.previous}), limit
        )
        back = [*page.rows, *back]
    assert back == there
    yield from there


@pytest.mark.parametrize("order", [*ORDERS, *(f"-{name}" for name in ORDERS)])
@pytest.mark.parametrize(
    "filter", ["", "state in (open, done)", "priority > 0 and score < 0.3", "skips > 0"]
)
@pytest.mark.parametrize("driven", [0, 5000])
def test_strands_merge_to_the_order_of_all_rows(
    access: Access, order: str, filter: str, driven: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {"filter": filter, "order": order}
    once = page_of_tasks(access, TaskQuery.read(access, whole), 100).rows
    monkeypatch.setattr(compiling, "DRIVEN", driven)
    assert list(walk(access, filter, order, 5)) == list(once)
    name = {"created": "created_at", "updated": "updated_at"}.get(order.lstrip("-"), order)
    places = [(getattr(task, name.lstrip("-")), task.pk) for task in once]
    known = [place for place in places if place[0] is not None]
    assert known == sorted(known, reverse=order.startswith("-"))
    assert places[: len(known)] == known


@pytest.mark.parametrize(
    ("filter", "states"),
    [
        ("state = open", {"open"}),
        ("state != open", set(TaskState.values) - {"open"}),
        ("not (state in (open, done))", set(TaskState.values) - {"open", "done"}),
        ("state = open or state = done", {"open", "done"}),
        ("(state = open or state = done) and state != open", {"done"}),
        ("annotations > 0", {"in_progress", "done", "accepted"}),
        ("annotations = 0", {"open", "rejected"}),
        ("annotations <= 1", set(TaskState.values)),
        ("not (label = pos)", set(TaskState.values)),
        ("label = pos or state = open", set(TaskState.values)),
    ],
)
def test_a_filter_knows_the_states_of_its_matches(
    access: Access, filter: str, states: set[str]
) -> None:
    assert compiling.compile_filter(access, filter).states == states


def test_a_list_that_takes_too_long_says_what_to_do(
    access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_list, "LIST_S", -1.0 if connection.vendor == "sqlite" else 0.001)
    monkeypatch.setattr("labeling.selectors.time_limit._STEPS", 1)
    slow = " or ".join(f'text ~ "{word}"' for word in itertools.islice(_words(), 200))
    with pytest.raises(TooSlow, match="Add a condition that has an index"):
        page_of_tasks(access, TaskQuery.read(access, {"filter": slow}), 10)
    assert access.project.tasks.count() == 24  # the connection is usable


def test_an_estimate_that_takes_too_long_is_left_out(
    access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_list, "ESTIMATE_S", -1.0 if connection.vendor == "sqlite" else 0.001)
    monkeypatch.setattr("labeling.selectors.time_limit._STEPS", 1)
    slow = " or ".join(f'text ~ "{word}"' for word in itertools.islice(_words(), 200))
    query = TaskQuery.read(access, {"filter": slow})
    assert count_tasks(access, query, "estimate") == {}
    assert count_tasks(access, query, "exact") == {"count": 0}


def test_other_failures_inside_the_limit_stay_what_they_are() -> None:
    with pytest.raises(BadInput, match="mine"), at_most(5):
        raise BadInput("mine")


def _words() -> Iterator[str]:
    return (f"w{number}" for number in itertools.count())
