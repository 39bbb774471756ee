"""The desk of brought models: processes are shared, few, and end when others take their place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from active_learning.plugged import desk
from active_learning.plugged.desk import DeskBusy, PluggedDesk
from active_learning.prelabelers.asking import Answered
from active_learning.prelabelers.base import Card, Medium

TEXT = Medium("text", "x")


class Asked:
    """In an `AskedPrelabeler`'s place: knows its card, and whether it was ended."""

    made: list["Asked"] = []

    @staticmethod
    def inside() -> None:
        """What happens while the model `asks itself` is asked."""

    def __init__(self, card: Card, *, models: Path, options: object) -> None:
        self.card, self.is_over, self.asked = card, False, 0
        Asked.made.append(self)

    def ask(self, medium: Medium, wanted: object) -> Answered:
        self.asked += 1
        if self.card.title == "asks itself":
            self.inside()
        return Answered((), 0.1)

    def __exit__(self, *_: object) -> None:
        self.is_over = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Asked]]:
    monkeypatch.setattr(desk, "AskedPrelabeler", Asked)
    Asked.made = []
    yield Asked.made


def card(name: str, title: str = "", **fixed: str) -> Card:
    return Card(name, frozenset({"text"}), frozenset({"choice"}), "m", "", title=title, fixed=fixed)


def test_a_model_is_opened_once_for_many_calls(made: list[Asked]) -> None:
    one = PluggedDesk(Path())
    for _ in range(3):
        one.ask(card("a"), TEXT, [])
    assert [(item.card.id, item.asked) for item in made] == [("a", 3)]


def test_declared_anew_it_is_another_model(made: list[Asked]) -> None:
    one = PluggedDesk(Path())
    one.ask(card("a", declaration="1"), TEXT, [])
    one.ask(card("a", declaration="2"), TEXT, [])
    assert len(made) == 2


def test_the_model_asked_longest_ago_makes_room(made: list[Asked]) -> None:
    one = PluggedDesk(Path(), models=2)
    for name in ("a", "b", "a", "c"):
        one.ask(card(name), TEXT, [])
    assert {item.card.id: item.is_over for item in made} == {"a": False, "b": True, "c": False}
    one.close()
    assert all(item.is_over for item in made)


def test_more_calls_than_lanes_are_refused(made: list[Asked], monkeypatch) -> None:
    one, inner = PluggedDesk(Path(), lanes=1), card("a", "asks itself")
    refused = []

    def again() -> None:
        with pytest.raises(DeskBusy):
            one.ask(inner, TEXT, [], wait_s=0)
        refused.append(True)

    monkeypatch.setattr(Asked, "inside", staticmethod(again))
    one.ask(inner, TEXT, [])
    assert refused == [True]


def test_a_model_that_made_room_while_at_work_ends_after_it(made: list[Asked], monkeypatch) -> None:
    one = PluggedDesk(Path(), models=1)
    monkeypatch.setattr(Asked, "inside", staticmethod(lambda: one.ask(card("b"), TEXT, [])))
    one.ask(card("a", "asks itself"), TEXT, [])
    assert {item.card.id: item.is_over for item in made} == {"a": True, "b": False}
