"""Questions go on until it is clear on which side of the mark somebody is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annotators.ability import ability_on_truth

__all__ = ["Outcome", "Verdict", "judge_attempt"]

Outcome = Literal["asking", "passed", "failed", "undecided"]
LEVEL = 0.9
"""Of the interval: one of twenty who are just at the mark passes by chance, one fails."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from the credits so far, and the interval that it follows from."""

    outcome: Outcome
    value: float
    low: float
    high: float


def judge_attempt(credits: Sequence[float], *, mark: float, least: int, most: int) -> Verdict:
    """Pass, fail, ask on, or leave it to a person where `most` questions did not tell.

    Parameters
    ----------
    credits : sequence of float
        Of each answer, 0 to 1: partial where the kind's metric gives part of it.
    mark : float
        Mean credit to be shown.
    least, most : int
        Questions from which on it may be decided, and at which it ends.

    Notes
    -----
    Partial credit counts as a coin that fell right so often, which makes the interval at least as
    wide as it is. It is looked at after every question, so the chance of passing from just below
    the mark is above the 5 % of a single look: up to 12 % of simulated attempts at the mark with 8
    to 30 questions.

    References
    ----------
    Wald (1945), "Sequential tests of statistical hypotheses", doi:10.1214/aoms/1177731118.
    """
    right = float(np.clip(np.asarray(credits, dtype=np.float64), 0, 1).sum())
    found = ability_on_truth(right, float(len(credits)), level=LEVEL)
    outcome: Outcome = "asking"
    if len(credits) >= least:
        if found.low >= mark:
            outcome = "passed"
        elif found.high < mark:
            outcome = "failed"
        elif len(credits) >= most:
            outcome = "undecided"
    return Verdict(outcome, found.value, found.low, found.high)
