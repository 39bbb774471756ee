"""After each vote: enough, one more, or beyond what more votes can settle."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Decision", "Limits", "decide"]

Decision = Literal["sure", "asking", "escalated"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Opinions at least and at most, and the probability at which to stop."""

    least: int
    most: int
    target: float


def decide(confidence: float, n_votes: int, limits: Limits) -> Decision:
    """Say what follows from a belief.

    Below `least` nothing is decided, however sure two people look: their error may be the same.
    """
    if n_votes < limits.least:
        return "asking"
    if confidence >= limits.target:
        return "sure"
    return "asking" if n_votes < limits.most else "escalated"
