"""Which of two versions answers a call, and which is only compared: policy, no clock, no dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Mode", "Route", "merged", "route"]

Mode = Literal["shadow", "canary"]


@dataclass(frozen=True, slots=True)
class Route:
    """Who answers, and whether the other one is asked behind the answer's back."""

    is_candidate: bool
    compares: bool


def route(mode: Mode, share: float, draw: float) -> Route:
    """Return the way of one call.

    Parameters
    ----------
    mode
        A shadow never answers and is asked beside a share of the calls; a canary answers that
        share, and the stable version is asked beside it.
    share
        Of calls, 0 to 1.
    draw
        Uniform in [0, 1), one a call.
    """
    is_drawn = draw < share
    return Route(is_candidate=mode == "canary" and is_drawn, compares=is_drawn)


def merged(counts: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return two of `comparing.Comparison` as JSON, added up; the slowest is the slower one."""
    if not counts:
        return dict(more)
    return {
        name: merged(counts[name], value)
        if isinstance(value, Mapping)
        else (max if name == "slowest_ms" else _sum)(counts[name], value)
        for name, value in more.items()
    }


def _sum(one: float, other: float) -> float:
    return one + other
