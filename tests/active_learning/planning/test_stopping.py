"""When to stop, with the reason."""

import pytest

from active_learning.planning import Measured, advise


def model(labels, accuracy, low=None, holdout=100):
    return Measured(labels, accuracy, accuracy - 0.05 if low is None else low, holdout)


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ([], ("continue", "no_model")),
        ([model(20, 0.9)], ("continue", "few_labels")),
        ([model(100, 0.9, holdout=10)], ("continue", "too_few")),
        ([Measured(100, None, None, 100)], ("continue", "too_few")),
        ([model(100, 0.98, low=0.96)], ("stop", "target")),
        ([model(100, 0.9)], ("continue", "few_labels")),
        ([model(100, 0.9), model(60, 0.8)], ("continue", "rising")),
        ([model(100, 0.91), model(60, 0.9)], ("slow", "flat")),
        ([model(100, 0.9), model(60, 0.9)], ("stop", "flat")),
    ],
)
def test_advice_follows_from_the_curve(models, expected):
    found = advise(models, pool=True, target=0.95)
    assert (found.advice, found.code) == expected


def test_an_empty_pool_ends_it():
    assert advise([model(100, 0.5)], pool=False, target=0.95).code == "pool_empty"
