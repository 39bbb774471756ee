"""Tables are found by how words stand, and by the lines that are drawn."""

import json

import numpy as np
import pytest
from PIL import Image, ImageDraw

from active_learning.prelabelers.base import Medium, PrelabelerFault
from active_learning.prelabelers.document_tables import page_image, page_words, table_views
from active_learning.prelabelers.document_tables.aligning import Word, aligned_tables
from active_learning.prelabelers.document_tables.proposing import TableProposer
from active_learning.prelabelers.document_tables.ruling import grids_of, lines_of, upright_of

ITEMS = (
    ("Item", "Count", "Price"),
    ("Lamp", "2", "19.00"),
    ("with a green shade",),
    ("Desk", "1", "240.00"),
    ("Chair", "4", "60.00"),
)
PLACES = ((50, 160), (200, 40), (300, 60))


def laid(rows, top=100.0, step=16.0):
    """Words of 10 points' height, one row below the other."""
    return [
        Word((x, top + step * row, x + min(wide, 6 * len(text)), top + step * row + 10), text)
        for row, texts in enumerate(rows)
        for (x, wide), text in zip(PLACES, texts, strict=False)
    ]


def test_words_below_each_other_are_a_table_and_a_second_line_is_no_row():
    (table,) = aligned_tables(laid(ITEMS))
    assert (len(table.rows), len(table.columns), table.has_header) == (4, 3, True)
    assert [word.text for word in table.cells[1, 0]] == ["Lamp", "with a green shade"]
    assert table.rows[0][1] == table.rows[1][0] == pytest.approx(113)
    assert table.score > 0.9


def test_running_text_and_two_addresses_beside_each_other_are_no_table():
    prose = [Word((50, 16.0 * row, 400, 16.0 * row + 10), "running text") for row in range(9)]
    assert aligned_tables(prose) == []
    streets = [
        ("A. Smith", "B. Jones"),
        ("1 High St", "No 2"),
        ("X1 2AB", "12345 Y"),
        ("UK", "DE 1"),
    ]
    assert aligned_tables(laid(streets)) == []


def test_labels_with_amounts_are_a_table_of_two_columns():
    rows = [
        ("Charges", "", "4.11"),
        ("Tax", "", "0.80"),
        ("Credits", "", "1.00"),
        ("Sum", "", "3.91"),
    ]
    words = [word for word in laid(rows) if word.text]
    aligned = [w if w.box[0] < 300 else Word((320, w.box[1], 344, w.box[3]), w.text) for w in words]
    (table,) = aligned_tables(aligned)
    assert (len(table.rows), len(table.columns)) == (4, 2)


def test_a_wide_gap_parts_two_tables():
    words = laid(ITEMS) + laid(ITEMS, top=230.0)
    assert [len(table.rows) for table in aligned_tables(words)] == [4, 4]


def drawn(lines, size=(400, 300)):
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for line in lines:
        pen.line(line, fill=(90, 90, 90), width=1)
    return np.asarray(image)


GRID = [
    *((40, y, 340, y) for y in (50, 68, 86, 140)),
    *((x, 50, x, 140) for x in (40, 120, 340)),
]


def test_a_drawn_grid_is_found_whatever_crosses_in_it():
    ((upright, level),) = grids_of(lines_of(drawn(GRID)))
    assert upright == pytest.approx([40, 120, 340], abs=2)
    assert level == pytest.approx([50, 68, 86, 140], abs=2)
    assert grids_of(lines_of(drawn(GRID[:4]))) == []
    assert len(upright_of(lines_of(drawn(GRID[4:])))) == 3


def test_a_page_gives_a_table_its_parts_and_their_texts(tmp_path):
    facts = {"pages": [[266.67, 200.0]], "page_texts": [12], "rotations": [0]}
    words, text = [], ""
    for x, y, said in ((30, 36, "a"), (100, 36, "b c"), (30, 48, "1"), (100, 48, "2")):
        edges = [x + 5 * i for i in range(len(said) + 1)]
        box = [x, y, edges[-1], y + 8]
        words.append({"start": len(text), "way": "right", "box": box, "edges": edges})
        text += said + "\n"
    (tmp_path / "words").write_text(json.dumps({"text": text, "runs": words}))
    Image.fromarray(drawn(GRID)).save(tmp_path / "page", "PNG")
    views = {page_words(facts, 0): tmp_path / "words", page_image(0): tmp_path / "page"}
    assert set(table_views(facts)) == set(views)
    found = TableProposer().propose(Medium("document", facts=facts, views=views), [])
    assert sum(one.name == "row" for one in found) == 3
    (cell,) = [one for one in found if one.more.get("text") == "b c"]
    assert cell.geometry["x"] == pytest.approx(80, abs=2)


def test_scans_are_read_and_a_document_without_words_is_a_fault():
    facts = {"pages": [[100, 100]] * 9, "page_texts": [5, *[0] * 8]}
    names = [view.name for view in table_views(facts)]
    assert (names.count("words"), names.count("scan"), names.count("page")) == (1, 4, 5)
    with pytest.raises(PrelabelerFault, match="No page"):
        TableProposer().propose(Medium("document", facts=facts), [])
