"""Batch policy and pace, as arithmetic."""

import pytest

from active_learning.serving.policy import BatchPolicy, Pace, QueueFull


def test_a_full_batch_leaves_at_once() -> None:
    assert BatchPolicy(max_batch_size=4).wait_s(4, oldest=0.0, now=0.0) == 0.0


def test_a_small_batch_waits_for_company_counted_from_its_first_item() -> None:
    policy = BatchPolicy(max_wait_ms=10)
    assert policy.wait_s(1, oldest=5.0, now=5.004) == pytest.approx(0.006)
    assert policy.wait_s(1, oldest=5.0, now=5.02) == 0.0


def test_one_more_than_the_queue_holds_is_refused() -> None:
    policy = BatchPolicy(max_queue=2)
    policy.admit(1)
    with pytest.raises(QueueFull):
        policy.admit(2)


@pytest.mark.parametrize("limits", [{"max_batch_size": 0}, {"max_queue": 0}, {"max_wait_ms": -1}])
def test_impossible_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="impossible"):
        BatchPolicy(**limits)


def test_pace_follows_what_it_sees() -> None:
    pace = Pace(first_guess_s=0.001)
    for _ in range(100):
        pace.note(2, 0.02)
    assert pace.seconds == pytest.approx(0.01, rel=0.01)
    pace.note(0, 5.0)
    assert pace.seconds == pytest.approx(0.01, rel=0.01)


def test_only_as_many_items_get_the_full_model_as_fit_before_the_deadline() -> None:
    pace = Pace(first_guess_s=0.03)
    assert pace.in_time([0.0] * 5, now=0.0, deadline_s=0.1) == [True] * 3 + [False] * 2


def test_an_item_that_waited_long_goes_to_the_fast_model_and_delays_nobody() -> None:
    pace = Pace(first_guess_s=0.03)
    assert pace.in_time([-0.09, 0.0, 0.0], now=0.0, deadline_s=0.1) == [False, True, True]
