"""Agreement of located marks."""

import pytest

from annotators.agreement import matched_overlap, span_f1


def interval_iou(a: tuple[int, int], b: tuple[int, int]) -> float:
    inside = max(0, min(a[1], b[1]) - max(a[0], b[0]))
    return inside / (a[1] - a[0] + b[1] - b[0] - inside)


def test_matching_is_best_overall_and_not_greedy():
    # greedy would take (0,10)-(1,11) at .82 and leave (0,10)' with .05: optimum pairs both well
    first, second = [(0, 10), (2, 12)], [(1, 11), (0, 9)]
    expected = (interval_iou((0, 10), (0, 9)) + interval_iou((2, 12), (1, 11))) / 2
    assert matched_overlap(first, second, interval_iou) == pytest.approx(expected)


def test_a_mark_without_a_partner_counts_zero():
    assert matched_overlap([(0, 10), (20, 30)], [(0, 10)], interval_iou) == 0.5


def test_two_empty_answers_agree():
    assert matched_overlap([], [], interval_iou) == 1.0
    assert span_f1([], []) == 1.0


def test_one_empty_answer_disagrees_wholly():
    assert matched_overlap([(0, 1)], [], interval_iou) == 0.0


def test_span_f1_counts_exact_marks_once():
    assert span_f1([(0, 3, "PER"), (5, 9, "ORG")], [(0, 3, "PER"), (5, 8, "ORG")]) == 0.5
    assert span_f1([(0, 3), (0, 3)], [(0, 3)]) == pytest.approx(2 / 3)
