"""Small labelled sets for tests."""

import numpy as np

from active_learning.replay import Course


def blobs(
    per_class: int = 60, *, classes: int = 4, spread: float = 0.6, seed: int = 0, scale: float = 3.0
) -> Course:
    """Clusters on a circle, one a class; a third of the rows is measured on."""
    rng = np.random.default_rng(seed)
    turns = np.linspace(0, 2 * np.pi, classes, endpoint=False)
    labels = np.repeat(np.arange(classes), per_class)
    centres = scale * np.column_stack([np.cos(turns), np.sin(turns)])
    rows = (centres[labels] + rng.normal(0, spread, (len(labels), 2))).astype(np.float32)
    names = np.array([f"class {label}" for label in labels])
    order = rng.permutation(len(labels))
    test, pool = order[: len(order) // 3], order[len(order) // 3 :]
    return Course("blobs", rows[pool], names[pool], rows[test], names[test])
