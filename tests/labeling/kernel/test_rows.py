"""Rows read by written-out statements are what the ORM would have read."""

import pytest
from django.db import models

from labeling.kernel.rows import Rows, fetch_all, fetch_one
from labeling.models import Task, User
from tests.factories.facts import make_project, make_task, make_user

pytestmark = pytest.mark.django_db
TASKS = Rows(Task, "t")


def values(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_every_column_comes_out_as_the_orm_gives_it() -> None:
    task = make_task(make_project(), "ä")
    Task.objects.update(predicted={"mood": ["pos", 1.5, None]}, score=0.25)
    (read,) = TASKS.read(
        f"SELECT {TASKS.columns} FROM labeling_task t WHERE t.id = %s",
        [task.pk],
    )
    assert values(read) == values(Task.objects.get())


def test_a_row_that_was_read_can_be_changed_and_saved() -> None:
    make_task(make_project(), "a")
    (read,) = TASKS.read(f"SELECT {TASKS.columns} FROM labeling_task t", [])
    read.priority = 7.0
    read.save(update_fields=["priority"])
    assert Task.objects.get().priority == 7.0


def test_columns_beside_the_model_follow_it() -> None:
    users = Rows(User, "u")
    ann = make_user("ann")
    row = fetch_one(f"SELECT {users.columns}, 1 + 1 FROM labeling_user u", [])
    assert row is not None
    assert values(users.made(row)) == values(User.objects.get(pk=ann.pk))
    assert row[users.width :] == (2,)


def test_nothing_found_is_none_or_no_rows() -> None:
    sql = f"SELECT {TASKS.columns} FROM labeling_task t"
    assert fetch_one(sql, []) is None
    assert fetch_all(sql, []) == []
