"""A site made of arrays, and how a labelled set is dealt out to several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from federated.node.leaving import Book, Door, Outgoing
from federated.node.node import Node
from federated.node.site import Lessons
from federated.node.summing import SummingNode
from federated.privacy.budget import NoisyTraining, epsilon_of
from federated.privacy.secure_sum import IdentityKey
from federated.simulation.exchange import LocalExchange
from federated.wire.about import About
from federated.wire.asking import Ask
from federated.wire.model import SharedHead

__all__ = ["ArraySite", "MemoryBook", "deal", "local_federation"]


@dataclass
class ArraySite:
    """Embeddings whose labels are shown one by one, as people would give them.

    Attributes
    ----------
    features : float array of shape (N, D)
    truth : int array of shape (N,)
    labelled : bool array of shape (N,)
    held_out : bool array of shape (N,)
        The random hold-out: labelled from the start, never learned from.
    """

    features: NDArray[np.floating]
    truth: NDArray[np.intp]
    labelled: NDArray[np.bool_]
    held_out: NDArray[np.bool_]
    head: SharedHead | None = None

    def meet(self, peers: Mapping[str, bytes]) -> None:
        """Everybody knows everybody here."""

    def about(self) -> tuple[About, float]:
        """Return what a site of arrays is."""
        classes = tuple(str(label) for label in np.unique(self.truth))
        return About("simulation", classes, "arrays", self.features.shape[1], 0, None), 0.0

    def lessons(self, classes: tuple[str, ...]) -> Lessons:
        """Return the labels given so far."""
        return self._rows(self.labelled & ~self.held_out, len(classes))

    def holdout(self, classes: tuple[str, ...]) -> Lessons:
        """Return the hold-out."""
        return self._rows(self.held_out, len(classes))

    def adopt(self, head: SharedHead, *, run: str, number: int) -> None:
        """Keep the model."""
        self.head = head

    @property
    def pool(self) -> NDArray[np.intp]:
        """Rows that may be asked about."""
        return np.flatnonzero(~self.labelled & ~self.held_out)

    def _rows(self, which: NDArray[np.bool_], classes: int) -> Lessons:
        rows = np.flatnonzero(which)
        return Lessons(self.features[rows], np.eye(classes)[self.truth[rows]], np.ones(len(rows)))


@dataclass
class MemoryBook:
    """A ledger in memory."""

    lines: list[Outgoing] = field(default_factory=list)

    def admit(self, ask: Ask) -> None:
        """Everything may come in."""

    def price(self, training: NoisyTraining) -> float:
        """Return what one training costs alone."""
        return epsilon_of([training])

    def may_leave(self, ask: Ask, *, epsilon: float) -> None:
        """Everything may."""

    def enter(self, outgoing: Outgoing) -> None:
        """Append a line."""
        self.lines.append(outgoing)


def deal(
    truth: NDArray[np.intp], *, sites: int, alpha: float, rng: np.random.Generator
) -> list[NDArray[np.intp]]:
    """Deal rows to sites with class shares from Dirichlet(alpha); infinite alpha deals evenly.

    Hsu, Qi & Brown (2019), arXiv:1909.06335.
    """
    hands: list[list[int]] = [[] for _ in range(sites)]
    for label in np.unique(truth):
        rows = rng.permutation(np.flatnonzero(truth == label))
        even = np.full(sites, 1.0 / sites)
        shares = even if np.isinf(alpha) else rng.dirichlet([alpha] * sites)
        for hand, part in zip(
            hands, np.split(rows, (np.cumsum(shares)[:-1] * len(rows)).astype(int)), strict=True
        ):
            hand.extend(part.tolist())
    return [rng.permutation(np.array(hand, np.intp)) for hand in hands]


def local_federation(
    sites: dict[str, ArraySite], *, rng: np.random.Generator, book: Book | None = None
) -> LocalExchange:
    """Return an exchange over real nodes, one a site, each with a key of its own."""
    identities = {name: IdentityKey.generate() for name in sites}
    keys = {name: identity.public for name, identity in identities.items()}
    nodes = {
        name: Node(
            site=site,
            door=Door(book or MemoryBook()),
            summing=SummingNode(name, identities[name], lambda: keys, rng),
            rng=rng,
        )
        for name, site in sites.items()
    }
    return LocalExchange(nodes, keys)
