"""The running model follows the batch model vote by vote."""

import numpy as np
import pytest

from annotators.aggregation import OnlineDawidSkene, dawid_skene
from annotators.agreement import Votes


@pytest.fixture
def rows():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 3, 200)
    skill = rng.uniform(0.55, 0.95, 10)
    return [
        (task, int(who), int(truth[task] if rng.random() < skill[who] else rng.integers(3)))
        for task in range(200)
        for who in rng.choice(10, 4, replace=False)
    ]


def running(rows):
    model = OnlineDawidSkene(3)
    for row in rows:
        model.add(*row)
    return model


def test_it_ends_where_the_batch_ends(rows):
    settled = running(rows).settle(tolerance=1e-10)
    batch = dawid_skene(Votes.from_rows(rows, range(3)), tolerance=1e-10)
    assert settled.posterior == pytest.approx(batch.posterior, abs=1e-3)


def test_one_vote_more_is_near_the_batch_answer_before_settling(rows):
    model = running(rows[:-1])
    model.settle(tolerance=1e-8)
    task, who, value = rows[-1]
    moved = model.add(task, who, value)
    votes = Votes.from_rows(rows, range(3))
    batch = dawid_skene(votes, tolerance=1e-8).posterior[votes.tasks.index(task)]
    assert moved == pytest.approx(batch, abs=0.02)


def test_a_vote_withdrawn_leaves_no_trace(rows):
    model = running(rows)
    before = model.posterior(7).copy()
    model.add(7, 99, 2)
    assert model.withdraw(7, 99) == pytest.approx(before, abs=0.02)


def test_a_changed_vote_replaces_the_old_one():
    model = OnlineDawidSkene(2)
    model.add(1, 1, 0)
    model.add(1, 1, 1)
    assert model.posterior(1).argmax() == 1


def test_the_last_vote_withdrawn_leaves_nobody():
    model = OnlineDawidSkene(2)
    model.add(1, 1, 0)
    assert model.withdraw(1, 1) is None


def test_a_value_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="value 2 of 2"):
        OnlineDawidSkene(2).add(1, 1, 2)
