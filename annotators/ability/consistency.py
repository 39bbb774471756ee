"""Whether somebody says the same of the same task again."""

from collections.abc import Sequence

import numpy as np

from annotators.ability.accuracy import Ability
from annotators.ability.draws import ability_of_draws, score_draws

__all__ = ["consistency"]


def consistency(alike: Sequence[float], rng: np.random.Generator) -> Ability | None:
    """Return how alike first and repeated answers are; None where nothing was repeated.

    Parameters
    ----------
    alike : sequence of float
        One agreement in [0, 1] a repeated task: 1 the same, of marks their overlap.
    """
    if not alike:
        return None
    return ability_of_draws(score_draws(alike, rng), len(alike))
