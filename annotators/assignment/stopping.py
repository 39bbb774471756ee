"""After each vote: enough, one more, or beyond what more votes can settle."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Decision", "Limits", "decide", "turn_again"]

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


def turn_again(confidence: float, n_votes: int) -> float:
    """Return where in the queue, 0 to 1, a task stands that wants another opinion.

    Behind fresh tasks that the learner wants badly, before those it is sure of; the torn first, and
    each opinion more lets others go before.
    """
    return 0.5**n_votes * min(1.0, 2 * (1 - confidence))
