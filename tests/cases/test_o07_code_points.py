"""O07: spans count code points, also after emoji and joined letters."""

import json

from labeling.regions import span
from labeling.regions.kind import Bounds
from tests.shared_data import shared


def load(relative):
    return json.loads(shared(f"cases/files/{relative}").read_text(encoding="utf-8"))


def text_of(relative):
    found = load(relative)
    return (found[0] if isinstance(found, list) else found)["data"]["text"]


def test_code_points_utf16_units_and_surfaces_agree():
    text, expected = text_of("O07/emoji_preannotated.json"), load("O07/expected.json")
    assert len(text) == expected["text_len_cp"]
    for wanted in expected["spans"]:
        geometry = {"start": wanted["start_cp"], "end": wanted["end_cp"]}
        units = (wanted["start_utf16"], wanted["end_utf16"])
        assert span.KIND.validate(geometry, Bounds(text=text)) == []
        assert span.surface(geometry, text) == wanted["text"]
        assert span.to_utf16(geometry, text) == units
        assert span.from_utf16(*units, text) == geometry
