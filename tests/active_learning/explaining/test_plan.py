"""Coarse parts first, then inside the weightiest; what is known may be asked at any time."""

from collections.abc import Callable

from active_learning.explaining import OcclusionPlan

Run = tuple[int, int]


def halves(run: Run) -> list[Run]:
    middle = (run[0] + run[1]) // 2
    return [(run[0], middle), (middle, run[1])] if run[1] - run[0] > 1 else [run]


def weigh(plan: "OcclusionPlan[Run]", weight: Callable[[Run], float], most: int = 3) -> list[int]:
    """Take parts until none is left; return how many were taken each time."""
    sizes = []
    while taken := plan.take(most):
        plan.tell([weight(part) for part in taken])
        sizes.append(len(taken))
    return sizes


def has_five(run: Run) -> float:
    return 1.0 if run[0] <= 5 < run[1] else 0.0


def test_the_weightiest_part_is_looked_into_and_the_others_stay_whole() -> None:
    plan = OcclusionPlan([(0, 2), (2, 4), (4, 6), (6, 8)], halves, refined=1)
    assert weigh(plan, has_five) == [3, 1, 2]
    assert plan.is_complete
    told = {one.part: one.weight for one in plan.weights()}
    assert told == {(0, 2): 0, (2, 4): 0, (4, 5): 0, (5, 6): 1, (6, 8): 0}


def test_a_plan_that_is_left_half_way_tells_coarse_weights() -> None:
    plan = OcclusionPlan([(0, 4), (4, 8)], halves, refined=2)
    plan.tell([has_five(part) for part in plan.take(2)])
    plan.tell([has_five(part) for part in plan.take(1)])
    assert not plan.is_complete
    assert [one.part for one in plan.weights()] == [(0, 4), (4, 8)]


def test_parts_without_finer_ones_are_asked_once() -> None:
    plan = OcclusionPlan([(0, 1), (1, 2)], halves)
    assert weigh(plan, has_five) == [2]
    assert plan.is_complete


def test_what_makes_the_answer_less_likely_is_looked_into_too() -> None:
    plan = OcclusionPlan([(0, 4), (4, 8)], halves, refined=1)
    weigh(plan, lambda run: -has_five(run))
    assert {one.part: one.weight for one in plan.weights()} == {(0, 4): 0, (4, 6): -1, (6, 8): 0}


def test_nothing_has_no_parts() -> None:
    plan = OcclusionPlan([], halves)
    assert (plan.take(4), plan.is_complete, plan.weights()) == ([], True, [])
