"""What proposals are like teaches which are right, and which class a place has."""

from dataclasses import replace

import numpy as np
import pytest

from active_learning.prelabelers.base import Card, Proposal, Wanted
from active_learning.prelabelers.checking import checked_proposals
from active_learning.prelabelers.composing import Source, candidates_of, compose
from active_learning.prelabelers.deciding import Candidate, Decision
from active_learning.prelabelers.placing import Place
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from labeling.regions.kind import Bounds
from tests.active_learning.prelabelers.questions import ontology


def compared(difference, first_is_better):
    mine = Candidate("a", "it", "person", 0.5, "person", features=(difference, 0.1))
    return Decision(mine, first_is_better, "person" if first_is_better else "place", True)


def pairs(count):
    rng = np.random.default_rng(3)
    return [compared(float(d), bool(d + rng.normal() * 0.3 > 0)) for d in rng.normal(size=count)]


def test_of_two_the_one_that_people_like_more_becomes_likelier():
    wrap = fit_wrap(pairs(60))
    better, worse = (
        wrap.probability(Candidate("a", "it", own, 0.5, own, features=(difference, 0.1)))
        for own, difference in (("person", 1.0), ("place", -1.0))
    )
    assert better > 0.65
    assert worse < 0.35
    assert 48 <= wrap.accepted < wrap.decisions == 60


def test_one_answer_that_is_liked_more_often_does_not_stand_for_the_other():
    wrap = fit_wrap([compared(0.0, first_is_better=False)] * 20)
    assert wrap.classes == {}


def test_who_waits_shows_nothing_until_it_was_taught():
    onto = ontology("choice")
    said = [
        {"kind": "choice", "name": "person", "score": 0.5, "features": [1.0, 0.1]},
        {"kind": "choice", "name": "place", "score": 0.5, "features": [-1.0, -0.1]},
    ]
    unsure = replace(fit_wrap(pairs(40)), accepted=18)
    for wrap, shown in (
        (fit_wrap(pairs(9)), {}),
        (unsure, {}),
        (fit_wrap(pairs(40)), {"it": "person"}),
    ):
        waiting = Source("a", [Place("it", {})], wrap, 0.0, waits=True)
        found = compose([waiting], candidates_of(waiting, said, onto), onto)
        assert found["a"].answers == shown


def place(feature, given):
    mine = Candidate(
        "a", "it", "sound", 0.6, "person", {"start": 0, "end": 1}, features=(feature, -feature)
    )
    return Decision(mine, given == "person", given, given is not None)


def test_places_are_named_by_what_they_are_like():
    taught = [place(1.0, "person")] * 8 + [place(-1.0, "place")] * 8
    wrap = fit_wrap(taught)
    assert wrap.reclassed(place(0.9, None).candidate).class_id == "person"
    assert wrap.reclassed(place(-0.9, None).candidate).class_id == "place"
    assert wrap.probability(place(-0.9, None).candidate) > 0.6
    assert fit_wrap(taught[:8]).names == {}


def test_what_was_learned_from_features_survives_being_stored():
    wrap = fit_wrap([place(1.0, "person"), place(-1.0, "place")] * 8)
    assert Wrap.read(wrap.as_json()) == wrap


@pytest.mark.parametrize("features", [(float("nan"),), ("loud",), (0.0,) * 65])
def test_features_that_are_no_few_numbers_are_refused(features):
    card = Card("x", frozenset({"text"}), frozenset({"number"}), "x", "x", classes=())
    said = Proposal("number", value=1, features=features)
    kept, fault = checked_proposals(card, [said], [Wanted("it", "number")], Bounds())
    assert kept == []
    assert "features" in fault
