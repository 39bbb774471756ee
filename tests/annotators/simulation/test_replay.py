"""Replays: the rules are kept, the same seed tells the same, and adaptive work errs less."""

import io
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotators.agreement import Votes
from annotators.assignment import POLICIES, Limits
from annotators.simulation import (
    CROWDS,
    Course,
    CrowdError,
    Rules,
    compare_policies,
    least_share,
    make_crowd,
    read_crowd,
    replay,
)
from tests.shared_data import shared


@pytest.fixture(scope="module")
def made():
    return make_crowd(CROWDS["mixed"], np.random.default_rng(0), n_tasks=120, n_people=12)


@pytest.mark.parametrize("policy", POLICIES)
def test_nobody_is_asked_twice_and_no_task_beyond_the_most(made, policy):
    rules = Rules(policy, Limits(2, 4, 0.95))
    outcome = replay(Course(made.votes, made.truth), rules, np.random.default_rng(1))
    assert len(set(outcome.asked.tolist())) == len(outcome.asked)
    given = np.bincount(made.votes.task[outcome.asked], minlength=120)
    assert given.min() >= 2
    assert given.max() <= 4
    assert sum(outcome.decided.values()) == 120


def test_the_same_seed_tells_the_same_and_a_budget_is_kept(made):
    course = Course(made.votes, made.truth)
    rules = Rules("value", Limits(1, 6, 0.95), budget=200)
    one, two = (replay(course, rules, np.random.default_rng(5)) for _ in range(2))
    assert (one.asked == two.asked).all()
    assert len(one.asked) == 200


def test_routed_work_errs_less_than_as_many_votes_counted():
    teams = {
        team.name: np.mean(team.errors)
        for team in compare_policies(dict(CROWDS["mixed"]), ["value"], seeds=3, n_tasks=200)
    }
    assert teams["value"] < 0.6 * teams["3 each, counted"] < teams["single"]


def test_people_of_every_sort_are_as_good_as_they_are_said_to_be():
    rng = np.random.default_rng(4)
    for shares in CROWDS.values():
        crowd = make_crowd(shares, rng, n_tasks=1000, n_people=8)
        right = crowd.votes.value == crowd.truth[crowd.votes.task]
        share = np.bincount(crowd.votes.annotator, right) / 1000
        assert share == pytest.approx(crowd.accuracy, abs=0.06)
        assert crowd.model.sum(1) == pytest.approx(np.ones(1000))
        assert (crowd.model.argmax(1) == crowd.truth).mean() == pytest.approx(0.8, abs=0.06)


def test_a_recorded_crowd_needs_fewer_votes_than_it_gave():
    course = read_crowd(Path(shared("data/crowd_snow_temp")))
    found = least_share(course, "value", 0)[-1]
    assert found.is_reached
    assert found.share < 0.7


def test_a_faulty_table_is_named_with_its_line(tmp_path):
    (tmp_path / "votes.csv").write_text("task,worker,label\n1,2,3\n1,2\n")
    (tmp_path / "truth.csv").write_text("task,label\n1,3\n")
    with pytest.raises(CrowdError, match=r"votes\.csv, line 3: 3 columns"):
        read_crowd(tmp_path)
    with pytest.raises(CrowdError, match="cannot be read"):
        read_crowd(tmp_path / "nowhere")


def test_one_person_and_one_task_are_a_crowd_too():
    votes = Votes.from_rows([(1, 1, "a")], ["a", "b"])
    outcome = replay(Course(votes, np.asarray([0])), Rules("value"), np.random.default_rng(0))
    assert outcome.asked.tolist() == [0]


def test_the_command_replays_a_folder_and_refuses_what_it_does_not_know(tmp_path):
    (tmp_path / "votes.csv").write_text(
        "task,worker,label\n" + "".join(f"{t},{w},a\n" for t in range(5) for w in range(4))
    )
    (tmp_path / "truth.csv").write_text("task,label\n" + "".join(f"{t},a\n" for t in range(5)))
    out = io.StringIO()
    options = {"data": str(tmp_path), "seeds": 1, "policies": "value", "stdout": out}
    call_command("bench", "routing", **options)
    assert "of all opinions, accuracy 1.0000 (all counted: 1.0000)" in out.getvalue()
    with pytest.raises(CommandError, match="No policy is called best"):
        call_command("bench", "routing", policies="best")
