"""STAPLE: who draws too wide is known by it."""

import numpy as np

from annotators.aggregation.kinds.staple import staple


def square(low, high):
    mask = np.zeros((80, 80), dtype=bool)
    mask[low:high, low:high] = True
    return mask


def test_the_outline_of_most_stands():
    found = staple(np.stack([square(20, 50), square(20, 50), square(10, 60)]))
    assert ((found.probability >= 0.5) == square(20, 50)).all()
    assert found.specificity.argmin() == 2


def test_who_misses_half_is_least_sensitive():
    found = staple(np.stack([square(20, 50), square(20, 50), square(20, 35)]))
    assert found.sensitivity.argmin() == 2


def test_empty_masks_stay_empty():
    found = staple(np.zeros((2, 8, 8), dtype=bool))
    assert found.probability.max() == 0
