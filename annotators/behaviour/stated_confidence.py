"""Whether people are as right as they say they are sure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from annotators.ability.accuracy import Ability
from annotators.ability.draws import Change, ability_of_draws, change_of_draws, score_draws

__all__ = ["Level", "StatedConfidence", "stated_confidence"]

LEAST = 8
"""Judged answers at a level, below which nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Level:
    """How right answers were, given how sure the person said to be."""

    stated: float
    ability: Ability


@dataclass(frozen=True, slots=True)
class StatedConfidence:
    """Levels from unsure to sure, and how much righter the surest are than the least sure."""

    levels: tuple[Level, ...]
    worth: Change | None


def stated_confidence(
    stated: ArrayLike, scores: ArrayLike, rng: np.random.Generator
) -> StatedConfidence:
    """Return the ability at each stated level.

    Parameters
    ----------
    stated, scores : array of float, shape (n_answers,)
        What the person said, on any scale, and how right the answer was, 0 to 1.
    """
    said, right = np.asarray(stated, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    levels, draws = [], []
    for level in np.unique(said):
        mine = right[said == level]
        if len(mine) >= LEAST:
            draws.append(score_draws(mine, rng))
            levels.append(Level(float(level), ability_of_draws(draws[-1], len(mine))))
    worth = change_of_draws(draws[0], draws[-1]) if len(draws) > 1 else None
    return StatedConfidence(tuple(levels), worth)
