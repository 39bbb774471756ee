"""An exam is decided when it is clear, and by nobody's wide interval."""

import numpy as np
import pytest

from annotators.exams import judge_attempt

TERMS = {"mark": 0.7, "least": 8, "most": 30}


@pytest.mark.parametrize(
    ("credits", "outcome"),
    [
        ([1.0] * 7, "asking"),
        ([1.0] * 8, "passed"),
        ([0.0] * 8, "failed"),
        ([1.0, 0.0] * 4, "asking"),
        ([0.7] * 30, "undecided"),
        ([], "asking"),
    ],
)
def test_it_goes_on_until_the_interval_lies_on_one_side(credits, outcome):
    found = judge_attempt(credits, **TERMS)
    assert found.outcome == outcome
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_few_who_are_just_at_the_mark_are_decided_by_chance():
    rng = np.random.default_rng(0)
    outcomes = []
    for _ in range(400):
        credits: list[float] = []
        outcome = "asking"
        while outcome == "asking":
            credits.append(float(rng.random() < TERMS["mark"]))
            outcome = judge_attempt(credits, **TERMS).outcome
        outcomes.append(outcome)
    assert outcomes.count("passed") / 400 < 0.2
    assert outcomes.count("failed") / 400 < 0.2
