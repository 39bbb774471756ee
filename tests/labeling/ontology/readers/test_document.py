"""JSON and YAML of strangers are loaded strictly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology import OntologyError
from labeling.ontology.readers import read_ontology
from labeling.ontology.readers.document import load_document


def test_yaml_keeps_yes_no_on_and_dates_as_texts():
    text = "on: yes\nday: 2026-03-01\ntime: 12:30\ncode: 010\nbig: 18008865235058689\nx: 1e3"
    assert load_document(text) == {
        "on": "yes",
        "day": "2026-03-01",
        "time": "12:30",
        "code": 10,
        "big": 18008865235058689,
        "x": 1000.0,
    }


def test_yaml_keeps_null_booleans_and_blocks():
    assert load_document("a: ~\nb: true\nc: |\n  one\n  two\nd: [no, off]") == {
        "a": None,
        "b": True,
        "c": "one\ntwo\n",
        "d": ["no", "off"],
    }


def test_an_ontology_in_yaml():
    text = """
fields: {note: {type: text}}
labels:
  - {id: usable, on: note, kind: choice, classes: [yes, no]}
"""
    result = read_ontology(text)
    assert result.source == "penumbra"
    assert [item["id"] for item in result.document["labels"][0]["classes"]] == ["yes", "no"]


def test_a_byte_order_mark_is_no_part_of_the_document():
    assert load_document('\ufeff{"a": 1}') == {"a": 1}


def test_aliases_may_repeat_a_value():
    assert load_document("a: &x [1, 2]\nb: *x") == {"a": [1, 2], "b": [1, 2]}


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("", "empty", None),
        (" \n ", "empty", None),
        ('{"a": 1,\n "a": 2}', "twice", None),
        ("a: 1\nb: 2\na: 3", "twice", 3),
        ('{"a": NaN}', "NaN", None),
        ('{"a": 1,\n "b": }', "no JSON", 2),
        ("a: &a [*a]", "itself", 1),
        ("? [1]\n: 2", "key", 1),
        (BOMB, "aliases", None),
        ("[" * 100_000, "deep", None),
        ("a: " + "[" * 5_000, "deep", 1),
        ("{" * 3_000, "no JSON", 1),
        ("!!python/object/apply:os.system ['true']", "tag", 1),
        ("a: b: c", "neither", 1),
        ("a: \x00", "neither", None),
        ("x" * 2_000_001, "characters", None),
        ("a: " + "x" * 200_001, "too long for YAML", None),
    ],
)
def test_refuses_with_the_line_where_it_is_known(text, said, line):
    with pytest.raises(OntologyError, match=said) as caught:
        load_document(text)
    assert caught.value.problems[0].line == line


@given(st.text(max_size=80))
def test_any_text_is_loaded_or_refused(text):
    try:
        load_document(text)
    except OntologyError as error:
        assert error.problems
