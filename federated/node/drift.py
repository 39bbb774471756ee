"""What keeps sites of unlike data from pulling the model apart: SCAFFOLD's control variates.

A site whose labels are of two classes would, in thirty steps of its own, forget the others. It is
told nothing more than the models it gets anyway: two that follow each other show where all sites
together went, and what it sent shows where it went itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from federated.node.recipe import Recipe
from federated.wire.asking import Ask

__all__ = ["Drift"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Round:
    """One round as the site remembers it; all arrays of shape (D,).

    ``length`` is how far a gradient of one would have carried, so moves can be told as gradients.
    """

    name: tuple[str, int]
    started: Floats
    own: Floats
    length: float
    adopted: Floats | None = None


@dataclass
class Drift:
    """A site's memory of its last round.

    After a restart, or a round it missed, a site goes uncorrected for one round: nothing but that
    round's drift is lost, because corrections fade by ``Recipe.correction`` each round.

    References
    ----------
    Karimireddy et al. (2020), SCAFFOLD: Stochastic Controlled Averaging for Federated Learning,
    arXiv:1910.06378.
    """

    last: _Round | None = field(default=None)

    def pull(self, start: Floats, recipe: Recipe) -> Floats | None:
        """Return what to add to each gradient: all sites' last mean gradient less one's own."""
        last = self.last
        if not recipe.correction or last is None or last.adopted is None:
            return None
        if not _are_same(last.adopted, start):
            return None
        together = (last.started - last.adopted) / last.length
        return recipe.correction * (together - last.own)

    def trained(
        self, ask: Ask, start: Floats, delta: Floats, pull: Floats | None, recipe: Recipe
    ) -> None:
        """Remember where this site would have gone by itself; a mere measuring is no round."""
        if not recipe.steps:
            return
        length = _length(recipe)
        own = -delta / length - (0.0 if pull is None else pull)
        self.last = _Round((ask.run, ask.round), start, own, length)

    def adopted(self, ask: Ask, head: Floats) -> None:
        """Remember what the round came to, if this site taught in it."""
        if self.last is not None and self.last.name == (ask.run, ask.round):
            self.last = replace(self.last, adopted=head)


def _are_same(one: Floats, other: Floats) -> bool:
    return one.shape == other.shape and bool(np.allclose(one, other, atol=1e-6))


def _length(recipe: Recipe) -> float:
    """Return how far a constant gradient of one carries in a round, momentum included."""
    steps = np.arange(1, recipe.steps + 1)
    speeds = (1.0 - recipe.momentum**steps) / (1.0 - recipe.momentum)
    return float(recipe.learning_rate * speeds.sum())
