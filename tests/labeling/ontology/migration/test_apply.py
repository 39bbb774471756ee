"""Annotations follow the ontology; what cannot follow is left out, never left dangling."""

import copy

import pytest

from labeling.ontology import parse_ontology, validate_annotation
from labeling.ontology.migration import Change, apply_changes, diff_ontologies, is_touched
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from tests.labeling.ontology.documents import FACTS, a_document, an_annotation, an_ontology


def migrated(change):
    """The example after a change of its ontology, and that ontology."""
    document = a_document()
    after = copy.deepcopy(document)
    change(after)
    old, new = parse_ontology(document), parse_ontology(after)
    return apply_changes(an_annotation(), diff_ontologies(old, new)), new


def rename_class(document):
    for label in document["labels"][:2]:
        label["classes"][0] |= {"id": "auto", "was": "car"}


def rename_answer(document):
    document["labels"][2]["classes"][0] |= {"id": "ok", "was": "yes"}


def rename_label(document):
    document["labels"][0] |= {"id": "thing", "was": "object"}
    document["relations"][0]["to"] = "thing"


def rename_relation(document):
    document["relations"][0] |= {"id": "means", "was": "same_thing"}


def turn_boxes(document):
    document["labels"][0]["kind"] = "rotated_box"


def allow_several(document):
    document["labels"][2]["kind"] = "multichoice"


@pytest.mark.parametrize(
    "change",
    [rename_class, rename_answer, rename_label, rename_relation, turn_boxes, allow_several],
)
def test_a_change_without_loss_leaves_a_sound_and_whole_annotation(change):
    content, ontology = migrated(change)
    assert validate_annotation(ontology, content, FACTS) == []
    assert [len(content[key]) for key in ("regions", "relations", "answers")] == [2, 1, 1]


def test_a_removed_class_takes_its_regions_and_their_relations_along():
    content, ontology = migrated(lambda d: d["labels"][0]["classes"].pop(0))
    assert [region["id"] for region in content["regions"]] == ["r2"]
    assert content["relations"] == []
    assert validate_annotation(ontology, content, FACTS) == []


def test_a_removed_answer_class_leaves_the_question_open():
    content, ontology = migrated(lambda d: d["labels"][2]["classes"].pop(0))
    assert content["answers"] == {}
    problems = validate_annotation(ontology, content, FACTS)
    assert [problem.pointer for problem in problems] == ["/answers/usable"]


def test_several_answers_lose_the_removed_one_and_merge_without_doubles():
    old = an_ontology({"id": "t", "on": "text", "kind": "multichoice", "classes": ["a", "b", "c"]})
    new = an_ontology(
        {
            "id": "t",
            "on": "text",
            "kind": "multichoice",
            "classes": [{"id": "ab", "was": ["a", "b"]}],
        }
    )
    content = apply_changes({"answers": {"t": ["b", "a", "c"]}}, diff_ontologies(old, new))
    assert content["answers"] == {"t": ["ab"]}


def test_several_answers_become_one_only_when_there_is_one():
    old = an_ontology({"id": "t", "on": "text", "kind": "multichoice", "classes": ["a", "b"]})
    new = an_ontology({"id": "t", "on": "text", "kind": "choice", "classes": ["a", "b"]})
    changes = diff_ontologies(old, new)
    assert apply_changes({"answers": {"t": ["b"]}}, changes)["answers"] == {"t": "b"}
    assert apply_changes({"answers": {"t": ["a", "b"]}}, changes)["answers"] == {}


def test_polygons_become_the_boxes_around_them():
    old = an_ontology({"id": "o", "on": "image", "kind": "polygon"})
    new = an_ontology({"id": "o", "on": "image", "kind": "box"})
    region = {"id": "a", "label": "o", "geometry": {"rings": [[[1, 1], [5, 1], [5, 9]]]}}
    content = apply_changes({"regions": [region]}, diff_ontologies(old, new))
    assert content["regions"][0]["geometry"] == {"x": 1, "y": 1, "width": 4, "height": 8}


def test_the_annotation_given_stays_as_it_is():
    before = an_annotation()
    apply_changes(before, [Change("remove", "label", ("object",), ())])
    assert before == an_annotation()


@pytest.mark.parametrize(
    ("change", "touched"),
    [
        (Change("remove", "class", ("car",), (), "object"), True),
        (Change("remove", "class", ("person",), (), "object"), False),
        (Change("remove", "class", ("yes",), (), "usable"), True),
        (Change("remove", "class", ("no",), (), "usable"), False),
        (Change("add", "class", (), ("car",), "object"), False),
        (Change("retype", "label", ("box",), ("mask",), "object"), True),
        (Change("rename", "label", ("usable",), ("ok",)), True),
        (Change("rename", "relation", ("same_thing",), ("means",)), True),
        (Change("rename", "relation", ("other",), ("means",)), False),
        (Change("add", "field", (), ("sound",)), False),
    ],
)
def test_a_dry_run_counts_only_what_is_touched(change, touched):
    assert is_touched(an_annotation(), change) is touched


