"""Two answers are told by what one has before the other."""

import pytest

from active_learning.prelabelers.base import ClassName, Medium, PrelabelerFault, Wanted
from active_learning.prelabelers.dialogue_preference.features import MEASURES, measured
from active_learning.prelabelers.dialogue_preference.proposing import PreferenceProposer
from tests.active_learning.prelabelers.fake import FakeEncoder

CLASSES = (ClassName("left", "A"), ClassName("right", "B"), ClassName("same", "Equal"))
QUESTION = Wanted("it", "pairwise", classes=CLASSES, fields=("a", "b"))
SHORT, LONG = "No.", "I am not sure.\n- One thing is 3.\n- Would you like another?"


def told(medium):
    return PreferenceProposer(FakeEncoder()).propose(medium, [QUESTION])


def test_each_answer_has_before_the_other_what_the_other_lacks():
    first, second = told(Medium("text", SHORT, beside={"b": LONG}))
    assert (first.name, second.name) == ("left", "right")
    assert first.features == [-gap for gap in second.features]
    gaps = dict(zip(MEASURES, second.features, strict=False))
    assert all(gaps[name] > 0 for name in ("length", "asks", "refuses", "lists", "numbers"))


def test_the_last_turn_is_the_answer_to_the_one_before():
    dialogue = [{"role": "user", "text": "How far is it?"}, {"role": "bot", "text": SHORT}]
    other = [dialogue[0], {"role": "bot", "text": LONG}]
    first, _ = told(Medium("dialogue", dialogue, beside={"b": other, "note": "x"}))
    assert len(first.features) == len(MEASURES) + 1
    assert first.features[-1] != 0


def test_what_is_asked_may_stand_in_a_field_of_its_own():
    first, _ = told(Medium("text", "How far is it?", beside={"a": SHORT, "b": LONG}))
    assert first.features[-1] != 0


def test_a_field_without_a_text_is_a_fault():
    with pytest.raises(PrelabelerFault, match="no text"):
        told(Medium("text", SHORT, beside={"b": None}))


def test_an_empty_answer_ends_by_asking_nothing():
    assert measured("", "") == [0.0] * len(MEASURES)
