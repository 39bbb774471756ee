"""Dialogues are taken as chat programs write them, and bound the spans in their turns."""

import pytest

from labeling.media import MEDIA

INLINE = MEDIA["dialogue"].inline


def test_turns_of_several_habits_are_read():
    turns = [
        {"role": "user", "content": "Hallo 👋"},
        {"from": "gpt", "value": "Hi"},
        {"speaker": "Ann", "text": "…"},
        {"role": "assistant", "content": None, "tool_calls": [{"name": "search"}]},
    ]
    for value in (turns, {"turns": turns, "topic": "x"}):
        assert INLINE.faults(value) == []
        assert INLINE.bounds(value).turns == (7, 2, 1, 0)


@pytest.mark.parametrize(
    ("value", "where", "said"),
    [
        ("hello", "", "list of turns"),
        ([], "", "list of turns"),
        ({"turns": {}}, "/turns", "list of turns"),
        ([{"role": "user", "text": "a"}, "b"], "/1", "object"),
        ([{"text": "a"}], "/0", "role"),
        ([{"role": "user"}], "/0", "text"),
        ([{"role": "user", "text": "a", "tool_calls": {}}], "/0", "tool_calls"),
        ([{"role": "user", "text": "a" * 2_000_001}], "", "characters"),
        ([{"role": "u", "text": "a"}] * 10_001, "", "10,000 turns"),
    ],
)
def test_a_faulty_dialogue_is_told_by_place(value, where, said):
    pointer, detail = INLINE.faults(value)[0]
    assert pointer == where
    assert said in detail
