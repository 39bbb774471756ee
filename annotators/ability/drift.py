"""Whether somebody has become better or worse, over weeks and while they work.

The clock of the day is theirs and unknown here; how long they have been at it is known.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotators.ability.accuracy import Ability
from annotators.ability.draws import Change, ability_of_draws, change_of_draws, score_draws

__all__ = ["PAUSE_S", "STRETCHES_MIN", "Stretch", "drift", "minutes_at_work", "stretch_of"]

PAUSE_S = 1800.0
"""Seconds without an answer, after which somebody has rested."""
STRETCHES_MIN = (30.0, 60.0, 120.0)
"""Minutes at work that part the stretches of a sitting."""
LEAST = 8
"""Judged answers, below which a stretch of time says nothing."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """How good somebody was in one part of the time."""

    name: Hashable
    ability: Ability


def drift(
    scores: ArrayLike, stretch: Sequence[Hashable], rng: np.random.Generator
) -> tuple[list[Stretch], Change | None]:
    """Return the ability in each stretch, and how much the last differs from the first.

    Parameters
    ----------
    scores : array of float, shape (n_answers,)
        How right each answer was, 0 to 1.
    stretch : sequence, length n_answers
        What part of the time each answer fell in; parts are in the order of their names.
    """
    given = np.asarray(scores, dtype=np.float64)
    names = np.asarray(stretch, dtype=object)
    found, draws = [], []
    for name in sorted(set(stretch), key=str):
        mine = given[names == name]
        if len(mine) >= LEAST:
            draws.append(score_draws(mine, rng))
            found.append(Stretch(name, ability_of_draws(draws[-1], len(mine))))
    change = change_of_draws(draws[0], draws[-1]) if len(draws) > 1 else None
    return found, change


def minutes_at_work(at_s: ArrayLike) -> NDArray[np.float64]:
    """Return for each answer, in the order of time, the minutes since the last rest.

    Parameters
    ----------
    at_s : array of float, shape (n_answers,)
        Seconds since any fixed moment, rising.
    """
    at = np.asarray(at_s, dtype=np.float64)
    if not at.size:
        return at
    rested = np.concatenate([[True], np.diff(at) > PAUSE_S])
    began = at[np.flatnonzero(rested)]
    minutes: NDArray[np.float64] = (at - began[rested.cumsum() - 1]) / 60
    return minutes


def stretch_of(minutes: float) -> int:
    """Return which stretch of a sitting a minute falls in, from 0."""
    return int(np.searchsorted(STRETCHES_MIN, minutes, side="right"))
