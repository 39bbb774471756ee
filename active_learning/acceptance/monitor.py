"""Watches what was accepted: evidence from audits that may be read after each of them.

The audited tasks are a random part of the N that were accepted or kept for auditing. Evidence
against "at most a share alpha of the N is wrong" is the capital of a gambler who bets on more: it
is unlikely ever to grow large while the statement is true, however often one looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

__all__ = ["Verdict", "audit_evidence", "audit_upper", "judge_audits"]

WORSE = (1.5, 2.0, 4.0, 8.0, 16.0)
"""The gambler's capital is spread over bets that errors are so many times as frequent."""
BETTER = (0.0, 0.125, 0.25, 0.5, 0.75)
SUSPICION = 4.0
"""Capital that a true statement reaches in one of four cases at most: time to look closer."""


class Verdict(StrEnum):
    """What the audits ask for."""

    SOUND = "sound"
    WIDEN = "widen"
    WITHDRAW = "withdraw"


def judge_audits(
    is_wrong: Sequence[bool], *, population: int, alpha: float, delta: float
) -> Verdict:
    """Return what to do: go on, audit more, or take everything back.

    The chance that an acceptance that keeps its bound is ever withdrawn is at most ``delta``.
    """
    allowed = int(alpha * population + 1e-9)
    reached = audit_evidence(is_wrong, population=population, errors=allowed).max(initial=1.0)
    if reached >= 1.0 / delta:
        return Verdict.WITHDRAW
    return Verdict.WIDEN if reached >= SUSPICION else Verdict.SOUND


def audit_evidence(
    is_wrong: Sequence[bool], *, population: int, errors: int, bets: Sequence[float] = WORSE
) -> NDArray[np.float64]:
    """Return the capital after each audit, shape (n,), against at most ``errors`` wrong labels.

    With bets below 1 it is evidence against at least ``errors`` wrong labels.

    Parameters
    ----------
    is_wrong : sequence of n bools
        In the order in which the audits were answered.
    population : int
        Accepted tasks and those kept for auditing together.
    errors : int
        How many of them are wrong, as the statement has it.
    bets : sequence of float
        How many times as frequent the gambler takes errors to be.

    References
    ----------
    Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting,
    https://doi.org/10.1093/jrsssb/qkad009 (section 5: sampling without replacement)
    """
    wrong = np.asarray(is_wrong, dtype=bool)
    seen = np.arange(len(wrong))
    before = np.cumsum(wrong) - wrong
    # What is left of the errors that the statement has, over what is left of the tasks.
    stated = np.clip((errors - before) / (population - seen), 0.0, 1.0)
    is_worse = max(bets) > 1.0
    taken = np.minimum(np.outer(bets, stated), (1.0 + stated) / 2)
    # What the statement rules out refutes it; where it allows anything, nothing can be won.
    rise = np.full_like(taken, np.inf if is_worse else 1.0)
    fall = np.full_like(taken, 1.0 if is_worse else np.inf)
    np.divide(taken, stated, out=rise, where=np.broadcast_to(stated > 0.0, taken.shape))
    np.divide(1.0 - taken, 1.0 - stated, out=fall, where=np.broadcast_to(stated < 1.0, taken.shape))
    with np.errstate(divide="ignore"):
        steps = np.log(np.where(wrong, rise, fall))
    capital: NDArray[np.float64] = np.exp(np.cumsum(steps, axis=1)).mean(axis=0)
    return capital


def audit_upper(is_wrong: Sequence[bool], *, population: int, delta: float) -> float:
    """Return the share of errors that the audits alone leave possible, right at all times.

    It is 1 before the first audit, and wrong at any time with chance ``delta`` at most.
    """
    low, high = int(np.sum(is_wrong)), population + 1
    while high - low > 1:
        middle = (low + high) // 2
        reached = audit_evidence(is_wrong, population=population, errors=middle, bets=BETTER)
        is_refuted = reached.max(initial=0.0) >= 1.0 / delta
        low, high = (low, middle) if is_refuted else (middle, high)
    return low / population
