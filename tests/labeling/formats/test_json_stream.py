"""Large JSON documents: piece by piece, exact numbers, faults at their lines."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.formats import json_stream
from labeling.formats.json_stream import JsonFault, elements_of

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=8), st.integers(1, 9))
def test_any_list_is_read_as_the_standard_library_reads_it(items, chunk) -> None:
    text = json.dumps(items, indent=1)
    whole = json_stream.CHUNK
    json_stream.CHUNK = chunk
    try:
        found = [element.value for element in elements_of(io.StringIO(text))]
    finally:
        json_stream.CHUNK = whole
    assert found == json.loads(text)


def test_lists_inside_an_object_come_piece_by_piece_and_the_rest_whole() -> None:
    text = '{"a": 1, "b": [{"x": [1, 2]},\n 3], "c": {}}'
    found = [(e.key, e.index, e.line, e.value) for e in elements_of(io.StringIO(text))]
    assert found == [
        ("a", None, 1, 1),
        ("b", 0, 1, {"x": [1, 2]}),
        ("b", 1, 2, 3),
        ("c", None, 2, {}),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [('[{"a": 1},\n{"b": }]', 2), ("[1, 2", 1), ("", 1), ('[{"a": NaN}]', 1), ("[1]\n\nx", 3),
     ('{"a" 1}', 1), ('["open', 1), ("[" * 100_000, 1)],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(text, line) -> None:
    with pytest.raises(JsonFault) as caught:
        list(elements_of(io.StringIO(text)))
    assert caught.value.line == line


def test_everything_before_a_fault_is_given() -> None:
    elements = elements_of(io.StringIO('[1, 2, {"x": ]'))
    found = [next(elements).value, next(elements).value]
    with pytest.raises(JsonFault):
        next(elements)
    assert found == [1, 2]
