"""Attribute values, options and classes are checked one by one."""

import pytest

from labeling.ontology import OntologyError
from labeling.ontology.classes import fault_of_attribute_value
from labeling.ontology.parts import Attribute, Option
from tests.labeling.ontology.documents import an_ontology

OPTIONS = (Option("l", "Left"), Option("r", "Right"))


def an_attribute(kind, **more):
    return Attribute("a", "A", kind, **more)


@pytest.mark.parametrize(
    ("attribute", "good", "bad"),
    [
        (an_attribute("boolean"), [True, False], [1, "true"]),
        (an_attribute("text"), ["", "any"], [3, ["a"]]),
        (an_attribute("choice", options=OPTIONS), ["l"], ["Left", ["l"], 1]),
        (an_attribute("multichoice", options=OPTIONS), [[], ["l", "r"]], ["l", ["x"], [1]]),
        (an_attribute("number", min=0, max=10), [0, 10, 2.5], [-1, 11, "3", True, float("nan")]),
        (an_attribute("number"), [-(10**200)], [float("inf"), 10**400]),
        (an_attribute("rating", min=1, max=5), [1, 5], [0, 6]),
    ],
)
def test_values_fit_their_attribute_or_are_refused(attribute, good, bad):
    assert [fault_of_attribute_value(attribute, value) for value in good] == [None] * len(good)
    assert all(fault_of_attribute_value(attribute, value) for value in bad)


def faults(*attributes, **label):
    base = {"id": "s", "on": "text", "kind": "span", "attributes": list(attributes)}
    with pytest.raises(OntologyError) as caught:
        an_ontology(base | label)
    return {problem.pointer: problem.detail for problem in caught.value.problems}


def test_two_attributes_of_one_owner_need_two_ids():
    twin = {"id": "a", "kind": "text"}
    assert list(faults(twin, twin)) == ["/labels/0/attributes/1/id"]


def test_two_options_of_one_attribute_need_two_ids():
    found = faults({"id": "a", "kind": "choice", "options": ["x", "x", {"id": ""}]})
    assert set(found) == {
        "/labels/0/attributes/0/options/1/id",
        "/labels/0/attributes/0/options/2/id",
    }


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ({"kind": "rating", "classes": ["a"]}, "classes"),
        ({"kind": "rating", "min": 5, "max": 1}, "max"),
        ({"kind": "rating", "max": 1000}, "max"),
        ({"kind": "number", "step": 0}, "step"),
        ({"kind": "pairwise", "fields": ["text", "sound"], "classes": ["a", "b"]}, "fields"),
        ({"kind": "choice", "classes": ["a"], "when": 3}, "when"),
        ({"kind": "textarea", "max_length": "many"}, "max_length"),
        ({"kind": "textarea", "description": 7}, "description"),
        ({"kind": "textarea", "name": "\ud800"}, "name"),
        ({"kind": "textarea", "fields": [3]}, "fields"),
    ],
)
def test_options_of_a_label_are_checked(label, place):
    assert f"/labels/0/{place}" in faults(**label)


def test_a_condition_names_classes_that_exist():
    first = {"id": "spam", "on": "text", "kind": "choice", "classes": ["yes"]}
    second = {"id": "why", "kind": "textarea", "when": {"label": "spam", "classes": ["maybe"]}}
    with pytest.raises(OntologyError, match="has no class 'maybe'"):
        an_ontology(first, second)


def test_a_label_without_a_field_stands_on_the_only_one_that_fits():
    label = an_ontology({"id": "b", "kind": "box"}).labels[0]
    assert label.on == "image"


def test_a_relation_id_is_used_once():
    span = {"id": "s", "on": "text", "kind": "span"}
    relation = {"id": "r", "from": ["s"], "to": []}
    with pytest.raises(OntologyError, match="another relation"):
        an_ontology(span, relations=(relation, relation))


def test_a_relation_with_no_ends_named_joins_any_labels():
    span = {"id": "s", "on": "text", "kind": "span"}
    ontology = an_ontology(span, relations=({"id": "r", "from": [], "to": []},))
    assert ontology.relation("r").from_labels == ()
