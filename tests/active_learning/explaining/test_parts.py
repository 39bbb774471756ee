"""Texts fall into words and runs of words, pictures into squares; hiding touches one part alone."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from active_learning.explaining import (
    finer_cells,
    finer_words,
    grid_parts,
    text_parts,
    without_cells,
    without_words,
)
from active_learning.explaining.words import MOST_FINER, MOST_PARTS


def test_a_short_text_falls_into_its_words() -> None:
    text = "Don't eat the café's soup, 3 times!"
    assert [text[a:b] for a, b in text_parts(text)] == [
        "Don't", "eat", "the", "café's", "soup", "3", "times",
    ]  # fmt: skip


def test_chinese_falls_into_pairs_of_characters() -> None:
    text = "我喜欢这家餐厅 very much"
    assert [text[a:b] for a, b in text_parts(text)] == [
        "我喜",
        "欢这",
        "家餐",
        "厅",
        "very",
        "much",
    ]


def test_a_word_is_left_out_with_one_space_around() -> None:
    assert without_words("I see a tiger", (6, 7)) == "I see tiger"
    assert without_words("tiger", (0, 5)) == ""


@given(st.text(alphabet="ab 中文\n,", max_size=400))
def test_runs_hold_every_word_once_in_order_and_so_do_finer_ones(text: str) -> None:
    runs = text_parts(text)
    finer = [part for run in runs for part in finer_words(text, run)]
    for parts in (runs, finer):
        assert parts == sorted(set(parts))
        held = "".join(c for a, b in parts for c in text[a:b] if c.isalnum())
        assert held == "".join(c for c in text if c.isalnum())
    assert len(runs) <= MOST_PARTS
    assert len(finer) <= MOST_PARTS * MOST_FINER


def test_only_the_square_is_painted_over_and_with_the_mean_colour() -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (16, 24, 3), np.uint8)
    hidden = without_cells(pixels, (1, 2, 4))
    changed = (hidden != pixels).any(axis=2)
    rows, columns = np.nonzero(changed)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (4, 7, 12, 17)
    assert np.abs(hidden[4, 12] - pixels.reshape(-1, 3).mean(axis=0)).max() <= 1


def test_four_fine_squares_fill_a_coarse_one() -> None:
    assert len(grid_parts()) == 16
    coarse = without_cells(np.ones((32, 32, 3), np.uint8), (1, 2, 4))
    pixels = np.arange(32 * 32 * 3, dtype=np.uint8).reshape(32, 32, 3)
    area = (pixels != without_cells(pixels, (1, 2, 4))).any(axis=2)
    parts = [(pixels != without_cells(pixels, cell)).any(axis=2) for cell in finer_cells((1, 2, 4))]
    assert np.array_equal(np.logical_or.reduce(parts), area)
    assert finer_cells((3, 3, 8)) == []
    assert coarse.shape == (32, 32, 3)
