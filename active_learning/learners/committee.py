"""A committee: heads of one kind, each fitted on the labels weighed by chance.

References
----------
Rubin (1981), "The Bayesian Bootstrap", https://doi.org/10.1214/aos/1176345338. Weights instead of
draws: no class is ever missing in a member.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.minimising import never

__all__ = ["MEMBERS", "committee", "said_by"]

MEMBERS = 10


def committee(
    samples: Samples,
    start: LinearHead,
    *,
    strength: float,
    rng: np.random.Generator,
    members: int = MEMBERS,
    should_stop: Callable[[], bool] = never,
) -> list[LinearHead]:
    """Return heads that disagree as far as the labels leave it open; each starts from `start`."""
    heads = []
    for _ in range(members):
        weights = rng.exponential(size=len(samples)) * samples.weights
        weighed = Samples(samples.features, samples.targets, weights)
        head = fit_head(weighed, start, strength=strength, should_stop=should_stop)
        heads.append(replace(head, temperature=start.temperature))
    return heads


def said_by(heads: Sequence[LinearHead], features: Features) -> NDArray[np.floating]:
    """Return the distributions of every member, shape (S, N, K)."""
    return np.stack([head.predict_proba(features) for head in heads])
