"""The filter language: what it finds, and where it says that it does not understand."""

from datetime import UTC, datetime

import pytest

from labeling.errors import BadFilter
from labeling.kernel.errors import Unavailable
from labeling.models import Review, Role, Skip, Task
from labeling.policies import Access
from labeling.selectors.similarity import set_similarity_provider
from labeling.selectors.task_filter import compile as compiling
from labeling.selectors.task_filter.compile import compile_filter
from labeling.selectors.task_list import TaskQuery, page_of_tasks
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_member,
    make_prediction,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def access() -> Access:
    return make_access(make_project(), Role.MANAGER)


def found(access: Access, text: str) -> list[str]:
    query = TaskQuery.read(access, {"filter": text})
    names = [task.data["text"] for task in page_of_tasks(access, query, 100).rows]
    assert query.found.matching().count() == len(names)
    return names


def task(access: Access, text: str, **facts: object) -> Task:
    return make_task(access.project, text, **facts)


def test_an_empty_filter_finds_everything(access: Access) -> None:
    task(access, "a")
    assert found(access, "") == found(access, "  ") == ["a"]


def test_the_example_of_the_contract(access: Access) -> None:
    wanted, unsure, other = [
        task(access, name, agreement=agreement)
        for name, agreement in (("wanted", 0.5), ("sure", 0.9), ("other", 0.5))
    ]
    for row, mood in ((wanted, "pos"), (unsure, "pos"), (other, "neg")):
        make_annotation(row, mood=mood)
    text = 'state = "done" and label = "pos" and agreement < 0.6'
    assert found(access, text) == ["wanted"]


def test_and_binds_stronger_than_or_and_parentheses_change_it(access: Access) -> None:
    for name, priority in (("a", 1), ("b", 2), ("c", 3)):
        task(access, name, priority=priority)
    assert found(access, "priority = 1 or priority = 2 and text = 'c'") == ["a"]
    assert found(access, "(priority = 1 or priority = 3) and text = 'c'") == ["c"]
    assert found(access, "not (priority = 1 or priority = 3)") == ["b"]
    assert found(access, "NOT priority in (1, 2)") == found(access, "priority not in (1, 2)")


def test_texts_are_searched_without_case(access: Access) -> None:
    task(access, "Please REFUND me")
    task(access, "100 % sure_")
    assert found(access, 'text ~ "refund"') == ["Please REFUND me"]
    assert found(access, 'text ~ "%"') == found(access, 'text ~ "e_"') == ["100 % sure_"]
    assert found(access, 'text !~ "refund"') == ["100 % sure_"]
    assert found(access, r'text ~ "a \"quoted\" word"') == []


def test_people_and_reviews(access: Access) -> None:
    one, _ = task(access, "one"), task(access, "two")
    ann = make_member(access.project, user=make_user("ann"))
    answer = make_annotation(one, ann)
    Review.objects.create(
        annotation=answer, reviewer=make_user("rev"), verdict="accept", comment="good"
    )
    assert found(access, 'annotator = "ann"') == ["one"]
    assert found(access, 'annotator != "ann"') == ["two"]
    assert found(access, "reviewer in (rev, other)") == ["one"]
    assert found(access, "comments > 0") == ["one"]
    assert found(access, "annotations = 1") == ["one"]


def test_model_answers(access: Access) -> None:
    one = task(access, "one", predicted={"mood": "pos"}, score=0.9, uncertainty=0.1)
    task(access, "two", predicted={"mood": "neg"}, score=0.4, uncertainty=0.6)
    task(access, "three")
    make_prediction(one, "m1")
    assert found(access, "predicted = pos") == ["one"]
    assert found(access, 'model_version = "m1"') == ["one"]
    assert found(access, "uncertainty >= 0.4 and uncertainty <= 0.6") == ["two"]
    assert found(access, "score < 0.5") == ["two"]


def test_dates_are_days_or_moments(access: Access) -> None:
    row = task(access, "old")
    Task.objects.filter(pk=row.pk).update(created_at=datetime(2026, 1, 2, 12, tzinfo=UTC))
    task(access, "new")
    assert found(access, "created = 2026-01-02") == ["old"]
    assert found(access, "created <= 2026-01-02") == ["old"]
    assert found(access, "created > 2026-01-02") == ["new"]
    assert found(access, "created < 2026-01-02T12:00:01Z") == ["old"]
    assert found(access, "created < 2026-01-02T12:00:00Z") == []


def test_ids_own_skips_and_columns(access: Access) -> None:
    one = task(access, "one", external_id="x1", data={"text": "one", "lang": "zh", "标签": "好"})
    two = task(access, "two", skip_count=1)
    Skip.objects.create(project=access.project, task=two, user=access.user)
    assert found(access, f"id in ({one.pk}, {two.pk})") == ["one", "two"]
    assert found(access, 'external_id = "x1"') == ["one"]
    assert found(access, "data.lang = zh") == ["one"]
    assert found(access, 'data.标签 = "好"') == ["one"]
    assert found(access, "skipped = true and skips >= 1") == ["two"]
    assert found(access, "skipped = false") == ["one"]
    assert found(access, "has_draft = true") == []


def test_similar_tasks_come_from_the_port(access: Access) -> None:
    one, two, _ = [task(access, name) for name in ("one", "two", "three")]
    with pytest.raises(Unavailable):
        found(access, f"similar_to({one.pk})")
    set_similarity_provider(lambda project_id, task_id: [one.pk, two.pk])
    assert found(access, f"similar_to({one.pk})") == ["one", "two"]
    foreign = make_task(make_project())
    with pytest.raises(BadFilter, match="no such task"):
        found(access, f"similar_to({foreign.pk})")


def test_a_filter_finds_the_same_driven_by_an_index_or_not(
    access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        row = task(access, name)
        make_annotation(row, mood="pos" if name != "b" else "neg")
    text = "label = pos and state = done and priority = 0"
    driven = found(access, text)
    monkeypatch.setattr(compiling, "DRIVEN", 1)
    assert found(access, text) == driven == ["a", "c"]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("state", 5),
        ("state =", 7),
        ("state = done and", 16),
        ("state = done done", 13),
        ("(state = done", 0),
        ('text ~ "open', 7),
        ("state ! done", 6),
        ("state = nonsense", 8),
        ("priority < high", 11),
        ("priority ~ 3", 0),
        ("created > yesterday", 10),
        ("created > 2026-02-31", 10),
        ("password = x", 0),
        ("data. = x", 0),
        ("id = 1.5", 5),
        ("skipped = maybe", 10),
        ("explode(3)", 0),
        ("similar_to(a)", 0),
        ("state in done", 9),
        ("priority < 1e400", 11),
        ("(" * 40 + "id = 1" + ")" * 40, 30),
        ("text ~ 'a\x00b'", 9),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(
    access: Access, text: str, position: int
) -> None:
    with pytest.raises(BadFilter) as refused:
        compile_filter(access, text)
    assert refused.value.extra["position"] == position


def test_a_value_is_only_ever_a_value(access: Access) -> None:
    task(access, "a")
    for value in ("' or 1=1 --", '"; drop table', "%s", "{0}", "\\", "a' || 'b"):
        text = value.replace("\\", "\\\\").replace('"', '\\"')
        assert found(access, f'text = "{text}"') == []
        assert found(access, f'external_id = "{text}"') == []


def test_another_projects_labels_do_not_count() -> None:
    mine, theirs = make_project(), make_project()
    make_annotation(make_task(theirs))
    access = make_access(mine, Role.MANAGER)
    make_task(mine, "own")
    assert found(access, "label = pos") == []
