"""Each kind's measures give the credit that a person would give."""

import numpy as np
import pytest

from annotators.agreement.kinds import MEASURES
from annotators.agreement.kinds.boundary import boundary_f
from annotators.agreement.kinds.transcripts import edits
from labeling.ontology.parts import Label, LabelClass
from labeling.regions.mask import from_array


def measured(kind, name, first, second, **label):
    one = next(measure for measure in MEASURES[kind] if measure.name == name)
    return one.of(Label("it", "x", kind, "It", **label), first, second)


def span(start, end, class_id="a"):
    return {"class": class_id, "geometry": {"start": start, "end": end}}


def test_spans_that_share_half_their_characters():
    pair = ([span(0, 4)], [span(2, 6)])
    assert measured("span", "span_f1", *pair) == 0
    assert measured("span", "span_overlap_f1", *pair) == 1
    assert measured("span", "span_partial_f1", *pair) == pytest.approx(0.5)


def test_spans_of_other_classes_share_nothing_however_measured():
    for measure in MEASURES["span"]:
        assert measured("span", measure.name, [span(0, 4)], [span(0, 4, "b")]) == 0


def test_edits_are_counted_as_by_hand():
    assert edits("kitten", "sitting") == 3
    assert edits("", "abc") == 3
    assert edits(["the", "cat"], ["the", "dog", "sat"]) == 2


def test_transcripts_by_word_and_character():
    pair = ("the cat sat", "the bat sat")
    assert measured("textarea", "word_agreement", *pair) == pytest.approx(2 / 3)
    assert measured("textarea", "character_agreement", *pair) == pytest.approx(10 / 11)


def test_a_ranking_with_one_neighbouring_pair_swapped():
    assert measured("ranking", "kendall", list("abcd"), list("abdc")) == pytest.approx(5 / 6)
    assert measured("ranking", "kendall", list("abc"), list("cba")) == 0


def test_a_sibling_in_the_taxonomy_gets_credit_for_the_shared_branch():
    classes = (
        LabelClass("animal", "", ""),
        LabelClass("dog", "", "", parent="animal"),
        LabelClass("cat", "", "", parent="animal"),
    )
    assert measured("taxonomy", "path", ["dog"], ["cat"], classes=classes) == pytest.approx(0.5)
    assert measured("taxonomy", "path", ["dog"], ["dog"], classes=classes) == 1


def test_ratings_are_near_on_their_scale():
    assert measured("rating", "near", 4, 5) == pytest.approx(0.75)
    assert measured("number", "near", 10, 15, min=0, max=20) == pytest.approx(0.75)
    assert measured("number", "near", 10, 15) == 0


def test_an_outline_a_pixel_off_is_the_same_and_far_off_is_not():
    square = np.zeros((60, 60), dtype=bool)
    square[10:40, 10:40] = True
    assert boundary_f(square, np.roll(square, 1, axis=0)) == pytest.approx(1)
    assert boundary_f(square, np.roll(square, 15, axis=0)) < 0.6
    marks = [{"class": "a", "geometry": from_array(square)}]
    assert measured("mask", "boundary_f", marks, marks) == pytest.approx(1)


def track(*places, end=10):
    keyframes = [
        {"frame": frame, "geometry": {"x": x, "y": 0, "width": 10, "height": 10}}
        for frame, x in places
    ]
    return {"class": "a", "geometry": {"shape": "box", "keyframes": keyframes, "end": end}}


def test_a_swap_of_identities_halfway_costs_half():
    stays = [track((0, 0)), track((0, 100))]
    swaps = [track((0, 0), (4, 0), (5, 100)), track((0, 100), (4, 100), (5, 0))]
    assert measured("track", "identity_f1", stays, stays) == 1
    assert measured("track", "identity_f1", stays, swaps) == pytest.approx(0.5)


def test_marks_of_only_one_annotator_do_not_agree():
    for kind in ("span", "mask", "track"):
        for measure in MEASURES[kind]:
            assert measure.of(Label("it", "x", kind, "It"), [], []) == 1
