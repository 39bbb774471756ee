"""Writes rest, longer after long ones, and shrink where they hold the database for long."""

import pytest

from active_learning.services.pacing import Pace


class Time:
    """A clock that only writes and rests move."""

    def __init__(self) -> None:
        self.now = 0.0
        self.rests: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


def write(pace: Pace, time: Time, *, row_s: float) -> int:
    rows = pace.rows
    with pace.turn():
        time.now += rows * row_s
    return rows


def test_quick_writes_grow_to_whole_chunks_with_the_least_rest(time: Time) -> None:
    pace = Pace(clock=lambda: time.now, sleep=time.sleep)
    sizes = [write(pace, time, row_s=1e-6) for _ in range(6)]
    assert sizes == [100, 200, 400, 500, 500, 500]
    assert set(time.rests) == {0.004}


def test_slow_writes_shrink_until_nobody_waits_long(time: Time) -> None:
    pace = Pace(clock=lambda: time.now, sleep=time.sleep)
    for _ in range(10):
        rows = write(pace, time, row_s=0.0002)
    assert rows == 150
    assert time.rests[-1] == pytest.approx(0.015)


def test_however_slow_it_goes_on_and_a_rest_has_an_end(time: Time) -> None:
    pace = Pace(clock=lambda: time.now, sleep=time.sleep)
    for _ in range(10):
        rows = write(pace, time, row_s=1.0)
    assert rows == 100
    assert time.rests[-1] == 0.25
