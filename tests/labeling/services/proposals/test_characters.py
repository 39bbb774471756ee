"""The same characters in another field."""

from labeling.services.proposals.characters import by_characters
from tests.labeling.services.proposals.asking import ask, asset, region

CAPTION = "The Harbour Lamp of Amina Diallo"
OCR = {
    "words": [
        {"text": "HARBOUR", "line": 0, "score": 0.9, "box": [10, 20, 60, 12]},
        {"text": "LAMP", "line": 0, "score": 0.9, "box": [75, 20, 40, 12]},
        {"text": "1887", "line": 1, "score": 0.9, "box": [10, 60, 40, 12]},
    ]
}
SPAN = region("s", "mention", {"start": 4, "end": 16})
SIGHT = {"data": {"caption": CAPTION, "photo": {"asset": "1"}}, "assets": {"photo": asset()}}


def best(found, label):
    return next((one for one in found if one.label == label), None)


def test_a_span_proposes_a_box_around_the_words_printed_in_the_image():
    found = best(by_characters(ask(SPAN, **SIGHT, views={("photo", "ocr"): OCR})), "thing")
    assert found.geometry == {"x": 10, "y": 20, "width": 105, "height": 12}
    assert (found.code, found.params) == ("same_characters", {"text": "HARBOUR LAMP"})
    assert found.class_id == "lamp"
    assert found.score > 0.9


def test_a_box_proposes_the_span_that_reads_like_what_is_printed_in_it():
    box = region("b", "thing", {"x": 5, "y": 15, "width": 120, "height": 20})
    found = best(by_characters(ask(box, **SIGHT, views={("photo", "ocr"): OCR})), "mention")
    assert found.geometry == {"start": 4, "end": 16}
    assert found.text == "Harbour Lamp"


def test_a_document_gives_a_span_of_its_page_and_a_box_around_it():
    text = "Invoice\nHarbour Lamp"
    runs = [{"start": 8, "way": "right", "box": [50, 90, 170, 100],
             "edges": [50 + 10 * i for i in range(13)]}]  # fmt: skip
    given = {
        "data": {"caption": CAPTION, "contract": {"asset": "2"}},
        "assets": {"contract": asset("document", page_texts=[0], facts={"page_texts": [0, 20]})},
        "views": {
            ("contract", "words"): {1: {"text": text, "runs": runs}},
            ("contract", "ocr"): {0: {"words": []}},
        },
    }
    found = by_characters(ask(SPAN, **given))
    assert best(found, "clause").geometry == {"page": 1, "start": 8, "end": 20}
    box = best(found, "stamp").geometry
    assert box == {"page": 1, "x": 50, "y": 90, "width": 120, "height": 10}


def scanned():
    """A contract whose second page is a scan that reads like the caption's lamp."""
    words = [
        {"text": "Harbour", "line": 0, "box": [50, 90, 70, 10], "score": 0.9},
        {"text": "Lamp", "line": 0, "box": [130, 90, 40, 10], "score": 0.9},
    ]
    return {
        "data": {"caption": CAPTION, "contract": {"asset": "2"}},
        "assets": {"contract": asset("document", facts={"page_texts": [0, 0], "broken": [1]})},
        "views": {("contract", "ocr"): {1: {"words": words}}},
    }


def test_a_scanned_page_is_read_and_gives_a_box_and_no_span():
    found = by_characters(ask(SPAN, **scanned()))
    assert best(found, "stamp").geometry == {
        "page": 1,
        "x": 50,
        "y": 90,
        "width": 120,
        "height": 10,
    }
    assert [one for one in found if one.label == "clause"] == []


def test_a_box_on_a_scanned_page_proposes_the_span_that_reads_like_it():
    stamp = region("b", "stamp", {"page": 1, "x": 45, "y": 85, "width": 130, "height": 20})
    found = best(by_characters(ask(stamp, **scanned())), "mention")
    assert found.text == "Harbour Lamp"


