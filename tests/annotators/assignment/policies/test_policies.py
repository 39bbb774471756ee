"""What every policy owes, and what each is for."""

import random

import numpy as np
import pytest

from annotators.assignment import POLICIES, Asker, Known, Queue, drawn_luck, ranked
from annotators.assignment.rows import Row, Scale, as_queue

CROWD = Known(80.0, 100.0)


def queue(rows, person=None, scale=None):
    return as_queue(rows, scale or Scale(("a", "b", "c")), person or Known(), CROWD)


def order(policy, rows, *, asker=None, **facts):
    made = queue(rows, **facts)
    return ranked(POLICIES[policy], made, asker or Asker()).tolist()


@pytest.mark.parametrize("policy", POLICIES)
def test_every_candidate_has_one_place_and_the_same_seed_the_same_order(policy):
    rng = np.random.default_rng(3)
    rows = [Row(float(p), int(rng.integers(0, 3)), float(rng.random())) for p in rng.random(20)]
    found = order(policy, rows)
    assert sorted(found) == list(range(20))
    assert order(policy, rows) == found


@pytest.mark.parametrize("policy", POLICIES)
def test_of_equal_tasks_the_earlier_goes_first_and_none_is_no_error(policy):
    assert order(policy, [Row(0.5, 0, 0.5)] * 5) == [0, 1, 2, 3, 4]
    assert order(policy, []) == []
    assert order(policy, [Row(0.5, 0, None)]) == [0]


@pytest.mark.parametrize("policy", POLICIES)
def test_what_a_person_placed_is_passed_over_by_nothing(policy):
    torn = Row(0.5, 1, 0.9, {"a": 0.5, "b": 0.5})
    assert order(policy, [Row(-3.0, 0, 0.9), torn, Row(7.0, 2, 0.0)]) == [2, 1, 0]


def test_value_prefers_doubt_for_the_able_and_settled_tasks_for_a_spammer():
    rows = [Row(0.5, 1, None, {"a": 0.97, "b": 0.03}), Row(0.5, 1, None, {"a": 0.5, "b": 0.5})]
    assert order("value", rows, person=Known(95, 100))[0] == 1
    assert order("value", rows, person=Known(33, 100))[0] == 0


def test_value_sees_that_a_class_matters():
    rows = [Row(0.5, 1, None, {"a": 0.6, "b": 0.4}), Row(0.5, 1, None, {"c": 0.6, "b": 0.4})]
    scale = Scale(("a", "b", "c"), {"c": 5.0})
    assert order("value", rows, scale=scale, person=Known(95, 100))[0] == 1


def test_value_falls_back_to_balance_where_opinions_do_not_add_up():
    rows = [Row(0.5, 2, 0.9), Row(0.5, 0, 0.1)]
    scale = Scale((), has_consensus=False)
    assert order("value", rows, scale=scale) == order("balanced", rows, scale=scale) == [1, 0]


def test_balanced_gives_who_had_dull_work_what_is_in_doubt():
    rows = [Row(0.5, 0, 0.1), Row(0.5, 0, 0.9)]
    assert order("balanced", rows, asker=Asker(interest=0.3)) == [1, 0]
    assert order("balanced", rows, asker=Asker(interest=-0.3)) == [0, 1]


def test_skill_gives_a_specialist_their_class():
    person = Known(60, 100, {"b": (50, 50), "a": (10, 50)})
    rows = [Row(0.5, 1, None, {"a": 0.8, "b": 0.2}), Row(0.5, 1, None, {"b": 0.8, "a": 0.2})]
    assert order("skill", rows, person=person) == [1, 0]


def test_new_people_get_different_work_from_time_to_time():
    rows = [Row(0.5, 1, None, {"a": 0.8, "b": 0.2}), Row(0.5, 1, None, {"a": 0.55, "b": 0.45})]
    draw = random.Random(0).betavariate
    lucks = [drawn_luck(0.0, 0.0, 0.8, draw) for _ in range(60)]
    assert {order("value", rows, asker=Asker(luck))[0] for luck in lucks} == {0, 1}
    known = [drawn_luck(9500.0, 10000.0, 0.8, draw) for _ in range(60)]
    assert {
        order("value", rows, person=Known(95, 100), asker=Asker(luck))[0] for luck in known
    } == {1}
    assert abs(sum(lucks) / 60) < 0.1


def test_rows_become_posteriors_that_sum_to_one():
    made = queue(
        [Row(0.1, 0, None), Row(0.1, 0, 0.2), Row(0.1, 0, 1.0), Row(0.1, 1, 0.5, {"b": 0.9})]
    )
    assert isinstance(made, Queue)
    assert made.posterior.sum(1) == pytest.approx(np.ones(4))
    assert made.posterior[:, 0] == pytest.approx([1 / 3, 0.8, 1 / 3, 0.9])
