"""What every aggregation algorithm must do."""

import numpy as np
import pytest

from annotators.aggregation import AGGREGATORS, majority
from annotators.agreement import Votes
from tests.benchmarks.annotators.crowds import crowd
from tests.shared_data import shared

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


def test_an_adversary_among_good_people_does_no_harm(aggregate):
    rng = np.random.default_rng(11)
    truth = rng.integers(0, 2, 300)
    rows = [(t, w, int(truth[t] ^ (rng.random() < 0.1))) for t in range(300) for w in range(3)]
    rows += [(t, 9, int(1 - truth[t])) for t in range(300)]
    votes = Votes.from_rows(rows, range(2))
    assert (aggregate(votes).value == truth).mean() > 0.85


def test_planted_ability_is_recovered_in_order(aggregate):
    rng = np.random.default_rng(13)
    truth = rng.integers(0, 3, 600)
    skill = np.linspace(0.4, 0.95, 8)
    rows = [
        (t, w, int(truth[t] if rng.random() < skill[w] else (truth[t] + rng.integers(1, 3)) % 3))
        for t in range(600)
        for w in range(8)
    ]
    found = aggregate(Votes.from_rows(rows, range(3))).accuracy
    assert np.corrcoef(found, skill)[0, 1] > 0.95


def test_two_people_who_share_no_task_are_both_believed(aggregate):
    rows = [(t, "A" if t < 10 else "B", "xy"[t % 2]) for t in range(20)]
    votes = Votes.from_rows(rows)
    assert [votes.values[v] for v in aggregate(votes).value] == ["xy"[t % 2] for t in range(20)]


def test_everybody_wrong_is_still_a_distribution(aggregate):
    votes = Votes.from_rows([(t, w, "b") for t in range(10) for w in range(4)], ["a", "b"])
    result = aggregate(votes)
    assert (result.value == 1).all()
    assert np.isfinite(result.accuracy).all()


def test_votes_of_zero_and_one_are_values_like_others(aggregate):
    votes = Votes.from_rows([(1, "A", 0), (1, "B", 0), (2, "A", 1), (2, "B", 1)])
    assert [votes.values[v] for v in aggregate(votes).value] == [0, 1]


def test_a_single_possible_value_is_certain(aggregate):
    votes = Votes.from_rows([(1, "A", "only"), (2, "B", "only")], ["only"])
    assert aggregate(votes).posterior == pytest.approx(np.ones((2, 1)))


def test_it_says_how_long_it_took_and_whether_it_settled(aggregate):
    result = aggregate(Votes.from_rows(CASE))
    assert result.n_iterations >= 0
    assert result.converged in {True, False}


@pytest.mark.parametrize("name", ["snow_temp", "snow_rte"])
def test_it_is_no_worse_than_counting_on_real_crowds(aggregate, name):
    shared(f"data/crowd_{name}")
    real = crowd(name)
    assert real.accuracy(aggregate(real.votes)) >= real.accuracy(majority(real.votes)) - 0.005
