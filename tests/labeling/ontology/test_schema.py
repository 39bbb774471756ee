"""Ontology documents are read whole, and every fault is told at its place."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology import OntologyError, parse_ontology
from labeling.ontology.palette import PALETTE
from tests.labeling.ontology.documents import a_document, an_ontology

KEYPOINTS = {"id": "k", "on": "image", "kind": "keypoints"}


def faults(document):
    with pytest.raises(OntologyError) as caught:
        parse_ontology(document)
    return {problem.pointer: problem.detail for problem in caught.value.problems}


def changed(path, value):
    """The example with one entry set (or removed, for None)."""
    document = a_document()
    *steps, last = path
    place = document
    for step in steps:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return document


def test_reads_the_contract_example():
    ontology = parse_ontology(a_document())
    assert [label.id for label in ontology.labels_on("photo")] == ["object", "usable"]
    assert ontology.label("object").class_("car").attributes[0].kind == "boolean"
    assert ontology.relation("same_thing").to_labels == ("object",)
    assert ontology.label("nothing") is None


def test_the_normalised_document_reads_as_the_same_ontology():
    ontology = parse_ontology(a_document())
    assert parse_ontology(json.loads(json.dumps(ontology.document))) == ontology


def test_survives_pickling_for_caches_and_workers():
    ontology = parse_ontology(a_document())
    assert pickle.loads(pickle.dumps(ontology)).label("object").class_("car").name == "Car"


def test_a_class_has_one_colour_wherever_it_stands():
    ontology = parse_ontology(a_document())
    assert ontology.label("mention").class_("car").color == "#e4572e"
    assert ontology.label("object").class_("person").color == PALETTE[1]


def test_short_colours_are_written_out():
    document = changed(("labels", 0, "classes", 0, "color"), "#F80")
    assert parse_ontology(document).label("object").class_("car").color == "#ff8800"


def test_tells_all_problems_at_once():
    document = {
        "fields": {"a": {"type": "imag"}, "t": {"type": "text"}},
        "labels": [{"id": "x", "kind": "box", "on": "t"}, {"kind": "cube"}],
    }
    assert set(faults(document)) == {
        "/fields/a/type",
        "/labels/0/kind",
        "/labels/1/id",
        "/labels/1/kind",
    }


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("labels", 0, "on"), "foto", "/labels/0/on"),
        (("labels", 0, "on"), "caption", "/labels/0/kind"),
        (("labels", 1, "id"), "object", "/labels/1/id"),
        (("labels", 0, "id"), "", "/labels/0/id"),
        (("labels", 0, "id"), "a\nb", "/labels/0/id"),
        (("labels", 0, "id"), "\ud800", "/labels/0/id"),
        (("labels", 0, "id"), "x" * 201, "/labels/0/id"),
        (("labels", 0, "id"), 7, "/labels/0/id"),
        (("labels", 0, "name"), "x" * 501, "/labels/0/name"),
        (("labels", 0, "classes"), "car", "/labels/0/classes"),
        (("labels", 0, "classes", 1, "id"), "car", "/labels/0/classes/1/id"),
        (("labels", 0, "classes", 0, "color"), "red;}", "/labels/0/classes/0/color"),
        (("labels", 0, "classes", 0, "hotkey"), "Enter", "/labels/0/classes/0/hotkey"),
        (("labels", 0, "classes", 0, "hotkey"), "ctrl+s", "/labels/0/classes/0/hotkey"),
        (("labels", 0, "classes", 0, "hotkey"), "?", "/labels/0/classes/0/hotkey"),
        (("labels", 0, "classes", 0, "coco_id"), 1.5, "/labels/0/classes/0/coco_id"),
        (("labels", 0, "classes", 0, "index"), -1, "/labels/0/classes/0/index"),
        (("labels", 0, "classes", 0, "parent"), "car", "/labels/0/classes/0/parent"),
        (("labels", 0, "classes", 0, "parent"), "bus", "/labels/0/classes/0/parent"),
        (("labels", 2, "required"), "yes", "/labels/2/required"),
        (("labels", 2, "classes"), [], "/labels/2/classes"),
        (("labels", 2, "when"), {"label": "later"}, "/labels/2/when"),
        (("labels", 2, "min"), float("nan"), "/labels/2/min"),
        (("relations", 0, "to"), "nowhere", "/relations/0/to"),
        (("relations", 0, "to"), "usable", "/relations/0/to"),
        (("relations", 0, "from"), None, "/relations/0/from"),
        (("relations", 0, "directed"), 1, "/relations/0/directed"),
        (("fields", "photo"), "image", "/fields/photo"),
        (("fields",), {}, "/fields"),
        (("labels",), {"a": 1}, "/labels"),
    ],
)
def test_names_the_place_of_a_fault(path, value, place):
    assert place in faults(changed(path, value))


def test_field_names_with_slashes_are_escaped_in_pointers():
    document = {"fields": {"a/b~c": {"type": "nothing"}}}
    assert list(faults(document)) == ["/fields/a~1b~0c/type"]


@pytest.mark.parametrize("document", [None, [], "x", 3, {"fields": 1}])
def test_refuses_what_is_no_object(document):
    assert faults(document)


def test_one_key_means_one_thing_on_the_page():
    document = changed(("labels", 2, "classes", 0, "hotkey"), "C")
    assert "'object'" in faults(document)["/labels/2/classes/0/hotkey"]


def test_marks_in_two_fields_may_share_a_key_as_one_field_has_the_focus():
    document = changed(("labels", 1, "classes", 0, "hotkey"), "c")
    assert parse_ontology(document).label("mention").class_("car").hotkey == "c"


def test_two_classes_of_a_label_cannot_share_a_key():
    document = changed(("labels", 0, "classes", 1, "hotkey"), "c")
    assert list(faults(document)) == ["/labels/0/classes/1/hotkey"]


def test_number_of_classes_is_limited_without_slowness():
    chain = [{"id": f"c{i}", "parent": f"c{i + 1}"} for i in range(9_999)] + [{"id": "c9999"}]
    label = {"id": "deep", "on": "text", "kind": "taxonomy", "classes": chain}
    assert len(an_ontology(label).labels[0].classes) == 10_000
    label["classes"] = [f"c{i}" for i in range(10_001)]
    assert "/labels/0/classes" in faults({"fields": {"text": {"type": "text"}}, "labels": [label]})


def test_a_circle_of_parents_is_told_once():
    classes = [{"id": "a", "parent": "b"}, {"id": "b", "parent": "c"}, {"id": "c", "parent": "a"}]
    document = {
        "fields": {"t": {"type": "text"}},
        "labels": [{"id": "l", "kind": "taxonomy", "classes": classes}],
    }
    assert list(faults(document).values()) == ["is above itself"]


def test_keeps_entries_that_other_programs_put_there():
    document = changed(("labels", 0, "classes", 1, "wikidata"), {"q": "Q5"})
    document["labels"][0]["classes"][0]["attributes"][0]["hotkey"] = "k"
    document["x-team"] = "blue"
    again = parse_ontology(document).document
    assert again["labels"][0]["classes"][1]["wikidata"] == {"q": "Q5"}
    assert again["labels"][0]["classes"][0]["attributes"][0]["hotkey"] == "k"
    assert again["x-team"] == "blue"


def test_yolo_numbers_come_first_and_the_rest_keeps_its_order():
    classes = ["x", {"id": "b", "index": 1}, "y", {"id": "a", "index": 0}]
    label = an_ontology({"id": "l", "on": "image", "kind": "box", "classes": classes}).labels[0]
    assert [item.id for item in label.numbered_classes()] == ["a", "b", "x", "y"]


def test_equal_category_numbers_are_refused():
    classes = [{"id": "a", "coco_id": 3}, {"id": "b", "coco_id": 3}]
    document = changed(("labels", 0, "classes"), classes)
    assert "/labels/0/classes/1/coco_id" in faults(document)


def test_pairwise_compares_two_fields_by_two_or_three_classes():
    label = {
        "id": "better",
        "on": "text",
        "kind": "pairwise",
        "fields": ["text", "image"],
        "classes": ["a", "b", "tie"],
    }
    assert an_ontology(label).labels[0].fields == ("text", "image")
    bad = label | {"fields": ["text"], "classes": ["a"]}
    found = faults({"fields": {"text": {"type": "text"}}, "labels": [bad]})
    assert set(found) == {"/labels/0/fields", "/labels/0/classes"}


def test_skeletons_name_their_points_and_join_them():
    good = {"points": ["nose", "tail"], "edges": [[0, 1]]}
    label = KEYPOINTS
    ontology = an_ontology(label | {"classes": [{"id": "fox", "skeleton": good}]})
    assert ontology.labels[0].classes[0].skeleton.edges == ((0, 1),)
    for bad in ({"points": []}, {"points": ["a"], "edges": [[0, 1]]}, {"points": ["a", "a"]}, 3):
        with pytest.raises(OntologyError):
            an_ontology(label | {"classes": [{"id": "fox", "skeleton": bad}]})


def test_a_skeleton_of_the_label_is_that_of_its_classes():
    label = KEYPOINTS | {"skeleton": {"points": ["nose", "tail"], "edges": [[0, 1]]}}
    own = {"points": ["beak"]}
    classes = [{"id": "fox"}, {"id": "owl", "skeleton": own}]
    ontology = an_ontology(label | {"classes": classes})
    assert [one.skeleton.points for one in ontology.labels[0].classes] == [
        ("nose", "tail"),
        ("beak",),
    ]
    (written,) = ontology.document["labels"]
    assert "skeleton" not in written
    assert written["classes"][0]["skeleton"]["points"] == ["nose", "tail"]


def test_points_that_would_be_lost_are_named():
    label = KEYPOINTS | {"classes": [{"id": "fox"}]}
    with pytest.raises(OntologyError, match="belong into a skeleton"):
        an_ontology(label | {"points": ["nose"]})
    with pytest.raises(OntologyError, match="keypoints only"):
        an_ontology(label | {"kind": "box", "skeleton": {"points": ["nose"]}})


@pytest.mark.parametrize(
    ("attribute", "place"),
    [
        ({"id": "a", "kind": "choice"}, "options"),
        ({"id": "a", "kind": "choice", "options": ["x"], "default": "y"}, "default"),
        ({"id": "a", "kind": "number", "min": 3, "max": 1}, "max"),
        ({"id": "a", "kind": "colour"}, "kind"),
        ({"kind": "text"}, "id"),
    ],
)
def test_attributes_are_checked(attribute, place):
    document = changed(("labels", 0, "attributes"), [attribute])
    assert f"/labels/0/attributes/0/{place}" in faults(document)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@given(st.data())
def test_a_spoiled_document_is_read_or_refused_but_breaks_nothing(data):
    document = a_document()
    places = [
        (document, "fields"),
        (document, "labels"),
        (document, "relations"),
        (document["fields"], "photo"),
        *((label, key) for label in document["labels"] for key in (*label, "when", "min")),
        *((document["labels"][0]["classes"][0], key) for key in ("id", "attributes", "skeleton")),
        *((document["relations"][0], key) for key in document["relations"][0]),
    ]
    place, key = data.draw(st.sampled_from(places))
    place[key] = data.draw(json_values)
    try:
        parse_ontology(document)
    except OntologyError as error:
        assert error.problems
