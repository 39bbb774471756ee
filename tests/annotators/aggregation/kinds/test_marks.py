"""Marks of several people become things, with place, class and likelihood."""

import numpy as np
import pytest

from annotators.aggregation.kinds.fusion import fuse
from annotators.aggregation.kinds.marks import aggregate_marks
from labeling.regions import KINDS
from labeling.regions.kind import Bounds
from tests.labeling.regions.test_registry import EXAMPLES


def box(x, y, class_id="a"):
    return {"class": class_id, "geometry": {"x": x, "y": y, "width": 20, "height": 20}}


def test_three_people_who_see_two_things_give_two():
    given = {1: {w: [box(w, 0), box(100, w)] for w in range(3)}}
    things, _ = aggregate_marks("box", given)
    assert len(things) == 2
    assert all(thing.is_likely for thing in things)
    assert things[0].region["geometry"]["x"] == pytest.approx(1)


def test_two_things_of_one_person_are_never_joined():
    things, _ = aggregate_marks("box", {1: {0: [box(0, 0), box(2, 0)], 1: [box(1, 0)]}})
    assert len(things) == 2


def test_an_empty_answer_speaks_against_and_a_missing_one_says_nothing():
    lone = {1: {0: [box(0, 0)], 1: [], 2: []}}
    against, _ = aggregate_marks("box", lone)
    unasked, _ = aggregate_marks("box", {1: {0: [box(0, 0)]}})
    assert not against[0].is_likely
    assert unasked[0].is_likely


def test_who_marks_what_nobody_sees_is_trusted_less():
    given = {t: {0: [box(0, 0)], 1: [box(1, 0)], 2: [box(0, 1), box(200, t)]} for t in range(30)}
    _, ability = aggregate_marks("box", given)
    assert ability[2] < ability[0]


def test_a_disputed_class_is_voted_on():
    things, _ = aggregate_marks("box", {1: {0: [box(0, 0)], 1: [box(0, 0)], 2: [box(0, 0, "b")]}})
    assert things[0].region["class"] == "a"
    assert things[0].share == pytest.approx(2 / 3, abs=0.1)


def test_nothing_marked_anywhere_is_no_thing():
    assert aggregate_marks("box", {1: {0: [], 1: []}}) == ([], {})


@pytest.mark.parametrize("kind", KINDS)
def test_fusing_what_is_the_same_gives_it_back(kind):
    found = fuse(kind, [EXAMPLES[kind]] * 3, np.ones(3))
    assert KINDS[kind].validate(found, Bounds()) == []
    assert KINDS[kind].key(found) == KINDS[kind].key(EXAMPLES[kind]) or KINDS[kind].iou(
        found, EXAMPLES[kind]
    ) == pytest.approx(1)


def test_angles_are_averaged_on_their_circle():
    turned = [
        {"cx": 5, "cy": 5, "width": 4, "height": 2, "angle": angle} for angle in (350.0, 10.0)
    ]
    angle = fuse("rotated_box", turned, np.ones(2))["angle"]
    assert min(angle, 360 - angle) == pytest.approx(0, abs=1e-6)


def test_a_span_ends_where_somebody_ended_it():
    spans = [{"start": 0, "end": 5}, {"start": 0, "end": 9}, {"start": 1, "end": 9}]
    assert fuse("span", spans, np.ones(3)) == {"start": 0, "end": 9}
