"""Features of JSON values and hashed wording."""

import numpy as np
import pytest

from active_learning.embeddings.classical import ClassicalEncoder
from active_learning.embeddings.wording import hashed_wording, hashed_words


def test_values_of_every_kind_give_finite_rows_of_like_length() -> None:
    values = [
        {"rows": [[1, 2.5], [3, None]]}, "plain", [], {}, None, True, 1e308, [float("nan")],
        10**400,
    ]  # fmt: skip
    rows = ClassicalEncoder().encode(values)
    assert rows.shape == (9, ClassicalEncoder.dimensions)
    assert np.isfinite(rows).all()
    assert 1.0 < np.linalg.norm(rows[0]) < 2.0


def test_numbers_and_words_both_tell_values_apart() -> None:
    a, b, c = ClassicalEncoder().encode([[1, 2, 3], [1000, 2000, 3000], ["alpha"]])
    assert a @ b < np.linalg.norm(a) * np.linalg.norm(b) * 0.8
    assert a @ c < 0.5


def test_a_number_is_near_to_its_neighbours_in_its_own_column_only() -> None:
    records = [{"age": 30}, {"age": 31}, {"age": 60}, {"size": 30}]
    a, near, far, other = ClassicalEncoder().encode(records)
    assert a @ near > a @ far
    assert a @ near > a @ other


def test_a_file_of_text_cells_reads_like_the_same_numbers() -> None:
    table, records = ClassicalEncoder().encode(
        [{"columns": ["age", "name"], "rows": [["30", "Ann"]]}, [{"age": 30, "name": "Ann"}]]
    )
    assert table == pytest.approx(records)


def test_word_order_shows_in_the_pairs() -> None:
    one, two = hashed_words("dog bites man"), hashed_words("man bites dog")
    assert set(one) != set(two)
    assert len(set(one) & set(two)) >= 3


def test_chinese_is_read_character_by_character() -> None:
    shared = set(hashed_words("质量很好")) & set(hashed_words("质量不好"))
    assert len(shared) >= 4


def test_rows_have_unit_length_and_an_empty_text_has_none() -> None:
    rows = hashed_wording(["a b c", ""])
    assert rows.shape == (2, 8192)
    assert np.sqrt(rows.multiply(rows).sum(axis=1)).A1.tolist() == pytest.approx([1.0, 0.0])


def test_lone_surrogates_are_no_error() -> None:
    assert len(hashed_words("\ud800 x")) > 0
