"""Classes are recognised by their names, and never by too little of them."""

import pytest

from active_learning.prelabelers.base import Card
from active_learning.prelabelers.placing import guess_classes, guess_places, read_places
from tests.active_learning.prelabelers.questions import ontology


def card(*classes, **facts):
    return Card(
        id="x", reads=frozenset({"text"}), fills=frozenset({"span", "choice"}), module="x",
        licence="x", classes=classes or None, **facts,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("own", "ours", "stands"),
    [
        ("PERSON", "person", True),
        ("PERSON", "Persons", True),
        ("WORK_OF_ART", "workOfArt", True),
        ("organization", "organisation", True),
        ("traffic light", "Traffic-Lights", True),
        ("car", "cat", False),
        ("LOC", "LAW", False),
        ("person", "product", False),
    ],
)
def test_like_names_stand_for_each_other(own, ours, stands):
    (label,) = ontology(classes=("nothing_like_it", ours)).labels
    assert guess_classes(card(own), label) == ({own: ours} if stands else {})


def test_other_names_of_a_class_are_known_in_two_languages():
    (label,) = ontology(classes=("c1", "地点")).labels
    assert guess_classes(card("GPE", also={"GPE": ("地点",)}), label) == {"GPE": "地点"}


def test_several_of_its_classes_may_stand_for_one_of_ours():
    (label,) = ontology(classes=("place",)).labels
    both = card("GPE", "LOC", also={"GPE": ("place",), "LOC": ("place",)})
    assert guess_classes(both, label) == {"GPE": "place", "LOC": "place"}


def test_a_label_of_which_nothing_is_recognised_is_not_filled():
    assert guess_places(card("cow"), ontology(), "field") == []


def test_one_that_takes_our_names_needs_no_mapping():
    (place,) = guess_places(card(), ontology("choice"), "field")
    assert (place.label, place.classes) == ("it", {})


def test_stored_places_lose_what_the_ontology_has_no_more():
    stored = [
        {"label": "it", "classes": {"A": "person", "B": "gone"}},
        {"label": "gone", "classes": {"A": "person"}},
    ]
    (place,) = read_places(stored, card("A", "B"), ontology())
    assert place.classes == {"A": "person"}
