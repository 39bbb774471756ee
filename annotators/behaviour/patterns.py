"""Answers that look as if nobody had looked: too fast, always the same, copied.

Each is a comparison with the others on the same project, and is told only where its whole interval
lies beyond what others do. None of them is proof, and none of them decides anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.ability.accuracy import Ability, ability_on_truth
from annotators.agreement.votes import Votes

__all__ = ["Pattern", "constant", "copying", "hasty"]

Array = NDArray[np.float64]
LEAST = 20
"""Answers, below which no pattern is looked for."""
LEAST_SHARED_ERRORS = 8
HASTE = 0.35
"""Of the crowd's middle time: faster is too fast to have looked."""
USUALLY_HASTY = 0.15
"""Share of fast answers that is nobody's fault: some tasks are plain."""
SAMENESS = 1.6
"""Times the crowd's share of a value."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What was seen in one person's answers.

    Attributes
    ----------
    kind : str
        "hasty", "constant" or "copying".
    rate : Ability
        How often, with its interval.
    usual : float
        What the rate is compared with.
    detail : int or None
        The value always given, or the annotator copied; an index.
    """

    kind: str
    rate: Ability
    usual: float
    detail: int | None = None


def hasty(seconds: Array, everybody: Array) -> Pattern | None:
    """Return how often somebody answers too fast to have looked, if oftener than plain tasks allow.

    Parameters
    ----------
    seconds : ndarray, shape (n_answers,)
        Theirs.
    everybody : ndarray, shape (n_people,)
        The middle seconds of each person.
    """
    if len(seconds) < LEAST or len(everybody) < 2:
        return None
    fast = HASTE * float(np.median(everybody))
    rate = ability_on_truth(float((seconds < fast).sum()), len(seconds))
    return Pattern("hasty", rate, USUALLY_HASTY) if rate.low > USUALLY_HASTY else None


def constant(votes: Votes, who: int) -> Pattern | None:
    """Return the value that somebody gives far oftener than the others do on the same tasks."""
    mine = votes.annotator == who
    if int(mine.sum()) < LEAST:
        return None
    n_values = len(votes.values)
    given = np.bincount(votes.value[mine], minlength=n_values)
    often = int(given.argmax())
    others = np.isin(votes.task, votes.task[mine]) & ~mine
    # Nobody met on these tasks: then the whole project is the measure.
    basis = others if int(others.sum()) >= LEAST else ~mine
    if not basis.any():
        return None
    usual = float((votes.value[basis] == often).mean())
    rate = ability_on_truth(float(given[often]), float(given.sum()))
    is_odd = rate.low > max(min(SAMENESS * usual, (1 + usual) / 2), 0.8)
    return Pattern("constant", rate, usual, often) if is_odd else None


def copying(votes: Votes, truth: Array, who: int, peers: Sequence[int]) -> Pattern | None:
    """Return whose errors somebody repeats: right answers agree by themselves, wrong ones do not.

    Of the tasks that both got wrong, the share with the same wrong answer; chance is what two
    people share whose errors fall as the crowd's do.

    Parameters
    ----------
    votes : Votes
    truth : ndarray, shape (n_tasks, n_values)
        What is believed to be true.
    who : int
    peers : sequence of int
        With whom to compare.
    """
    if len(votes.values) < 3:
        return None  # with two values all errors are alike
    wrong = votes.value != truth.argmax(1)[votes.task]
    errors = np.bincount(votes.value[wrong], minlength=len(votes.values)).astype(np.float64)
    usual = float(((errors / max(errors.sum(), 1)) ** 2).sum())
    mine = _errors(votes, wrong, who)
    found = []
    for peer in peers:
        theirs = _errors(votes, wrong, peer)
        shared = mine.keys() & theirs.keys()
        if peer == who or len(shared) < LEAST_SHARED_ERRORS:
            continue
        same = sum(mine[task] == theirs[task] for task in shared)
        rate = ability_on_truth(float(same), float(len(shared)))
        # Tasks that mislead everybody the same way are common; copies are nearly all alike.
        if rate.low > max((1 + usual) / 2, 0.75):
            found.append(Pattern("copying", rate, usual, peer))
    return max(found, key=lambda one: one.rate.low, default=None)


def _errors(votes: Votes, wrong: NDArray[np.bool_], who: int) -> dict[int, int]:
    at = wrong & (votes.annotator == who)
    return dict(zip(votes.task[at].tolist(), votes.value[at].tolist(), strict=True))
