"""O11: right-to-left text has no offsets beyond its end, and slices equal surfaces."""

import json

import pytest

from labeling.regions import span
from labeling.regions.kind import Bounds
from tests.shared_data import shared


def load(name):
    return json.loads(shared(f"cases/files/O11/{name}").read_text(encoding="utf-8"))


def text_of(name):
    found = load(name)
    record = found[0] if isinstance(found, list) else found
    return record.get("data", record)["text"]


@pytest.mark.parametrize(("name", "start", "end"), [("rtl.json", 20, 25), ("rtl_he.json", 8, 12)])
def test_a_span_ends_within_the_text(name, start, end):
    text = text_of(name)
    bounds = Bounds(text=text)
    assert span.KIND.validate({"start": start, "end": end}, bounds) == []
    assert span.KIND.validate({"start": start, "end": len(text) + 1}, bounds)


def test_the_last_word_is_the_whole_surface():
    expected = load("expected.json")["rtl.json"]
    text, wanted = text_of("rtl.json"), expected["label_last_word"]
    assert len(text) == expected["text_len"] == wanted["end"]
    assert span.surface(wanted, text) == wanted["text"]


def test_digits_inside_hebrew_are_found_where_listed():
    assert (
        span.surface(load("expected.json")["rtl_he.json"]["label_2002"], text_of("rtl_he.json"))
        == "2002"
    )
