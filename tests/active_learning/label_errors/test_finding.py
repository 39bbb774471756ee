"""Confident learning against a case by hand, against cleanlab, and in bad weather."""

import csv
import functools

import numpy as np
import pytest

from active_learning.label_errors import confident_joint, find_label_errors, folds_of
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from tests.shared_data import shared

FILTERS = {
    "noise_rate": "prune_by_noise_rate",
    "class": "prune_by_class",
    "both": "both",
    "confident": "confident_learning",
}


def made(rng, count=4000, classes=5, noise=0.08):
    """Return probabilities, given and true labels."""
    truth = rng.integers(0, classes, count)
    given = truth.copy()
    flipped = rng.random(count) < noise
    given[flipped] = (truth[flipped] + rng.integers(1, classes, flipped.sum())) % classes
    logits = rng.normal(0, 1, (count, classes))
    logits[np.arange(count), truth] += 3
    exp = np.exp(logits)
    return exp / exp.sum(axis=1, keepdims=True), given, truth


@functools.cache
def labelme():
    """Scenes named by an unreliable crowd: out-of-fold probabilities, majority votes, truth."""
    folder = shared("data/crowd_labelme")
    votes: dict[int, list[str]] = {}
    for row in csv.DictReader((folder / "votes.csv").open(encoding="utf-8")):
        votes.setdefault(int(row["task"]), []).append(row["label"])
    truth = {int(r["task"]): r["label"] for r in csv.DictReader((folder / "truth.csv").open())}
    tasks = sorted(votes)
    given = [max(sorted(set(votes[t])), key=votes[t].count) for t in tasks]
    classes = sorted(set(truth.values()))
    vectors = np.load(folder / "features_train.npy")[tasks].astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    fold = folds_of(given, 3, np.random.default_rng(0))
    probabilities = np.zeros((len(tasks), len(classes)))
    for part in range(3):
        seen, held = np.flatnonzero(fold != part), np.flatnonzero(fold == part)
        learner = ChoiceLearner()
        learner.fit(Features(vectors[seen]), [given[i] for i in seen], classes=classes,
                    rng=np.random.default_rng(part))  # fmt: skip
        probabilities[held] = learner.predict_proba(Features(vectors[held]))
    column = {name: index for index, name in enumerate(classes)}
    return (
        probabilities,
        np.array([column[name] for name in given]),
        np.array([column[truth[task]] for task in tasks]),
    )


def test_a_case_by_hand():
    probabilities = np.array(
        [[0.9, 0.1], [0.8, 0.2], [0.1, 0.9], [0.2, 0.8], [0.3, 0.7], [0.05, 0.95]]
    )
    labels = np.array([0, 0, 0, 1, 1, 1])
    joint = confident_joint(probabilities, labels)
    assert joint.thresholds == pytest.approx([0.6, (0.8 + 0.7 + 0.95) / 3])
    # The fifth (0.7 of class 1) reaches no threshold and is counted nowhere.
    assert joint.confident.tolist() == [0, 0, 1, -1, -1, 1]
    assert joint.counts.tolist() == [[2, 1], [0, 1]]
    assert joint.estimated.tolist() == [[2, 1], [0, 3]]
    errors = find_label_errors(probabilities, labels)
    assert errors.rows.tolist() == [2]
    assert (errors.given[0], errors.suggested[0]) == (0, 1)
    assert errors.score[0] == pytest.approx((0.1 - 0.9 + 1) / 2)
    assert errors.probability[0] == pytest.approx(0.9)


@pytest.mark.parametrize("prune", FILTERS)
def test_the_errors_are_cleanlabs(prune):
    cleanlab = pytest.importorskip("cleanlab.filter")
    probabilities, given, _ = made(np.random.default_rng(3))
    theirs = cleanlab.find_label_issues(given, probabilities, filter_by=FILTERS[prune], n_jobs=1)
    ours = np.zeros(len(given), dtype=bool)
    ours[find_label_errors(probabilities, given, prune=prune).rows] = True
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.98


@pytest.mark.parametrize("prune", FILTERS)
def test_on_a_real_crowds_labels_it_finds_as_much_as_cleanlab(prune):
    cleanlab = pytest.importorskip("cleanlab.filter")
    probabilities, given, truth = labelme()
    wrong = given != truth
    theirs = cleanlab.find_label_issues(given, probabilities, filter_by=FILTERS[prune], n_jobs=1)
    ours = np.zeros(len(given), dtype=bool)
    ours[find_label_errors(probabilities, given, prune=prune).rows] = True
    assert (ours & wrong).sum() >= (theirs & wrong).sum() - 2
    assert (ours & wrong).sum() / ours.sum() >= (theirs & wrong).sum() / theirs.sum() - 0.01
    # Twice and more the share of errors that looking at random labels would meet.
    assert (ours & wrong).sum() / ours.sum() > 2 * wrong.mean()


def test_the_worst_come_first():
    probabilities, given, truth = made(np.random.default_rng(5))
    for rank in ("normalised_margin", "self_confidence"):
        errors = find_label_errors(probabilities, given, rank=rank)
        assert (np.diff(errors.score) >= 0).all()
        wrong = (given != truth)[errors.rows]
        half = len(wrong) // 2
        assert wrong[:half].mean() > wrong[half:].mean()


def test_one_class_only_finds_nothing():
    assert len(find_label_errors(np.ones((5, 1)), np.zeros(5, int))) == 0
    share = np.tile([0.2, 0.8], (6, 1))
    assert len(find_label_errors(share, np.zeros(6, int))) == 0


def test_a_class_with_one_task_keeps_it():
    probabilities, given, _ = made(np.random.default_rng(1), classes=3)
    given[given == 2] = 1
    given[0] = 2
    probabilities[0] = [0.98, 0.02, 0.0]
    assert 0 not in find_label_errors(probabilities, given).rows


def test_a_class_without_tasks_can_still_be_likeliest():
    probabilities, given, _ = made(np.random.default_rng(1), classes=3)
    given[given == 2] = 1
    joint = confident_joint(probabilities, given)
    assert np.isinf(joint.thresholds[2])
    assert not (joint.confident == 2).any()


def test_no_task_at_all_finds_nothing():
    assert len(find_label_errors(np.empty((0, 3)), np.empty(0, int))) == 0


@pytest.mark.parametrize(
    ("probabilities", "labels", "said"),
    [
        ([[np.nan, 0.5]], [0], "row 0 is no distribution"),
        ([[np.inf, 0.5]], [0], "row 0 is no distribution"),
        ([[0.5, 0.1]], [0], "row 0 is no distribution"),
        ([[1.5, -0.5]], [0], "negative"),
        ([[0.5, 0.5]], [2], r"labels lie in 0\.\.1"),
        ([[0.5, 0.5]], [0, 1], "labels for 1 rows"),
        ([[0.5, 0.5]], [0.5], "column numbers"),
        ([0.5, 0.5], [0, 1], r"shape \(N, K\)"),
    ],
)
def test_what_is_no_distribution_is_refused(probabilities, labels, said):
    with pytest.raises(ValueError, match=said):
        find_label_errors(np.array(probabilities), np.array(labels))


def test_folds_spread_every_class():
    labels = ["a"] * 50 + ["b"] * 9 + ["c"]
    fold = folds_of(labels, 5, np.random.default_rng(0))
    assert np.bincount(fold).tolist() == [12] * 5
    assert (np.bincount(fold[:50]) == 10).all()
    assert set(np.bincount(fold[50:59], minlength=5)) <= {1, 2}
    with pytest.raises(ValueError, match="1 folds"):
        folds_of(labels, 1, np.random.default_rng(0))
