"""What a model gives is taken only as far as it makes sense."""

import math

import pytest

from active_learning.prelabelers.base import Card, ClassName, Proposal, Wanted
from active_learning.prelabelers.checking import MOST, checked_proposals
from labeling.regions.kind import Bounds

CARD = Card(
    id="x", reads=frozenset({"text"}), fills=frozenset({"span", "choice"}), module="x",
    licence="x", classes=("A",),
)  # fmt: skip
WANTED = [Wanted("it", "span", classes=(ClassName("a", "a"),))]
BOUNDS = Bounds(text="0123456789", field="text")
PLACE = {"start": 0, "end": 3}


@pytest.mark.parametrize(
    ("proposal", "said"),
    [
        (Proposal("box", "A", 0.5, PLACE), "nobody asked for"),
        (Proposal("choice", "A", 0.5), "nobody asked for"),
        (Proposal("span", "A", math.nan, PLACE), "not between 0 and 1"),
        (Proposal("span", "A", 1.5, PLACE), "not between 0 and 1"),
        (Proposal("span", "A", None, PLACE), "not between 0 and 1"),
        (Proposal("span", "B", 0.5, PLACE), "does not have"),
        (Proposal("span", "A", 0.5, {"start": 5, "end": 99}), "lies wrong"),
        (Proposal("span", "A", 0.5, {"start": "x"}), "lies wrong"),
        (Proposal("span", "A", 0.5, None), "lies wrong"),
    ],
)
def test_nonsense_is_dropped_and_named_and_the_rest_kept(proposal, said):
    good = Proposal("span", "A", 0.5, PLACE)
    kept, fault = checked_proposals(CARD, [proposal, good], WANTED, BOUNDS)
    assert kept == [{"kind": "span", "name": "A", "score": 0.5, "geometry": PLACE}]
    assert fault.startswith("Its proposal 1 ")
    assert said in fault


def test_too_many_proposals_are_cut_to_the_surest():
    many = [Proposal("span", "A", number / 10_000, PLACE) for number in range(MOST + 10)]
    kept, fault = checked_proposals(CARD, many, WANTED, BOUNDS)
    assert not fault
    assert len(kept) == MOST
    assert kept[0]["score"] == round((MOST + 9) / 10_000, 6)
