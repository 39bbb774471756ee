"""What every aggregation algorithm must do."""

import numpy as np
import pytest

from annotators.aggregation import AGGREGATORS
from annotators.agreement import Votes

pytestmark = pytest.mark.parametrize("aggregate", AGGREGATORS.values(), ids=AGGREGATORS)
CASE = [
    ("t1", "w1", "cat"),
    ("t1", "w2", "dog"),
    ("t2", "w1", "cat"),
    ("t2", "w2", "cat"),
    ("t2", "w3", "dog"),
    ("t3", "w4", "bird"),
    ("t4", "w1", "dog"),
    ("t4", "w1", "dog"),
    ("t4", "w2", "cat"),
    ("t4", "w3", "cat"),
]


def simulated(rng, n_tasks=400, n_who=12, n_values=4, accuracy=0.75):
    truth = rng.integers(0, n_values, n_tasks)
    rows = []
    for task in range(n_tasks):
        for who in rng.choice(n_who, 5, replace=False):
            right = rng.random() < accuracy
            rows.append((task, int(who), int(truth[task] if right else rng.integers(n_values))))
    return Votes.from_rows(rows, range(n_values)), truth


def test_rows_sum_to_one_and_are_finite(aggregate):
    posterior = aggregate(Votes.from_rows(CASE)).posterior
    assert np.isfinite(posterior).all()
    assert posterior.sum(1) == pytest.approx(np.ones(4), abs=1e-6)


def test_the_answer_is_the_same_on_every_run(aggregate):
    votes = Votes.from_rows(CASE)
    assert (aggregate(votes).posterior == aggregate(votes).posterior).all()


def test_a_label_seen_once_stays_possible(aggregate):
    votes = Votes.from_rows(CASE)
    posterior = aggregate(votes).posterior
    assert posterior[votes.tasks.index("t3"), votes.values.index("bird")] > 0.1


def test_unanimous_tasks_keep_their_value(aggregate):
    votes = Votes.from_rows([(t, w, "ab"[t % 2]) for t in range(20) for w in range(3)])
    assert [votes.values[v] for v in aggregate(votes).value] == ["ab"[t % 2] for t in range(20)]


def test_one_annotator_alone_is_believed(aggregate):
    votes = Votes.from_rows([(1, "A", "x"), (2, "A", "y")])
    assert [votes.values[v] for v in aggregate(votes).value] == ["x", "y"]


def test_the_crowd_beats_its_members(aggregate):
    votes, truth = simulated(np.random.default_rng(3))
    got = aggregate(votes).value
    assert (got == truth[list(votes.tasks)]).mean() > 0.9


def test_accuracy_is_a_share_for_every_annotator(aggregate):
    result = aggregate(Votes.from_rows(CASE))
    assert result.accuracy.shape == (4,)
    assert ((result.accuracy >= 0) & (result.accuracy <= 1)).all()
