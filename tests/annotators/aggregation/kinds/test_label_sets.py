"""Sets of classes: one that is sure speaks for those that go with it."""

import numpy as np

from annotators.aggregation.kinds.label_sets import fuse_label_sets
from annotators.aggregation.pooled import anchored
from annotators.agreement import Votes


def company(rng, n_tasks=300, n_who=10, opinions=3):
    """Two sorts of tasks with five classes each, of which people overlook a third."""
    sort = rng.random(n_tasks) < 0.5
    truth = np.repeat(np.column_stack([sort, ~sort]), 5, axis=1)
    task = np.repeat(np.arange(n_tasks), opinions)
    who = np.concatenate([rng.permutation(n_who)[:opinions] for _ in range(n_tasks)])
    says = np.where(truth[task], 0.65, 0.1)
    return truth, task, who, rng.random(says.shape) < says


def test_classes_that_go_together_are_found_oftener_than_one_by_one():
    truth, task, who, chosen = company(np.random.default_rng(5))
    found = fuse_label_sets(task, who, chosen, len(truth), 10)
    apart = [
        anchored(Votes(task, who, said.astype(int), range(len(truth)), range(10), (0, 1))).value
        for said in chosen.T
    ]
    whole = ((found.marginal > 0.5) == truth).all(1).mean()
    assert found.n_sorts > 1
    assert whole > (np.column_stack(apart) == truth).all(1).mean() + 0.1


def test_classes_that_have_nothing_to_do_with_each_other_make_one_sort():
    rng = np.random.default_rng(6)
    truth = rng.random((200, 4)) < 0.4
    task, who = np.repeat(np.arange(200), 3), np.tile(np.arange(3), 200)
    chosen = truth[task] ^ (rng.random((600, 4)) < 0.15)
    assert fuse_label_sets(task, who, chosen, 200, 3).n_sorts == 1


def test_the_confidence_is_that_of_the_whole_set():
    truth, task, who, chosen = company(np.random.default_rng(7))
    found = fuse_label_sets(task, who, chosen, len(truth), 10)
    apart = np.maximum(found.marginal, 1 - found.marginal).prod(1)
    assert (found.confidence <= found.marginal.max(1) + 1e-9).all()
    assert found.confidence.mean() > apart.mean()
