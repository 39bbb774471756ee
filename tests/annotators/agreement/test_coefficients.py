"""Agreement coefficients on hand-worked tables."""

import numpy as np
import pytest

from annotators.agreement import (
    Votes,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    scott_pi,
)
from annotators.agreement.distance import by, interval, ordinal, ratio, sets

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
    result = krippendorff_alpha(votes_of(HAYES), distance=interval, rng=rng)
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


def test_ordinal_and_ratio_alpha_reproduce_the_published_example(rng):
    # Krippendorff (2011), section D: ordinal .815, ratio .797
    votes = votes_of(HAYES)
    in_order = Votes.from_rows(
        [
            (votes.tasks[t], votes.annotators[w], votes.values[v])
            for t, w, v in zip(votes.task, votes.annotator, votes.value, strict=True)
        ],
        "12345",
    )
    assert krippendorff_alpha(in_order, distance=ratio, rng=rng).value == pytest.approx(
        0.797, abs=5e-4
    )
    assert krippendorff_alpha(in_order, distance=ordinal, rng=rng).value == pytest.approx(
        0.815, abs=5e-4
    )


def test_sets_that_share_much_agree_more_than_sets_that_share_nothing(rng):
    near = [(1, "A", frozenset("ab")), (1, "B", frozenset("abc")), (2, "A", frozenset("x"))]
    near += [(2, "B", frozenset("x"))]
    far = [*near[:1], (1, "B", frozenset("cd")), *near[2:]]
    scores = [
        krippendorff_alpha(Votes.from_rows(r), distance=sets, rng=rng).value for r in (near, far)
    ]
    assert scores[0] > scores[1]


def test_a_distance_of_ones_own_is_taken(rng):
    votes = votes_of({"A": "x y", "B": "y x"})
    nothing_apart = by(lambda _a, _b: 0.0)
    assert krippendorff_alpha(votes, distance=nothing_apart, rng=rng).value == 1.0


FLEISS = [  # Fleiss (1971) as on Wikipedia: 10 tasks, 14 raters, 5 values, kappa .210
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def test_fleiss_kappa_reproduces_the_textbook(rng):
    rows = []
    for task, counts in enumerate(FLEISS):
        given = [value for value, count in enumerate(counts) for _ in range(count)]
        rows += [(task, who, value) for who, value in enumerate(given)]
    assert fleiss_kappa(Votes.from_rows(rows), rng=rng).value == pytest.approx(0.210, abs=5e-4)


def test_gwet_stays_sensible_where_kappa_falls_over(rng):
    # 118 yes-yes, 5 yes-no, 2 no-yes, 0 no-no (Gwet 2008, table 2): pi near 0, AC1 .94
    pairs = [("y", "y")] * 118 + [("y", "n")] * 5 + [("n", "y")] * 2
    votes = Votes.from_rows(
        [(t, who, v) for t, pair in enumerate(pairs) for who, v in zip("AB", pair, strict=True)]
    )
    assert scott_pi(votes, rng=rng).value == pytest.approx(-0.0288, abs=5e-4)
    assert gwet_ac1(votes, rng=rng).value == pytest.approx(0.9408, abs=5e-4)


def test_scott_is_for_two(rng):
    votes = votes_of({"A": "x y", "B": "x y", "C": "x y"})
    assert scott_pi(votes, rng=rng).reason == "more_than_two_annotators"


@pytest.mark.parametrize("coefficient", [fleiss_kappa, scott_pi, gwet_ac1])
def test_coefficients_without_pairs_say_why(coefficient, rng):
    assert coefficient(votes_of({"A": "x y"}), rng=rng).reason == "one_annotator"
    apart = votes_of({"A": "x .", "B": ". x"})
    assert coefficient(apart, rng=rng).reason == "no_task_with_two_votes"
