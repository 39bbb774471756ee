"""Plays a whole secure sum between sessions, with sites that vanish at chosen steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from federated.privacy.secure_sum import (
    Cohort,
    CoordinatorSession,
    IdentityKey,
    MaskedVector,
    NodeSession,
    Ring,
)
from federated.privacy.secure_sum.coordinator import SecureSum


@dataclass
class Round:
    """Sites with vectors; ``lost`` names the step before which a site goes away."""

    vectors: Mapping[str, NDArray[np.float64]]
    ring: Ring
    lost: Mapping[str, str] = field(default_factory=dict)
    number: int = 1
    masked: dict[str, MaskedVector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.identities = {name: IdentityKey.generate() for name in self.vectors}
        keys = {name: identity.public for name, identity in self.identities.items()}
        self.cohort = Cohort("run", self.number, keys)
        self.nodes = {
            name: NodeSession(cohort=self.cohort, name=name, identity=self.identities[name])
            for name in self.vectors
        }
        size = len(next(iter(self.vectors.values())))
        self.coordinator = CoordinatorSession(
            cohort=self.cohort, ring=self.ring, values=size, totals=1
        )

    def at(self, step: str) -> dict[str, NodeSession]:
        """The sites that still answer at this step."""
        steps = ["advertise", "share", "mask", "agree", "unmask", "never"]
        return {
            name: node
            for name, node in self.nodes.items()
            if steps.index(step) < steps.index(self.lost.get(name, "never"))
        }

    def until_masked(self) -> None:
        """Steps 1 to 3."""
        rng = np.random.default_rng(7)
        middle = self.coordinator
        middle.take_advertisements(
            {n: node.advertise() for n, node in self.at("advertise").items()}
        )
        middle.take_shares(
            {n: node.share(middle.advertised) for n, node in self.at("share").items()}
        )
        for name, node in self.at("mask").items():
            words = self.ring.encode(self.vectors[name], rng)
            count = np.array([10], np.uint64)
            self.masked[name] = node.mask(words, count, middle.sealed_for(name))
        middle.take_masked(self.masked)

    def play(self) -> SecureSum:
        """All five steps."""
        self.until_masked()
        survivors = self.coordinator.survivors
        agreed = {
            n: node.agree(survivors) for n, node in self.at("agree").items() if n in survivors
        }
        answers = {
            name: node.unmask(agreed) for name, node in self.at("unmask").items() if name in agreed
        }
        return self.coordinator.unmask(answers)
