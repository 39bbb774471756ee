"""Certified thresholds keep the bound in made-up projects, honest and dishonest ones."""

import numpy as np
import pytest

from active_learning.acceptance import Certificate, Tallies, certify
from tests.active_learning.acceptance.worlds import WORLDS, World, error_shares, tallied

ALPHA, DELTA, RUNS = 0.05, 0.1, 60
CHANCE = 3 * np.sqrt(DELTA * (1 - DELTA) / RUNS)
"""Three standard errors: a bound that is kept fails this in one of a thousand suites."""


def _split(world: World, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A random sample of 250; of the rest a strategy took the 200 most doubtful."""
    order = rng.permutation(len(world.score))
    sample, rest = order[:250], order[250:]
    doubtful = rest[np.argsort(world.score[rest])]
    return sample, doubtful[:200], doubtful[200:]


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("groups", [1, 3])
def test_the_bound_breaks_no_more_often_than_promised(name: str, groups: int) -> None:
    broken = []
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        world = WORLDS[name](rng)
        sample, gone, open_ = _split(world, rng)
        tallies = tallied(world, sample, gone, open_, groups=groups)
        found = certify(tallies, alpha=ALPHA, delta=DELTA)
        broken.append(any(s > ALPHA for s in error_shares(world, open_, found, groups=groups)))
    assert np.mean(broken) <= DELTA + CHANCE


def test_the_worlds_are_hard_enough_to_catch_a_threshold_taken_at_face_value() -> None:
    """The largest set whose audited share of errors is within the bound breaks it far too often."""
    broken = []
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        world = WORLDS["clueless"](rng)
        sample, _, open_ = _split(world, rng)
        order = sample[np.argsort(-world.score[sample])]
        share = np.cumsum(world.is_wrong[order]) / np.arange(1, len(order) + 1)
        passing = np.flatnonzero(share <= ALPHA)
        above = open_[world.score[open_] >= world.score[order[passing.max(initial=0)]]]
        if len(above):
            broken.append(world.is_wrong[above].mean() > ALPHA)
    assert np.mean(broken) > 0.5


def test_a_good_model_has_most_of_its_labels_accepted() -> None:
    shares = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        world = WORLDS["calibrated"](rng)
        sample, gone, open_ = _split(world, rng)
        found = certify(tallied(world, sample, gone, open_), alpha=ALPHA, delta=DELTA)
        shares.append(found.accepts / len(open_))
    assert np.mean(shares) > 0.7


def _sure(sample: int, open_: int, *, wrong: int = 0, gone: int = 0) -> Tallies:
    """Everything in one bin of one group."""
    z = np.zeros
    return Tallies.count(
        (np.full(sample, 0.9), z(sample, int), np.arange(sample) < wrong),
        (np.full(gone, 0.9), z(gone, int)),
        (np.full(open_, 0.9), z(open_, int)),
        groups=1,
    )


def _certified(tallies: Tallies, **changes: float) -> Certificate:
    return certify(tallies, **({"alpha": 0.05, "delta": 0.05} | changes))


def test_without_audits_nothing_is_certified() -> None:
    found = _certified(_sure(0, 1000))
    assert found.chosen == {}
    assert [step.upper for step in found.steps] == [1.0]


def test_nothing_open_needs_no_certificate() -> None:
    assert _certified(_sure(500, 0)).steps == ()


def test_tasks_kept_for_auditing_are_not_accepted() -> None:
    (step,) = _certified(_sure(200, 1000), audit_share=0.1).steps
    assert step.is_certified
    assert step.accepts == 900


def test_errors_that_the_strategy_may_have_left_behind_are_allowed_for() -> None:
    # 80 right audits just certify 5 % of 1,000; not if 1,000 more tasks were taken away by choice.
    assert _certified(_sure(80, 1000)).chosen
    assert not _certified(_sure(80, 1000, gone=1000)).chosen


def test_wrong_audits_forbid_what_right_ones_allow() -> None:
    assert not _certified(_sure(80, 1000, wrong=3)).chosen


def test_a_pool_of_ten_with_every_other_task_seen_is_judged_exactly() -> None:
    # 5 % of ten labels is no error at all: only if nearly everything was seen is that sure.
    assert not _certified(_sure(100, 10)).chosen
    assert _certified(_sure(200, 10)).chosen


def test_the_order_of_thresholds_does_not_depend_on_what_people_answered() -> None:
    rng = np.random.default_rng(0)
    world = WORLDS["calibrated"](rng)
    sample, gone, open_ = _split(world, rng)
    other = World(world.score, world.said, ~world.is_wrong)
    one, two = (
        certify(tallied(w, sample, gone, open_), alpha=ALPHA, delta=DELTA) for w in (world, other)
    )
    assert [s.threshold for s in one.steps] == [s.threshold for s in two.steps]
    assert two.chosen == {}


def test_a_class_that_nobody_predicts_costs_no_certainty() -> None:
    tallies = _sure(80, 1000)
    blank = Tallies(*(np.vstack([part, np.zeros_like(part)]) for part in (
        tallies.sample, tallies.wrong, tallies.gone, tallies.open)))  # fmt: skip
    assert certify(blank, alpha=0.05, delta=0.05).accepts == 1000
