"""The figures of the serving process, by a clock of the test."""

import pytest

from active_learning.serving.meters import Meters, quantile


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_busy_share_is_of_the_last_half_minute() -> None:
    clock = Clock()
    meters = Meters(clock)
    clock.now += 10
    meters.computed(4, 5.0)
    assert meters.utilisation == pytest.approx(0.5)
    clock.now += 40
    assert meters.utilisation == 0.0


def test_latencies_are_those_of_good_answers_lately() -> None:
    clock = Clock()
    meters = Meters(clock)
    meters.answered("ok", 9.0)
    clock.now += 31
    for took in range(1, 101):
        meters.answered("ok", took / 1000)
    meters.answered("bad_input", 5.0)
    assert meters.latency_s(0.95) == pytest.approx(0.096)
    assert quantile([], 0.5) == 0.0


def test_the_text_is_prometheus_text() -> None:
    meters = Meters(Clock())
    meters.answered("ok", 0.25)
    meters.answered("busy", 0.0)
    meters.computed(3, 0.1)
    text = meters.as_text({"queue_depth": 7})
    assert "# TYPE penumbra_serving_queue_depth gauge\npenumbra_serving_queue_depth 7\n" in text
    assert 'penumbra_serving_inputs_total{outcome="busy"} 1' in text
    assert 'penumbra_serving_latency_seconds{quantile="0.95"} 0.25' in text
    assert "penumbra_serving_batched_inputs_total 3" in text
