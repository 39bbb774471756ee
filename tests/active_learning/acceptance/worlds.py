"""Made-up projects: how sure a model is, and where it is wrong."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from active_learning.acceptance import Certificate, Tallies


@dataclass(frozen=True)
class World:
    """Every task's score, predicted class and whether the model is wrong about it."""

    score: np.ndarray
    said: np.ndarray
    is_wrong: np.ndarray


def calibrated(rng: np.random.Generator, n: int = 3000) -> World:
    """Errs as often as it says; nine tenths are easy."""
    odds = np.where(rng.random(n) < 0.9, rng.normal(7, 2, n), rng.normal(1, 1, n))
    score = np.maximum(1 / (1 + np.exp(-odds)), 0.5)
    return World(score, rng.integers(0, 3, n), rng.random(n) > score)


def boastful(rng: np.random.Generator, n: int = 3000) -> World:
    """Errs five times as often as it says."""
    world = calibrated(rng, n)
    return World(world.score, world.said, rng.random(n) < 5 * (1 - world.score))


def clueless(rng: np.random.Generator, n: int = 3000) -> World:
    """A little over 5 % errors wherever it is sure or not: every threshold is just too bad."""
    world = calibrated(rng, n)
    return World(world.score, world.said, rng.random(n) < 0.055)


def inverted(rng: np.random.Generator, n: int = 3000) -> World:
    """Errs most where it is surest."""
    world = calibrated(rng, n)
    return World(world.score, world.said, rng.random(n) < 0.1 * (world.score > 0.999))


WORLDS: dict[str, Callable[[np.random.Generator], World]] = {
    "calibrated": calibrated,
    "boastful": boastful,
    "clueless": clueless,
    "inverted": inverted,
}


def tallied(
    world: World, sample: np.ndarray, gone: np.ndarray, open_: np.ndarray, *, groups: int = 1
) -> Tallies:
    """Count a world whose tasks were split."""
    own = world.said if groups > 1 else np.zeros_like(world.said)
    return Tallies.count(
        (world.score[sample], own[sample], world.is_wrong[sample]),
        (world.score[gone], own[gone]),
        (world.score[open_], own[open_]),
        groups=groups,
    )


def error_shares(
    world: World, open_: np.ndarray, found: Certificate, *, groups: int = 1
) -> list[float]:
    """Return the share of wrong labels among what each group would accept."""
    own = world.said if groups > 1 else np.zeros_like(world.said)
    shares = []
    for group, step in found.chosen.items():
        above = open_[(world.score[open_] >= step.threshold) & (own[open_] == group)]
        shares.append(float(world.is_wrong[above].mean()))
    return shares
