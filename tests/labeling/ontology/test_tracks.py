"""What an ontology says of tracks, and where plane, slice, turn and page must be said."""

import pytest

from labeling.ontology import OntologyError, parse_ontology, validate_annotation
from labeling.ontology.normalizing import normalize_annotation
from labeling.ontology.tracks import shape_of
from labeling.regions.kind import Bounds


def ontology_of(field_type, kind, **label):
    return parse_ontology(
        {
            "fields": {"media": {"type": field_type}},
            "labels": [{"id": "it", "on": "media", "kind": kind, "classes": ["car"], **label}],
        }
    )


def box(x=0):
    return {"x": x, "y": 0, "width": 10, "height": 10}


def a_track(*keyframes, shape="box"):
    return {"shape": shape, "keyframes": [{"frame": i, **k} for i, k in enumerate(keyframes)]}


def faults(ontology, geometry, facts=None, **region):
    content = {"regions": [{"id": "r", "label": "it", "class": "car", "geometry": geometry}]}
    content["regions"][0] |= region
    found = validate_annotation(ontology, content, {"media": facts} if facts else {})
    return [problem.pointer.removeprefix("/regions/0") for problem in found]


@pytest.mark.parametrize(("field", "shape"), [("video", "box"), ("pointcloud", "cuboid")])
def test_a_track_follows_what_its_field_usually_shows(field, shape):
    assert shape_of(ontology_of(field, "track").labels[0], field) == shape


@pytest.mark.parametrize(
    ("field", "shape", "is_sound"),
    [
        ("video", "polygon", True),
        ("video", "cuboid", False),
        ("video", "span", False),
        ("video", ["box"], False),
        ("pointcloud", "cuboid", True),
        ("pointcloud", "box", False),
    ],
)
def test_a_label_names_a_shape_that_can_be_tracked_there(field, shape, is_sound):
    if is_sound:
        assert ontology_of(field, "track", shape=shape).document["labels"][0]["shape"] == shape
        return
    with pytest.raises(OntologyError) as raised:
        ontology_of(field, "track", shape=shape)
    assert [p.pointer for p in raised.value.problems] == ["/labels/0/shape"]


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("cuboid", "video"),
        ("track", "image"),
        ("point_labels", "volume"),
        ("page_box", "image"),
        ("box", "document"),
        ("cell", "text"),
        ("turn", "text"),
    ],
)
def test_a_kind_stands_on_its_own_types_of_field(kind, field):
    with pytest.raises(OntologyError, match="cannot stand on"):
        ontology_of(field, kind)


def test_the_shape_of_a_track_is_its_labels():
    line = {"points": [[0, 0], [9, 9]]}
    ontology = ontology_of("video", "track", shape="polyline")
    assert faults(ontology, a_track({"geometry": line}, shape="polyline")) == []
    assert faults(ontology, a_track({"geometry": box()})) == ["/geometry/shape"]


def test_only_mutable_attributes_change_from_keyframe_to_keyframe():
    attributes = [
        {"id": "lights", "kind": "boolean", "mutable": True, "required": True},
        {"id": "make", "kind": "text"},
    ]
    ontology = ontology_of("video", "track", attributes=attributes)
    on, off = {"attributes": {"lights": True}}, {"attributes": {"lights": False}}
    at = {"geometry": box()}
    assert faults(ontology, a_track(at | on, at, at | off)) == []
    assert faults(ontology, a_track(at, at), attributes={"lights": True}) == []
    assert faults(ontology, a_track(at, at | on)) == ["/attributes/lights"]
    wrong = at | {"attributes": {"make": "Opel", "lights": 3}}
    place = "/geometry/keyframes/1/attributes/"
    assert faults(ontology, a_track(at | on, wrong)) == [f"{place}make", f"{place}lights"]


def test_every_keyframe_of_a_skeleton_has_all_its_points():
    classes = [{"id": "car", "skeleton": {"points": ["front", "rear"]}}]
    ontology = ontology_of("video", "track", shape="keypoints", classes=classes)
    whole = {"geometry": {"points": [[1, 1, 2], [3, 3, 2]]}}
    half = {"geometry": {"points": [[1, 1, 2]]}}
    found = faults(ontology, a_track(whole, half, shape="keypoints"))
    assert found == ["/geometry/keyframes/1/geometry/points"]


def test_a_broken_track_is_told_without_an_error():
    ontology = ontology_of("video", "track", attributes=[{"id": "a", "kind": "text"}])
    for geometry in (None, [], {}, {"keyframes": 3}, {"keyframes": [3]}, a_track({})):
        assert faults(ontology, geometry)


def test_an_instant_needs_a_label_that_allows_it():
    instant = {"start": 2.0, "end": 2.0}
    series = Bounds(duration=9.0)
    assert faults(ontology_of("timeseries", "range"), instant, series) == ["/geometry/end"]
    assert faults(ontology_of("timeseries", "range", instant=True), instant, series) == []
    with pytest.raises(OntologyError):
        ontology_of("timeseries", "range", instant="yes")


@pytest.mark.parametrize(
    ("field", "kind", "geometry", "places"),
    [
        ("dialogue", "span", {"start": 0, "end": 1}, ["/geometry/turn"]),
        ("document", "span", {"start": 0, "end": 1}, ["/geometry/page"]),
        ("text", "span", {"start": 0, "end": 1, "page": 0}, ["/geometry/page"]),
        (
            "volume",
            "ellipse",
            {"cx": 1, "cy": 1, "rx": 1, "ry": 1, "angle": 0},
            ["/geometry/plane"],
        ),
        ("image", "box", box() | {"z": 1}, ["/geometry/z"]),
        ("volume", "box", box() | {"z": 1, "depth": 1}, []),
    ],
)
def test_the_type_of_field_tells_what_a_geometry_must_say(field, kind, geometry, places):
    assert faults(ontology_of(field, kind), geometry) == places


def test_masks_are_stored_with_lists_of_runs_wherever_they_lie():
    packed = {"size": [4, 5], "counts": "36;"}
    plain = {"size": [4, 5], "counts": [3, 6, 11]}

    def stored(field, kind, geometry, **label):
        ontology = ontology_of(field, kind, **label)
        assert faults(ontology, geometry) == []
        region = {"id": "r", "label": "it", "class": "car", "geometry": geometry}
        return normalize_annotation(ontology, {"regions": [region]}, {})["regions"][0]["geometry"]

    in_volume = stored("volume", "mask", {"plane": "axial", "slices": {"3": packed}})
    assert in_volume == {"plane": "axial", "slices": {"3": plain}}
    tracked = stored("video", "track", a_track({"geometry": packed}, shape="mask"), shape="mask")
    assert tracked["keyframes"] == [{"frame": 0, "geometry": plain}]
