"""What a class's name is worth while there are few labels."""

import numpy as np

from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features

CLASSES = ["cat", "dog"]
NAMES = {
    "cat": np.array([[1.0, 0.0, 0.0]], np.float32),
    "dog": np.array([[0.0, 1.0, 0.0]], np.float32),
}


def tasks(count: int, seed: int) -> tuple[Features, np.ndarray]:
    rng = np.random.default_rng(seed)
    kind = np.arange(count) % 2
    dense = rng.normal(0, 0.6, size=(count, 3))
    dense[np.arange(count), kind] += 0.8
    return Features(dense.astype(np.float32)), kind


def fitted(count: int, *, names: dict, seed: int = 1) -> ChoiceLearner:
    inputs, kind = tasks(count, seed)
    learner = ChoiceLearner()
    learner.hint(names)
    labels = [CLASSES[k] for k in kind]
    learner.fit(inputs, labels, classes=CLASSES, rng=np.random.default_rng(0))
    return learner


def accuracy(learner: ChoiceLearner) -> float:
    inputs, kind = tasks(2000, 7)
    return float((learner.predict_proba(inputs).argmax(axis=1) == kind).mean())


def test_names_help_where_there_are_two_labels() -> None:
    named = [accuracy(fitted(2, names=NAMES, seed=seed)) for seed in range(8)]
    plain = [accuracy(fitted(2, names={}, seed=seed)) for seed in range(8)]
    assert np.mean(named) > np.mean(plain) + 0.02


def test_misleading_names_are_overruled_by_labels() -> None:
    swapped = {"cat": NAMES["dog"], "dog": NAMES["cat"]}
    assert accuracy(fitted(400, names=swapped)) > accuracy(fitted(400, names={})) - 0.01


def test_a_class_without_a_meaning_leaves_the_others_without_one_too() -> None:
    partial = {"cat": NAMES["cat"]}
    one, two = fitted(8, names=partial), fitted(8, names={})
    assert one.head is not None
    assert two.head is not None
    assert (one.head.weights == two.head.weights).all()
