"""What a run is about, fixed before it starts and the same for every site."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from federated.aggregation import AGGREGATORS
from federated.node.recipe import Recipe
from federated.privacy.secure_sum.messages import LEAST_SITES
from federated.server.scale import Scale

__all__ = ["BadTerms", "Terms"]


class BadTerms(ValueError):
    """The terms contradict each other; the text says how to mend them."""


@dataclass(frozen=True)
class Terms:
    """The terms of a run.

    Attributes
    ----------
    run : str
    classes : tuple of class ids, as all sites' ontologies name them
    dimensions : int
        Of the embeddings.
    aggregator : str
    is_secure : bool
        Whether the coordinator sees sums only.
    quorum : int
        A round with fewer answers fails and changes nothing.
    deadline_s : float
        How long one question waits.
    clip : float
        The largest change of one weight in a round that is not cut.
    most_weight : float
        A site counts at most this much: its number of labels times their quality.
    """

    run: str
    classes: tuple[str, ...]
    dimensions: int
    aggregator: str = "fedavg"
    recipe: Recipe = field(default_factory=Recipe)
    is_secure: bool = True
    quorum: int = LEAST_SITES
    deadline_s: float = 120.0
    clip: float = 8.0
    most_weight: float = 500.0

    def __post_init__(self) -> None:
        aggregator = AGGREGATORS.get(self.aggregator)()
        if self.is_secure and not aggregator.is_linear:
            raise BadTerms(
                f"'{self.aggregator}' must see each site's update, and a secure sum hides them. "
                "Choose fedavg or fedadam, or switch the secure sum off."
            )
        least = max(aggregator.needs, LEAST_SITES if self.is_secure else 1)
        if self.quorum < least:
            raise BadTerms(f"A quorum of {self.quorum} is too small; {least} sites are needed.")
        if len(self.classes) < 2:
            raise BadTerms("There is nothing to tell apart: a run needs two classes.")

    @property
    def taught(self) -> Recipe:
        """The recipe as sites get it."""
        if AGGREGATORS.get(self.aggregator)().steps_by_mean:
            return self.recipe
        return replace(self.recipe, correction=0.0)

    @property
    def scale(self) -> Scale:
        """Where a run begins, and what it never exceeds."""
        return Scale(self.clip, self.most_weight)
