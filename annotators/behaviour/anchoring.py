"""Whether somebody takes over what the model says, even where it is wrong.

That a person agrees with a wrong suggestion they saw proves nothing: tasks that mislead the model
mislead people. So it is compared with how often they gave the very same wrong answer without
having seen it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotators.ability.accuracy import Ability
from annotators.ability.draws import Change, ability_of_draws, change_of_draws, score_draws

__all__ = ["Anchoring", "anchoring"]

LEAST = 8
"""Wrong suggestions on each side, below which nothing is said."""


@dataclass(frozen=True, slots=True)
class Anchoring:
    """Shares of wrong suggestions that were given as the answer.

    Attributes
    ----------
    shown, hidden : Ability or None
        Of those the person saw, and of those they did not.
    pull : Change or None
        How much oftener with the suggestion in sight; None where one side has too few.
    """

    shown: Ability | None
    hidden: Ability | None
    pull: Change | None


def anchoring(
    followed: ArrayLike, was_shown: ArrayLike, wrong: ArrayLike, rng: np.random.Generator
) -> Anchoring:
    """Compare answers to wrong suggestions with and without sight of them.

    Parameters
    ----------
    followed : array of bool, shape (n_answers,)
        Whether the answer is what the model said.
    was_shown : array of bool, shape (n_answers,)
        Whether the person saw it.
    wrong : array of float, shape (n_answers,)
        Probability that the model was wrong; those of at least one half count.

    References
    ----------
    Tversky & Kahneman (1974), "Judgment under uncertainty: heuristics and biases",
    doi:10.1126/science.185.4157.1124.
    """
    same = np.asarray(followed, dtype=np.float64)
    shown = np.asarray(was_shown, dtype=np.bool_)
    is_wrong = np.asarray(wrong, dtype=np.float64) >= 0.5
    sides = [same[is_wrong & shown], same[is_wrong & ~shown]]
    draws = [score_draws(side, rng) for side in sides]
    told = [_told(side, drawn) for side, drawn in zip(sides, draws, strict=True)]
    enough = all(len(side) >= LEAST for side in sides)
    return Anchoring(told[0], told[1], change_of_draws(draws[1], draws[0]) if enough else None)


def _told(side: NDArray[np.float64], drawn: NDArray[np.float64]) -> Ability | None:
    return ability_of_draws(drawn, len(side)) if len(side) >= LEAST else None
