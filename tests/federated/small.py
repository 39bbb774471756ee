"""A small federation of arrays: three blobs that a linear head can tell apart."""

import numpy as np

from federated.node.recipe import Recipe
from federated.server.terms import Terms
from federated.simulation.sites import ArraySite

CLASSES = ("a", "b", "c")
DIMENSIONS = 6
CENTRES = np.random.default_rng(0).normal(0, 2.0, (3, DIMENSIONS))


def site(seed: int, *, labels: int = 30, rows: int = 120, flipped: bool = False) -> ArraySite:
    """A site of its own seed; ``flipped`` gives every lesson the wrong class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, rows).astype(np.intp)
    features = CENTRES[truth] + rng.normal(0, 1.0, (rows, DIMENSIONS))
    if flipped:
        truth = (truth + 1) % 3
    held_out = np.arange(rows) < 20
    labelled = held_out | (np.arange(rows) < 20 + labels)
    return ArraySite(features, truth, labelled, held_out)


def sites(count: int, *, labels: int = 30) -> dict[str, ArraySite]:
    """Several, with names in order."""
    return {f"site{place}": site(place + 1, labels=labels) for place in range(count)}


def terms(**how: object) -> Terms:
    """Terms of a quick run."""
    given: dict[str, object] = {
        "run": "1",
        "classes": CLASSES,
        "dimensions": DIMENSIONS,
        "recipe": Recipe(steps=15, learning_rate=0.3),
        **how,
    }
    return Terms(**given)  # type: ignore[arg-type]  # a test's shorthand


def accuracy(probabilities: np.ndarray, truth: np.ndarray) -> float:
    """Share of rows whose likeliest class is the true one."""
    return float((probabilities.argmax(axis=1) == truth).mean())
