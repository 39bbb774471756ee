"""Finding a few words among many, though some letters were misread."""

import pytest

from labeling.services.proposals import matching
from labeling.services.proposals.matching import (
    Token,
    find_runs,
    find_wholes,
    likeness,
    normal,
    split_tokens,
)


def tokens(text, line=0):
    return [Token(text[a:b], line, {"start": a, "end": b}) for a, b in split_tokens(text)]


def found(query, text):
    return [text[r.tokens[0].place["start"] : r.tokens[-1].place["end"]]
            for r in find_runs(query, tokens(text))]  # fmt: skip


def test_case_width_marks_and_blanks_do_not_count():
    assert normal("  Ｈarbour–Lamp,  Works. ") == "harbourlampworks"
    assert found("harbour lamp works", "At HARBOUR-LAMP Works, since 1887") == [
        "HARBOUR-LAMP Works"
    ]


def test_every_place_is_found_and_no_word_is_used_twice():
    assert found("lamp", "lamp by lamp, but no lamb") == ["lamp", "lamp", "lamb"]


@pytest.mark.parametrize(("read", "meant"), [("T0TAL 3l8", "TOTAL 318"), ("lnvoice", "Invoice")])
def test_letters_that_readers_confuse_count_nearly_alike(read, meant):
    (run,) = find_runs(meant, tokens(read))
    assert 0.9 < run.score < 1
    assert not run.is_exact


def test_what_reads_otherwise_is_not_found():
    assert found("harbour", "a quiet street in winter") == []
    assert found("", "anything") == []
    assert found("ab", "abc ab ax") == ["ab"]


def test_chinese_is_matched_character_by_character():
    assert found("黄色的灯", "桌上有一盏黄色的灯，没有人") == ["黄色的灯"]


def test_the_exact_run_goes_before_one_that_is_nearly_the_same():
    assert found("amina diallo", "Amina Dialla met Amina Diallo") == [
        "Amina Diallo",
        "Amina Dialla",
    ]


def test_likeness_is_one_only_for_equal_texts():
    assert likeness("lamp", "lamp") == 1
    assert likeness("lamp", "xylophone") < 0.5


def wholes(query, *texts):
    return [one.tokens[0].line for one in find_wholes(query, [Token(t, t) for t in texts])]


def test_cells_are_found_whole_the_best_first():
    cells = ("Rye Flour", "Flour, rye and wheat", "RYE-FLOUR", "Rye Fl0ur", "Rye")
    assert wholes("rye flour", *cells) == ["Rye Flour", "RYE-FLOUR", "Rye Fl0ur"]
    assert wholes("", "a") == []


def test_beyond_many_different_cells_only_the_same_ones_are_found(monkeypatch):
    monkeypatch.setattr(matching, "MAX_TEXTS", 2)
    assert wholes("rye flour", "a", "b", "Rye Fl0ur", "RYE FLOUR") == ["RYE FLOUR"]
