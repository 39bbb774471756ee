"""Looks come often after something came, and ever more seldom when nothing does."""

import pytest

from federated.transport.pace import Pace


@pytest.mark.parametrize(
    ("quiet_s", "pause_s"), [(0.0, 0.1), (0.4, 0.1), (2.0, 0.4), (10.0, 2.0), (100.0, 3.0)]
)
def test_the_pause_is_a_fifth_of_the_quiet_within_bounds(quiet_s: float, pause_s: float) -> None:
    now = [50.0]
    pace = Pace(shortest_s=0.1, longest_s=3.0, clock=lambda: now[0])
    pace.came()
    now[0] += quiet_s
    assert pace.pause_s == pytest.approx(pause_s)


def test_before_anything_came_it_looks_seldom() -> None:
    assert Pace(shortest_s=0.1, longest_s=3.0, clock=lambda: 0.0).pause_s == 3.0
