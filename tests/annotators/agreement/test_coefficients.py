"""Agreement coefficients on hand-worked tables."""

import numpy as np
import pytest

from annotators.agreement import Votes, cohen_kappa, krippendorff_alpha

HAYES = {  # Krippendorff (2011), section C: 4 observers, 12 units, nominal alpha .743
    "A": "1 2 3 3 2 1 4 1 2 . . .",
    "B": "1 2 3 3 2 2 4 1 2 5 . 3",
    "C": ". 3 3 3 2 3 4 2 2 5 1 .",
    "D": "1 2 3 3 2 4 4 1 2 5 1 .",
}


def votes_of(table: dict[str, str]) -> Votes:
    return Votes.from_rows(
        (unit, who, None if value == "." else value)
        for who, row in table.items()
        for unit, value in enumerate(row.split())
    )


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_alpha_reproduces_the_published_example(rng):
    result = krippendorff_alpha(votes_of(HAYES), rng=rng)
    assert result.value == pytest.approx(0.743, abs=5e-4)
    assert result.n_tasks == 11
    assert result.low < result.value <= result.high


def test_interval_alpha_reproduces_the_published_example(rng):
    result = krippendorff_alpha(votes_of(HAYES), is_interval=True, rng=rng)
    assert result.value == pytest.approx(0.849, abs=5e-4)


def test_alpha_of_full_agreement_on_one_value_is_one_and_not_nan(rng):
    assert krippendorff_alpha(votes_of({"A": "x x x", "B": "x x x"}), rng=rng).value == 1.0


def test_alpha_of_one_annotator_is_none_with_the_reason(rng):
    result = krippendorff_alpha(votes_of({"A": "x y x"}), rng=rng)
    assert (result.value, result.reason) == (None, "one_annotator")


def test_alpha_needs_a_task_with_two_votes(rng):
    result = krippendorff_alpha(votes_of({"A": "x .", "B": ". x"}), rng=rng)
    assert (result.value, result.reason) == (None, "no_task_with_two_votes")


def test_a_blank_is_missing_and_not_an_answer():
    votes = Votes.from_rows([(1, "A", ""), (1, "B", "x"), (2, "A", "x"), (2, "B", "x")])
    assert votes.values == ("x",)
    assert votes.counts().tolist() == [[1.0], [2.0]]


def test_the_last_vote_of_an_annotator_on_a_task_stands():
    votes = Votes.from_rows([(1, "A", "x"), (1, "A", "y")])
    assert [votes.values[v] for v in votes.value] == ["y"]


def test_kappa_reproduces_a_hand_worked_table(rng):
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: p_o .70, p_e .50, kappa .40
    first = np.repeat([0, 0, 1, 1], [20, 5, 10, 15])
    second = np.repeat([0, 1, 0, 1], [20, 5, 10, 15])
    assert cohen_kappa(first, second, rng=rng).value == pytest.approx(0.4)


def test_kappa_without_a_common_task_says_so(rng):
    empty = np.zeros(0, dtype=np.int64)
    assert cohen_kappa(empty, empty, rng=rng).reason == "no_task_in_common"


def test_kappa_of_one_shared_value_is_one(rng):
    same = np.zeros(5, dtype=np.int64)
    assert cohen_kappa(same, same, rng=rng).value == 1.0
