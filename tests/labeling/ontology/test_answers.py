"""Each kind of question takes its own values and no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology.answers import ANSWER_KINDS, is_blank
from tests.labeling.ontology.documents import an_ontology

CLASSES = ["a", "b", "c"]


def a_label(kind, **more):
    if ANSWER_KINDS[kind].needs_classes:
        more.setdefault("classes", CLASSES)
    if kind == "pairwise":
        more["fields"] = ["text", "image"]
    return an_ontology({"id": "q", "on": "text", "kind": kind, **more}).labels[0]


GOOD = [
    ("choice", {}, "a"),
    ("multichoice", {}, ["a", "c"]),
    ("taxonomy", {}, ["b"]),
    ("taxonomy", {"multiple": True}, ["a", "b"]),
    ("rating", {}, 5),
    ("rating", {"max": 10}, 10),
    ("rating", {"step": 0.5}, 3.5),
    ("number", {}, -7.25),
    ("number", {"min": 0, "max": 1, "step": 0.1}, 0.3),
    ("datetime", {}, "2026-03-01"),
    ("datetime", {}, "2026-03-01T12:30:00Z"),
    ("datetime", {}, "2026-03-01T12:30:00+08:00"),
    ("textarea", {}, "free text\nand more"),
    ("textarea", {"multiple": True}, ["one", "two"]),
    ("ranking", {}, ["c", "a", "b"]),
    ("pairwise", {}, "b"),
]
BAD = [
    ("choice", {}, ["a"]),
    ("choice", {}, "d"),
    ("choice", {}, 1),
    ("multichoice", {}, "a"),
    ("multichoice", {}, ["a", "a"]),
    ("multichoice", {}, ["a", 2]),
    ("taxonomy", {}, ["a", "b"]),
    ("rating", {}, 0),
    ("rating", {}, 6),
    ("rating", {}, 2.5),
    ("rating", {}, True),
    ("rating", {}, "4"),
    ("number", {}, float("nan")),
    ("number", {}, float("inf")),
    ("number", {"step": 0.1}, 0.35),
    ("number", {"max": 1}, 10**400),
    ("datetime", {}, "yesterday"),
    ("datetime", {}, 20260301),
    ("textarea", {"max_length": 3}, "long"),
    ("textarea", {}, ["a"]),
    ("textarea", {}, "\ud800"),
    ("textarea", {"multiple": True}, ["a", 1]),
    ("ranking", {}, ["a", "b"]),
    ("pairwise", {}, "text"),
]


@pytest.mark.parametrize(("kind", "options", "value"), GOOD)
def test_accepts(kind, options, value):
    assert ANSWER_KINDS[kind].validate(a_label(kind, **options), value) == []


@pytest.mark.parametrize(("kind", "options", "value"), BAD)
def test_refuses(kind, options, value):
    assert ANSWER_KINDS[kind].validate(a_label(kind, **options), value)


@pytest.mark.parametrize("value", [None, "", "  \n", []])
def test_blank_values_are_no_answers(value):
    assert is_blank(value)


@pytest.mark.parametrize("value", [0, False, "0", ["a"]])
def test_zero_and_false_are_answers(value):
    assert not is_blank(value)


LABELS = {kind: a_label(kind) for kind in ANSWER_KINDS}


@pytest.mark.parametrize("kind", ANSWER_KINDS)
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    )
)
def test_any_value_is_judged_without_an_error(kind, value):
    assert isinstance(ANSWER_KINDS[kind].validate(LABELS[kind], value), list)
