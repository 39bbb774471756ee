"""Rows that a small network can learn."""

import numpy as np

from active_learning.training_jobs.material import Material


def clusters(count: int = 120, seed: int = 0, *, independent: bool = False) -> Material:
    """Return three noisy clusters in eight dimensions, a fifth of them to validate on."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(3, size=count)
    centres = 2.0 * np.eye(3, 8)
    features = (centres[truth] + rng.normal(0.0, 0.7, (count, 8))).astype(np.float32)
    return Material(
        features,
        np.eye(3, dtype=np.float32)[truth],
        np.ones(count, np.float32),
        np.arange(count) % 5 == 0,
        ("a", "b", "c"),
        independent,
    )
