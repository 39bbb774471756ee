"""An annotation is stored only when the ontology allows all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology import parse_ontology, validate_annotation
from labeling.regions.kind import Bounds
from tests.labeling.ontology.documents import FACTS, a_document, an_annotation, an_ontology

ONTOLOGY = parse_ontology(a_document())


def faults(content, ontology=ONTOLOGY, facts=FACTS, **options):
    found = validate_annotation(ontology, content, facts, **options)
    return {problem.pointer: problem.detail for problem in found}


def changed(path, value):
    content = an_annotation()
    *steps, last = path
    place = content
    for step in steps:
        place = place[step]
    place[last] = value
    return content


def test_accepts_a_sound_annotation():
    assert faults(an_annotation()) == {}


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("regions", 0, "label"), "thing", "/regions/0/label"),
        (("regions", 0, "label"), ["object"], "/regions/0/label"),
        (("regions", 0, "label"), "usable", "/regions/0/label"),
        (("regions", 0, "class"), "bus", "/regions/0/class"),
        (("regions", 0, "class"), None, "/regions/0/class"),
        (("regions", 0, "class"), ["car"], "/regions/0/class"),
        (("regions", 0, "on"), "caption", "/regions/0/on"),
        (("regions", 0, "kind"), "polygon", "/regions/0/kind"),
        (("regions", 0, "id"), "r2", "/regions/1/id"),
        (("regions", 0, "id"), 5, "/regions/0/id"),
        (("regions", 0, "geometry"), {"start": 0, "end": 2}, "/regions/0/geometry/x"),
        (("regions", 0, "geometry", "width"), 0, "/regions/0/geometry/width"),
        (("regions", 1, "geometry", "end"), 99, "/regions/1/geometry/end"),
        (("regions", 0, "attributes"), {"parked": "yes"}, "/regions/0/attributes/parked"),
        (("regions", 0, "attributes"), {"colour": 1}, "/regions/0/attributes/colour"),
        (("regions", 0, "attributes"), [1], "/regions/0/attributes"),
        (("regions", 0, "origin"), {"kind": "alien"}, "/regions/0/origin"),
        (("regions", 0, "score"), float("nan"), "/regions/0/score"),
        (("regions", 0), "r", "/regions/0"),
        (("regions",), {}, "/regions"),
        (("relations", 0, "label"), "part_of", "/relations/0/label"),
        (("relations", 0, "to"), "r9", "/relations/0/to"),
        (("relations", 0, "to"), {}, "/relations/0/to"),
        (("relations", 0, "to"), "r2", "/relations/0/to"),
        (("answers", "usable"), "maybe", "/answers/usable"),
        (("answers", "usable"), ["yes"], "/answers/usable"),
        (("answers", "usable"), None, "/answers/usable"),
        (("answers", "object"), "car", "/answers/object"),
        (("answers", "colour"), 1, "/answers/colour"),
        (("answers",), [], "/answers/usable"),
        (("answers",), "yes", "/answers"),
    ],
)
def test_names_the_place_of_a_fault(path, value, place):
    assert place in faults(changed(path, value))


@pytest.mark.parametrize("content", [None, [], "x"])
def test_refuses_what_is_no_object(content):
    assert faults(content)


def test_a_draft_need_not_be_complete():
    assert faults({"answers": {}}, complete=False) == {}
    assert faults({"answers": {}}) == {"/answers/usable": "is required"}


def test_a_required_mark_must_be_made():
    ontology = an_ontology({"id": "s", "on": "text", "kind": "span", "required": True})
    assert list(faults({}, ontology)) == ["/regions"]


def test_a_required_answer_is_not_asked_for_when_its_condition_fails():
    choice = {"id": "spam", "on": "text", "kind": "choice", "classes": ["yes", "no"]}
    why = {"id": "why", "on": "text", "kind": "textarea", "required": True}
    ontology = an_ontology(choice, why | {"when": {"label": "spam", "classes": ["yes"]}})
    assert faults({"answers": {"spam": "no"}}, ontology) == {}
    assert faults({"answers": {"spam": "yes"}}, ontology) == {"/answers/why": "is required"}


def test_undirected_relations_go_either_way_and_count_once():
    content = an_annotation()
    content["relations"].append({"id": "l2", "label": "same_thing", "from": "r1", "to": "r2"})
    assert list(faults(content)) == ["/relations/1"]


def test_a_directed_relation_does_not_run_backwards():
    document = a_document()
    document["relations"][0]["directed"] = True
    content = an_annotation()
    content["relations"][0] |= {"from": "r1", "to": "r2"}
    assert list(faults(content, parse_ontology(document))) == ["/relations/0"]


def test_the_same_mark_twice_is_refused_but_another_class_is_not():
    content = an_annotation()
    twin = content["regions"][0] | {"id": "r3"}
    content["regions"].append(twin)
    assert "region 'r1'" in faults(content)["/regions/2"]
    content["regions"][2] = twin | {"class": "person", "attributes": {}}
    assert faults(content) == {}


def test_required_attributes_of_a_class_must_be_given():
    attribute = {"id": "side", "kind": "choice", "options": ["left", "right"], "required": True}
    ontology = an_ontology(
        {
            "id": "s",
            "on": "text",
            "kind": "span",
            "classes": [{"id": "x", "attributes": [attribute]}],
        }
    )
    region = {"id": "a", "label": "s", "class": "x", "geometry": {"start": 0, "end": 1}}
    place = "/regions/0/attributes/side"
    facts = {"text": Bounds(text="ab")}
    assert faults({"regions": [region]}, ontology, facts) == {place: "is required"}
    region["attributes"] = {"side": "up"}
    assert "left, right" in faults({"regions": [region]}, ontology, facts)[place]
    region["attributes"] = {"side": "left"}
    assert faults({"regions": [region]}, ontology, facts) == {}


def test_a_skeleton_has_all_its_points():
    skeleton = {"points": ["nose", "tail"]}
    ontology = an_ontology(
        {
            "id": "k",
            "on": "image",
            "kind": "keypoints",
            "classes": [{"id": "f", "skeleton": skeleton}],
        }
    )
    region = {"id": "a", "label": "k", "class": "f", "geometry": {"points": [[1, 1, 2]]}}
    assert list(faults({"regions": [region]}, ontology)) == ["/regions/0/geometry/points"]


def test_problems_stop_before_they_fill_memory():
    content = {"regions": ["no"] * 5_000, "answers": {"usable": "yes"}}
    assert len(validate_annotation(ONTOLOGY, content, FACTS)) == 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@given(st.data())
def test_a_spoiled_annotation_is_judged_without_an_error(data):
    content = an_annotation()
    places = [
        *((content, key) for key in content),
        *((region, key) for region in content["regions"] for key in (*region, "score", "on")),
        *((content["relations"][0], key) for key in content["relations"][0]),
        (content["regions"][0]["geometry"], "x"),
        (content["answers"], "usable"),
    ]
    place, key = data.draw(st.sampled_from(places))
    place[key] = data.draw(json_values)
    assert isinstance(validate_annotation(ONTOLOGY, content, FACTS), list)


def test_a_list_without_end_is_refused_unread():
    found = faults({"regions": [{}] * 100_001, "answers": {"usable": "yes"}})
    assert list(found) == ["/regions"]


def test_a_relation_must_be_an_object():
    content = an_annotation()
    content["relations"].append("l2")
    assert list(faults(content)) == ["/relations/1"]


def test_blank_attribute_values_count_as_not_given():
    content = an_annotation()
    content["regions"][0]["attributes"] = {"parked": None}
    assert faults(content) == {}