def test_a_dialogue_gives_a_span_of_its_turn_and_a_table_its_cell():
    data = {
        "caption": CAPTION,
        "chat": [{"role": "user", "text": "Hello"}, {"role": "bot", "text": "harbour lamp?"}],
        "sheet": {"columns": ["item", "price"], "rows": [["Chair", 3], ["Harbour Lamp", 9]]},
    }
    found = by_characters(ask(SPAN, data=data))
    assert best(found, "remark").geometry == {"start": 0, "end": 12, "turn": 1}
    assert best(found, "fact").geometry == {"row": 1, "column": "item"}


def test_a_transcript_is_proposed_as_a_whole_and_its_words_by_their_times():
    words = [
        {"text": "the", "start": 1.0, "end": 1.2},
        {"text": "harbour", "start": 1.2, "end": 1.6},
        {"text": "lamp", "start": 1.6, "end": 2.0},
    ]
    heard = region("r", "said", {"start": 1, "end": 4}, text="the harbour lamp is lit", words=words)
    found = by_characters(ask(SPAN, heard, data={"caption": CAPTION, "sound": {"asset": "3"}}))
    whole, timed = [one for one in found if one.label == "said"]
    assert (whole.region, whole.code) == ("r", "said")
    assert (timed.geometry, timed.code) == ({"start": 1.2, "end": 2.0}, "word_time")


def test_a_sound_range_finds_its_words_in_the_text():
    heard = region("r", "said", {"start": 1, "end": 4}, text="amina diallo")
    found = best(by_characters(ask(heard, data={"caption": CAPTION})), "mention")
    assert found.text == "Amina Diallo"


def test_a_region_without_words_proposes_nothing():
    box = region("b", "thing", {"x": 300, "y": 300, "width": 20, "height": 20})
    assert by_characters(ask(box, **SIGHT, views={("photo", "ocr"): OCR})) == []


def test_signs_side_by_side_are_read_each_to_its_end():
    def word(text, line, x, y):
        return {"text": text, "line": line, "score": 1.0, "box": [x, y, 60, 14]}

    signs = {
        "words": [word("AMINA", 0, 10, 10), word("HARBOUR", 1, 200, 12),
                  word("DIALLO", 2, 12, 30), word("LAMP", 3, 205, 32)]
    }  # fmt: skip
    found = best(by_characters(ask(SPAN, **SIGHT, views={("photo", "ocr"): signs})), "thing")
    assert found.params == {"text": "HARBOUR LAMP"}
    assert found.geometry == {"x": 200, "y": 12, "width": 65, "height": 34}


FILE = asset("table", "stock.csv", facts={"columns": ["item", "price"], "rows": 4_001})
BLOCKS = {
    block: {"start": 2_000 * block, "rows": [["Chair", "3"]] * 2_000} for block in range(2)
} | {2: {"start": 4_000, "rows": [["harbour-lamp", "9"]]}}
STOCK = {
    "data": {"caption": CAPTION, "sheet": {"asset": "4"}},
    "assets": {"sheet": FILE},
    "views": {("sheet", "rows"): BLOCKS},
}


def test_a_table_brought_as_a_file_gives_its_cell_whichever_block_it_is_in():
    found = best(by_characters(ask(SPAN, **STOCK)), "fact")
    assert found.geometry == {"row": 4_000, "column": "item"}
    assert (found.code, found.params) == ("same_characters", {"text": "harbour-lamp"})


def test_a_cell_of_a_file_proposes_the_span_that_reads_like_it():
    cell = region("c", "fact", {"row": 4_000, "column": "item"})
    assert best(by_characters(ask(cell, **STOCK)), "mention").text == "Harbour Lamp"


def test_a_whole_row_and_a_column_that_is_gone_read_nothing():
    for place in ({"row": 4_000}, {"row": 0, "column": "gone"}):
        assert by_characters(ask(region("c", "fact", place), **STOCK)) == []
