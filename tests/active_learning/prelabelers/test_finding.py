"""Pre-labelers that need no model, and two that do."""

import numpy as np
import pytest

from active_learning.prelabelers.asking import AskedPrelabeler, missing_needs
from active_learning.prelabelers.base import ClassName, Medium, Wanted
from active_learning.prelabelers.lines import lines_of
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.pictures import box_within, kept_apart
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.prelabelers.table_outliers.proposing import open_prelabeler


def ask(name, models, values, wanted, **options):
    card = PRELABELERS.get(name)
    if missing := missing_needs(card):
        pytest.skip(f"{missing[0].package} is not installed")
    with AskedPrelabeler(card, models=models, options=read_options(card, options)) as asked:
        return [asked.ask(Medium("text", value), wanted) for value in values]


def test_names_in_english_are_found_without_their_article(models):
    wanted = [Wanted("it", "span")]
    text = "The United Nations met Tim Cook's friends in Geneva."
    (found,) = ask("text_entities", models, [text], wanted)
    said = {text[p.geometry["start"] : p.geometry["end"]]: p.name for p in found.proposals}
    assert said == {"United Nations": "ORG", "Tim Cook": "PERSON", "Geneva": "GPE"}


def test_a_topic_is_guessed_by_the_names_of_classes_alone(models):
    classes = tuple(ClassName(c, c) for c in ("sports", "politics", "cooking"))
    values = ["The striker scored twice in the final.", "Simmer the onions in butter.", 7]
    found = ask("text_meaning", models, values, [Wanted("it", "choice", classes=classes)])
    best = [max(one.proposals, key=lambda p: p.score).name for one in found[:2]]
    assert best == ["sports", "cooking"]
    assert (found[2].fault, found[2].proposals) == ("no_text", ())


def test_cells_that_stand_out_are_told_by_what_is_odd_about_them():
    rows = [[number, 10 + number % 3] for number in range(20)]
    rows[3][1], rows[5][1], rows[7][1] = 900, None, "ten"
    opened = open_prelabeler(None, {"distance": 6.0})
    found = opened.propose(Medium("table", {"columns": ["id", "v"], "rows": rows}), [])
    assert {(p.name, p.geometry["row"]) for p in found} == {
        ("outlier", 3), ("missing", 5), ("wrong_type", 7),
    }  # fmt: skip


def test_a_column_of_equal_numbers_has_no_outliers():
    rows = [{"v": 1}] * 19 + [{"v": 2}]
    opened = open_prelabeler(None, {"distance": 6.0})
    assert opened.propose(Medium("table", rows), []) == []


def word(text, line, x, y):
    return {"text": text, "line": line, "box": [x, y, 10, 10], "score": 0.9}


def test_lines_are_read_row_by_row_and_words_joined_as_their_script_does():
    words = [word("right", 0, 50, 0), word("left", 1, 0, 2), word("北", 2, 0, 30),
             word("京", 2, 10, 30), word("two", 3, 0, 60), word("words", 3, 20, 60)]  # fmt: skip
    assert [line.text for line in lines_of(words)] == ["left", "right", "北京", "two words"]


def test_a_box_is_cut_at_the_edges_and_one_outside_is_none():
    assert box_within(-5, 2, 8, 30, (10, 10)) == {"x": 0, "y": 2, "width": 8, "height": 8}
    assert box_within(20, 0, 30, 5, (10, 10)) is None
    assert box_within(float("nan"), 0, 5, 5, (10, 10)) is None


def test_of_boxes_on_one_thing_the_surest_is_kept():
    boxes = np.array([[0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]], float)
    assert kept_apart(boxes, np.array([0.5, 0.9, 0.1]), 0.5).tolist() == [1, 2]
