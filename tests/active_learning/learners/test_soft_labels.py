"""What bad annotators do to a model, and how much of it soft labels of the crowd undo."""

from collections import Counter

import numpy as np

from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.selectors.crowd import crowd_posteriors

CLASSES = ["a", "b", "c"]
SKILLS = (0.9, 0.9, 0.85, 0.1, 0.1, 0.2)
"""Three annotators know, three answer nearly anything else."""


def problem(count: int, seed: int) -> tuple[Features, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, size=count)
    dense = rng.normal(0, 0.8, size=(count, 8))
    dense[np.arange(count), truth] += 1.6
    return Features(dense.astype(np.float32)), truth


def votes_on(truth: np.ndarray, seed: int) -> list[tuple[int, int, str]]:
    rng = np.random.default_rng(seed)
    votes = []
    for task, right in enumerate(truth):
        for who in rng.choice(len(SKILLS), 3, replace=False):
            is_right = rng.random() < SKILLS[who]
            value = right if is_right else (right + rng.integers(1, 3)) % 3
            votes.append((task, int(who), CLASSES[value]))
    return votes


def accuracy(inputs: Features, labels: list, weights: np.ndarray | None) -> float:
    learner = ChoiceLearner()
    rng = np.random.default_rng(0)
    learner.fit(inputs, labels, classes=CLASSES, rng=rng, weights=weights)
    unseen, truth = problem(600, 99)
    guesses = learner.predict_proba(unseen).argmax(axis=1)
    return float((np.array(learner.classes)[guesses] == np.array(CLASSES)[truth]).mean())


def test_soft_labels_of_the_crowd_beat_the_majority_where_annotators_are_bad() -> None:
    gains = []
    for seed in range(3):
        inputs, truth = problem(240, seed)
        votes = votes_on(truth, seed)
        soft = crowd_posteriors(votes, CLASSES)
        by_task = [[value for task, _, value in votes if task == t] for t in range(len(truth))]
        most = [Counter(given).most_common(1)[0] for given in by_task]
        shares = np.array([count / 3 for _, count in most])
        hard = accuracy(inputs, [value for value, _ in most], shares)
        gains.append(accuracy(inputs, [soft[t] for t in range(len(truth))], None) - hard)
    assert min(gains) > 0.0
    assert np.mean(gains) > 0.02


def test_nobody_is_judged_where_nobody_meets() -> None:
    alone = [(task, task % 3, CLASSES[task % 2]) for task in range(60)]
    assert crowd_posteriors(alone, CLASSES) == {}
    assert crowd_posteriors([], CLASSES) == {}


def test_a_class_that_only_a_doubtful_vote_names_gets_no_column() -> None:
    inputs, truth = problem(60, 0)
    labels: list = [{CLASSES[t % 2]: 0.95, "c": 0.05} for t in truth]
    learner = ChoiceLearner()
    learner.fit(inputs, labels, classes=CLASSES, rng=np.random.default_rng(0))
    assert learner.classes == ("a", "b")


def test_a_soft_label_is_learned_as_soft() -> None:
    inputs = Features(np.ones((40, 2), dtype=np.float32))
    labels: list = [{"a": 0.7, "b": 0.3}] * 40
    learner = ChoiceLearner()
    learner.fit(inputs, labels, classes=CLASSES, rng=np.random.default_rng(0))
    assert abs(learner.predict_proba(inputs)[0, 0] - 0.7) < 0.02