def test_a_split_class_becomes_the_first_of_its_successors():
    content, ontology = migrated(
        lambda d: d["labels"][0]["classes"].append({"id": "truck", "was": "car"})
    )
    assert content["regions"][0]["class"] == "car"
    assert validate_annotation(ontology, content, FACTS) == []


def test_a_removed_label_takes_regions_answers_and_links_along():
    removed = [Change("remove", "label", (label,), ()) for label in ("object", "usable")]
    content = apply_changes(an_annotation(), removed)
    assert [region["id"] for region in content["regions"]] == ["r2"]
    assert (content["relations"], content["answers"]) == ([], {})


def test_a_label_on_another_field_loses_its_places():
    content = apply_changes(
        an_annotation(), [Change("move", "label", ("photo",), ("scan",), "object")]
    )
    assert [region["id"] for region in content["regions"]] == ["r2"]


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("choice", "taxonomy", "a", ["a"]),
        ("rating", "number", 4, 4),
        ("number", "textarea", 2.5, "2.5"),
        ("datetime", "textarea", "2026-03-01", "2026-03-01"),
        ("textarea", "number", "2", None),
    ],
)
def test_answers_are_converted_where_they_mean_the_same(old, new, before, after):
    change = Change("retype", "label", (old,), (new,), "q")
    content = apply_changes({"answers": {"q": before}}, [change])
    assert content["answers"].get("q") == after


def test_boxes_and_ellipses_become_polygons_of_the_same_area():
    shapes = {
        "box": {"x": 1, "y": 2, "width": 10, "height": 5},
        "rotated_box": {"cx": 9, "cy": 9, "width": 10, "height": 5, "angle": 30},
        "ellipse": {"cx": 9, "cy": 9, "rx": 4, "ry": 2, "angle": 30},
    }
    for kind, geometry in shapes.items():
        region = {"id": "a", "label": "o", "geometry": geometry}
        change = Change("retype", "label", (kind,), ("polygon",), "o")
        (found,) = apply_changes({"regions": [region]}, [change])["regions"]
        area = KINDS["polygon"].area(found["geometry"])
        assert area == pytest.approx(KINDS[kind].area(geometry))


LYING = {"plane": "coronal", "slice": 7}
FLAT = {"rings": [[[1, 2], [4, 2], [4, 6], [1, 6]]]} | LYING


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("polygon", "box", FLAT, {"x": 1, "y": 7, "z": 2, "width": 3, "height": 1, "depth": 4}),
        ("box", "polygon", {"x": 1, "y": 7, "z": 2, "width": 3, "height": 1, "depth": 4}, None),
        ("mask", "box", {"plane": "axial", "slices": {}}, None),
    ],
)
def test_what_lies_on_a_slice_of_a_volume_stays_there(old, new, before, after):
    region = {"id": "a", "label": "o", "geometry": before}
    change = Change("retype", "label", (old,), (new,), "o")
    found = apply_changes({"regions": [region]}, [change])["regions"]
    assert [item["geometry"] for item in found] == ([] if after is None else [after])


def test_a_shape_on_a_slice_keeps_its_slice():
    turned = {"cx": 9, "cy": 9, "width": 4, "height": 2, "angle": 0} | LYING
    region = {"id": "a", "label": "o", "geometry": turned}
    change = Change("retype", "label", ("rotated_box",), ("polygon",), "o")
    (found,) = apply_changes({"regions": [region]}, [change])["regions"]
    assert found["geometry"].items() >= LYING.items()
    assert KINDS["polygon"].validate(found["geometry"], Bounds(field="volume")) == []


def test_a_track_follows_the_new_shape_at_every_keyframe():
    box = {"x": 1, "y": 2, "width": 3, "height": 4}
    track = {"shape": "box", "keyframes": [{"frame": 2, "geometry": box, "outside": False}]}
    content = {"regions": [{"id": "a", "label": "o", "geometry": track}]}

    def retyped(shape):
        change = Change("retype", "label", ("track:box",), (f"track:{shape}",), "o")
        return [r["geometry"] for r in apply_changes(content, [change])["regions"]]

    (found,) = retyped("polygon")
    assert KINDS["track"].validate(found, Bounds(field="video")) == []
    assert found["keyframes"][0]["geometry"] == {"rings": [[[1, 2], [4, 2], [4, 6], [1, 6]]]}
    assert retyped("mask") == []
