"""Batches follow what they were seen to cost."""

import pytest

from active_learning.serving.adaptive import AdaptivePolicy, BatchCost
from active_learning.serving.policy import QueueFull


def learned(start_s: float, each_s: float, **limits: float) -> AdaptivePolicy:
    cost = BatchCost(first_guess_s=start_s + each_s)
    for items in (1, 2, 4, 8, 3):
        cost.note(items, start_s + items * each_s)
    return AdaptivePolicy(cost=cost, **limits)  # type: ignore[arg-type]


def test_the_cost_of_a_batch_is_split_into_its_start_and_its_items() -> None:
    cost = learned(0.02, 0.001).cost
    assert (cost.start_s, cost.each_s) == (pytest.approx(0.02), pytest.approx(0.001))


def test_one_size_alone_gives_all_of_the_cost_to_the_items() -> None:
    cost = BatchCost()
    cost.note(4, 0.04)
    cost.note(4, 0.04)
    assert (cost.start_s, cost.each_s) == (pytest.approx(0.0), pytest.approx(0.01))


def test_a_model_that_became_slower_is_noticed() -> None:
    cost = BatchCost(memory=0.5)
    for seconds in (0.01, 0.02):
        for items in (1, 2, 3, 4) * 5:
            cost.note(items, items * seconds)
    assert cost.each_s == pytest.approx(0.02, rel=0.05)


def test_one_stalled_batch_does_not_turn_callers_away() -> None:
    policy = AdaptivePolicy(target_ms=50, patience=20)
    policy.note(1, 30.0)
    policy.admit(20)
    assert policy.cost.each_s == pytest.approx(0.04)


def test_a_batch_is_as_large_as_the_target_allows() -> None:
    policy = learned(0.02, 0.001, target_ms=50.5, largest=100)
    assert policy.size(oldest=0.0, now=0.0) == 30
    assert policy.size(oldest=0.0, now=0.02) == 10


def test_past_the_target_the_queue_is_drained_in_large_batches_only_where_they_pay() -> None:
    assert learned(0.02, 0.001, target_ms=50, largest=32).size(0.0, 1.0) == 32
    assert learned(0.0, 0.01, target_ms=50, largest=32).size(0.0, 1.0) == 1


def test_nobody_waits_for_company_that_saves_nothing() -> None:
    assert learned(0.0, 0.01).wait_s(1, oldest=0.0, now=0.0) < 1e-6
    assert learned(0.02, 0.001, max_wait_ms=5).wait_s(1, 0.0, 0.0) == pytest.approx(0.005)
    assert learned(0.002, 0.001, max_wait_ms=5).wait_s(1, 0.0, 0.0) == pytest.approx(0.002)


def test_a_caller_whose_turn_would_come_too_late_is_told_when_to_come_back() -> None:
    policy = learned(0.0, 0.1, target_ms=50, patience=20, largest=4)
    policy.admit(9)
    with pytest.raises(QueueFull) as refused:
        policy.admit(11)
    assert refused.value.retry_after_s == pytest.approx(1.1)


def test_a_call_that_waited_too_long_elsewhere_costs_no_model_time() -> None:
    policy = learned(0.0, 0.01, longest_s=10)
    policy.admit(0, waited_s=9.9)
    with pytest.raises(QueueFull) as refused:
        policy.admit(0, waited_s=10.1)
    assert refused.value.retry_after_s == pytest.approx(10.1)


def test_the_queue_has_an_end_however_quick_the_model() -> None:
    with pytest.raises(QueueFull):
        learned(0.0, 1e-9, max_queue=3).admit(3)


def test_impossible_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="impossible"):
        AdaptivePolicy(target_ms=0)
