"""CVAT's labels become one label for each shape type."""

import json

import pytest

from labeling.ontology import OntologyError, parse_ontology
from labeling.ontology.readers import read_ontology


def read(labels):
    result = read_ontology(json.dumps(labels))
    assert result.source == "cvat"
    return parse_ontology(result.document), {item.what for item in result.dropped}


def test_classes_are_grouped_by_shape_and_keep_their_colour():
    ontology, dropped = read(
        [
            {"name": "car", "color": "#FF0000", "type": "rectangle"},
            {"name": "lane", "type": "polyline"},
            {"name": "blurry", "type": "tag"},
            {"name": "bus", "type": "rectangle"},
        ]
    )
    assert [label.kind for label in ontology.labels] == ["box", "polyline", "multichoice"]
    assert [item.id for item in ontology.label("box").classes] == ["car", "bus"]
    assert ontology.label("box").class_("car").color == "#ff0000"
    assert not dropped


def test_a_label_of_any_shape_can_be_drawn_with_every_tool():
    ontology, _ = read([{"name": "car"}])
    assert {"box", "polygon", "mask"} <= {label.kind for label in ontology.labels}


def test_attributes_keep_kind_values_default_and_mutability():
    ontology, _ = read(
        [
            {
                "name": "car",
                "type": "polygon",
                "attributes": [
                    {"name": "side", "input_type": "select", "values": ["l", "r"],
                     "default_value": "r", "mutable": True},
                    {"name": "parked", "input_type": "checkbox", "values": ["false"],
                     "default_value": "false"},
                    {"name": "speed", "input_type": "number", "values": ["0", "90", "5"]},
                    {"name": "plate", "input_type": "text", "values": []},
                ],
            }
        ]
    )  # fmt: skip
    side, parked, speed, plate = ontology.labels[0].classes[0].attributes
    assert (side.kind, side.default, side.mutable) == ("choice", "r", True)
    assert (parked.kind, parked.default) == ("boolean", False)
    assert (speed.kind, speed.min, speed.max, speed.step) == ("number", 0, 90, 5)
    assert plate.kind == "text"


def test_skeletons_keep_points_and_edges():
    svg = '<line x1="1" data-type="edge" data-node-from="1" stroke="b" data-node-to="2"></line>'
    ontology, _ = read(
        [{"name": "s", "type": "skeleton", "svg": svg, "sublabels": [{"name": "a"}, {"name": "b"}]}]
    )
    skeleton = ontology.label("keypoints").class_("s").skeleton
    assert (skeleton.points, skeleton.edges) == (("a", "b"), ((0, 1),))


def test_what_cannot_be_carried_over_is_named():
    tag = {"name": "t", "type": "tag", "attributes": [{"name": "a", "input_type": "text"}]}
    _, dropped = read([{"name": "c", "type": "cuboid"}, tag])
    assert dropped == {"label 'c'", "attributes of tag 't'"}


@pytest.mark.parametrize("name", ["", 3, None, "a\u0000"])
def test_refuses_labels_without_a_usable_name(name):
    with pytest.raises(OntologyError) as caught:
        read([{"name": name}])
    assert caught.value.problems[0].pointer == "/0/name"


def test_odd_attributes_are_named_or_read_as_text():
    ontology, dropped = read(
        [
            {
                "name": "car",
                "type": "mask",
                "attributes": [
                    {"name": "", "input_type": "text"},
                    {"name": "side", "input_type": "radio", "values": []},
                    {"name": "n", "input_type": "number", "values": ["a", "b", "c"]},
                    {"name": "t", "input_type": "text", "default_value": "none"},
                ],
            },
            {"name": "s", "type": "skeleton", "sublabels": [{"name": "a", "attributes": [{}]}]},
        ]
    )
    kinds = {a.id: (a.kind, a.default) for a in ontology.label("mask").classes[0].attributes}
    assert kinds == {"n": ("number", None), "t": ("text", "none")}
    assert dropped == {
        "an attribute of 'car'",
        "attribute 'side' of 'car'",
        "attributes of the points of 's'",
    }


def test_nothing_but_cuboids_is_work_on_a_point_cloud():
    ontology, dropped = read([{"name": "car", "type": "cuboid"}, {"name": "bus", "type": "cuboid"}])
    (label,) = ontology.labels
    assert (label.kind, ontology.fields[label.on].type) == ("cuboid", "pointcloud")
    assert [item.id for item in label.classes] == ["car", "bus"]
    assert not dropped
