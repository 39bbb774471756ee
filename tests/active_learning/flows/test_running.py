"""What a flow proposes lies on the field itself, whatever its steps made of it on the way."""

import json

import pytest
from PIL import Image

from active_learning.flows.declaration import read_flow
from active_learning.flows.describing import card_of_flow
from active_learning.flows.running import open_prelabeler
from active_learning.flows.steps.text import TEXTS
from active_learning.prelabelers.base import Medium, PrelabelerFault, View, Wanted
from active_learning.prelabelers.pictures import DISPLAY
from tests.active_learning.flows.models import ALL
from tests.active_learning.flows.test_declaration import CLASSED, READ


def proposed(steps, medium, kind, models_folder):
    flow = read_flow(steps, medium.type, ALL)
    card = card_of_flow(flow, id="flow-1", title="A", licence="none")
    return open_prelabeler(models_folder, card.fixed).propose(medium, [Wanted("it", kind)])


def picture(tmp_path, shown=(16, 8), whole=(32, 16)):
    """Return a picture of twice the size in which it is shown, bright from x = 4 on."""
    image = Image.new("L", shown, 51)
    image.paste(255, (shown[0] // 8, 0, *shown))
    image.save(tmp_path / "shown.png")
    facts = {"width": whole[0], "height": whole[1]}
    return Medium("image", None, tmp_path / "whole", facts, {DISPLAY: tmp_path / "shown.png"})


def test_lines_read_in_a_picture_are_searched_as_one_text_and_marked_where_they_stand(tmp_path):
    found = proposed(READ, picture(tmp_path), "box", tmp_path)
    assert [(mark.name, mark.kind, mark.more["text"]) for mark in found] == [
        ("name", "box", "Ann Lee"),
        ("name", "box", "Lee"),  # what runs over two lines is marked in both
        ("name", "box", "of"),
        ("name", "box", "Bo"),
    ]
    assert found[0].geometry == {"x": 40.0, "y": 0.0, "width": 70.0, "height": 10.0}
    assert found[3].geometry == {"x": 40.0, "y": 20.0, "width": 20.0, "height": 10.0}
    assert found[0].score == pytest.approx(0.45)


def test_words_that_the_decoder_told_apart_say_where_a_part_of_a_line_stands(tmp_path):
    medium = picture(tmp_path)
    boxes = (("To", 10, 15), ("Ann", 30, 40), ("Lee", 80, 20), ("of", 10, 15))
    words = [
        {"text": text, "box": [x, 20 * (number > 2), width, 10]}
        for number, (text, x, width) in enumerate(boxes)
    ]
    (tmp_path / "ocr").write_text(json.dumps({"words": words}))
    medium.views[View("ocr")] = tmp_path / "ocr"
    found = proposed(READ, medium, "box", tmp_path)
    assert (found[0].geometry["x"], found[0].geometry["width"]) == (30.0, 70.0)
    assert (found[1].geometry["x"], found[1].geometry["width"]) == (80.0, 20.0)


def test_what_was_found_is_cut_out_and_classed_by_the_second_model(tmp_path):
    steps = [CLASSED[1], {"step": "crop", "margin": 0}, CLASSED[4]]
    sure, unsure = proposed(steps, picture(tmp_path), "box", tmp_path)
    assert (unsure.name, unsure.score) == ("dark", pytest.approx(0.16))
    assert (sure.kind, sure.name, sure.score) == ("box", "bright", pytest.approx(0.8))
    assert sure.geometry == {"x": 4.0, "y": 2.0, "width": 4.0, "height": 4.0}


def test_marks_in_a_resized_picture_are_told_in_pixels_of_the_original(tmp_path):
    steps = [{"step": "resize", "longest_px": 64}, {"step": "model", "model": "finder"}]
    mark = proposed(steps, picture(tmp_path), "box", tmp_path)[0]
    assert mark.geometry == {"x": 2.0, "y": 1.0, "width": 2.0, "height": 2.0}


def test_the_text_of_a_document_is_searched_and_marked_page_by_page(tmp_path):
    (tmp_path / "texts").write_text(json.dumps({"texts": ["Nobody", "by Ann Lee", "Bo"]}))
    medium = Medium("document", None, tmp_path / "pdf", {}, {TEXTS: tmp_path / "texts"})
    found = proposed(READ[1:], medium, "span", tmp_path)
    assert [mark.geometry for mark in found] == [
        {"page": 1, "start": 3, "end": 10},
        {"page": 2, "start": 0, "end": 2},
    ]
    with pytest.raises(PrelabelerFault, match=r"Step 1 \(text\)"):
        proposed(READ[1:], Medium("document", None, tmp_path / "pdf"), "span", tmp_path)


def test_words_are_cut_out_of_a_text_with_what_stands_around_them(tmp_path):
    steps = [READ[2], {"step": "crop", "margin": 1}, {"step": "model", "model": "length"}]
    found = proposed(steps, Medium("text", "Bo and Ann Lee"), "span", tmp_path)
    assert [(mark.name, mark.geometry["start"]) for mark in found] == [("long", 7), ("long", 0)]


def test_marks_are_left_out_that_are_unsure_or_small_or_too_many(tmp_path):
    for settings in ({"least": 0.5}, {"least": 0, "least_side": 3}, {"least": 0, "most": 1}):
        steps = [{"step": "model", "model": "finder"}, {"step": "keep", **settings}]
        assert len(proposed(steps, picture(tmp_path), "box", tmp_path)) == 1
    steps = [{"step": "model", "model": "finder"}, {"step": "keep", "classes": "other"}]
    assert not proposed(steps, picture(tmp_path), "box", tmp_path)
    classed = [*steps, {"step": "crop"}, {"step": "model", "model": "tone"}]
    assert not proposed(classed, picture(tmp_path), "box", tmp_path)  # not: of the whole picture
