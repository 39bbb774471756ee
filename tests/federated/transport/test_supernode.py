"""A SuperNode looks for messages often while they come, and seldom otherwise."""

import inspect

import pytest
from flwr.supernode import start_client_internal

from federated.transport.supernode_process import IDLE_S, REPLY_S, REPLY_SOON_S, SOON_S, Rhythm


class Clock:
    """Time that passes by sleeping."""

    def __init__(self) -> None:
        self.now, self.slept = 1000.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


def test_it_sleeps_shortly_after_a_message_and_long_after_a_while() -> None:
    clock = Clock()
    rhythm = Rhythm(clock.sleep, lambda: clock.now)
    rhythm.sleep(IDLE_S)
    rhythm.sleep(REPLY_S)
    rhythm.sleep(IDLE_S)
    clock.now += 5.0
    rhythm.sleep(IDLE_S)
    clock.now += 60.0
    rhythm.sleep(IDLE_S)
    assert clock.slept == [IDLE_S, REPLY_SOON_S, SOON_S, pytest.approx(1.0, abs=0.1), IDLE_S]


def test_flower_still_sleeps_as_it_did_when_this_was_written() -> None:
    source = inspect.getsource(start_client_internal)
    assert source.count("time.sleep(") == 3
    assert "time.sleep(3)" in source
    assert source.count("time.sleep(0.5)") == 2
