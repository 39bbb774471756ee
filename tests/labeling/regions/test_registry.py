"""Promises that every region kind keeps."""

from copy import deepcopy
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology.parts import FIELD_TYPES
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from labeling.regions.track import SHAPES

EXAMPLES = {
    "span": {"start": 2, "end": 9},
    "range": {"start": 0.5, "end": 1.25},
    "box": {"x": 1, "y": 2, "width": 30.5, "height": 20},
    "rotated_box": {"cx": 30, "cy": 30, "width": 20, "height": 10, "angle": 33},
    "ellipse": {"cx": 30, "cy": 30, "rx": 20, "ry": 10, "angle": 33},
    "polygon": {"rings": [[[0, 0], [20, 0], [20, 20]]]},
    "polyline": {"points": [[0, 0], [20, 0], [20, 20]]},
    "keypoints": {"points": [[3, 4, 2], [10, 12, 1]]},
    "mask": {"size": [4, 5], "counts": [3, 6, 11]},
    "cuboid": {"center": [9, -2, 0.5], "size": [4, 1.8, 1.5], "rotation": [0.8, 0, 0, 0.6]},
    "point_labels": {"runs": [[4, 3], [9, 1]]},
    "track": {
        "shape": "box",
        "keyframes": [{"frame": 2, "geometry": {"x": 1, "y": 2, "width": 3, "height": 4}}],
    },
    "page_box": {"page": 0, "x": 1, "y": 2, "width": 30.5, "height": 20},
    "cell": {"row": 3, "column": "price"},
    "turn": {"turn": 2},
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


IN_VOLUMES = {
    "box": {"x": 1, "y": 2, "z": 3, "width": 4, "height": 5, "depth": 1},
    "polygon": EXAMPLES["polygon"] | {"plane": "axial", "slice": 3},
    "mask": {"plane": "axial", "slices": {"3": EXAMPLES["mask"]}},
}

TRACKED = {
    shape: {
        "shape": shape,
        "keyframes": [
            {"frame": 0, "geometry": EXAMPLES[shape]},
            {"frame": 4, "geometry": EXAMPLES[shape], "outside": True},
        ],
        "end": 9,
    }
    for shape in SHAPES
}

ALL = [
    *EXAMPLES.items(),
    *IN_VOLUMES.items(),
    *(("track", geometry) for geometry in TRACKED.values()),
    ("span", {"turn": 1, "start": 2, "end": 9}),
    ("span", {"page": 0, "start": 2, "end": 9}),
    ("cell", {"row": 3}),
    ("point_labels", {"runs": [[0, 9]], "frame": 2}),
]

CLOSE = Bounds(
    *(10, 10, "text", 5.0),
    frames=3,
    pages=((9, 9),),
    page_texts=(4,),
    points=5,
    rows=2,
    columns=("a",),
    turns=(3, 4),
    depth=4,
)


def test_every_kind_has_an_example_here():
    assert set(EXAMPLES) == set(KINDS)


@pytest.mark.parametrize(("name", "geometry"), ALL)
def test_a_sound_geometry_has_no_faults_and_overlaps_itself(name, geometry):
    kind = KINDS[name]
    assert kind.validate(geometry, Bounds()) == []
    assert kind.iou(geometry, geometry) == pytest.approx(1.0)
    assert kind.area(geometry) >= 0
    assert all(isinstance(number, float | int) for number in kind.bounding_box(geometry))
    assert hash(kind.key(geometry)) == hash(kind.key(dict(geometry)))
    assert kind.name == name
    assert kind.fields <= set(FIELD_TYPES)


@pytest.mark.parametrize("name", KINDS)
def test_overlap_is_symmetric_and_within_bounds_across_all_shapes_of_a_kind(name):
    iou = KINDS[name].iou
    geometries = [geometry for kind, geometry in ALL if kind == name]
    for a, b in product(geometries, repeat=2):
        assert iou(a, b) == pytest.approx(iou(b, a))
        assert 0 <= iou(a, b) <= 1


@pytest.mark.parametrize("name", KINDS)
@given(value=json_values, field=st.none() | st.sampled_from(FIELD_TYPES))
def test_geometry_of_any_shape_is_judged_without_an_error(name, value, field):
    assert isinstance(KINDS[name].validate(value, replace(CLOSE, field=field)), list)


@pytest.mark.parametrize(("name", "geometry"), ALL)
@given(value=json_values, data=st.data())
def test_a_spoiled_geometry_is_judged_without_an_error(name, geometry, value, data):
    spoiled = _spoiled(geometry, value, data)
    field = data.draw(st.none() | st.sampled_from(sorted(KINDS[name].fields)))
    for bounds in (CLOSE, Bounds()):
        faults = KINDS[name].validate(spoiled, replace(bounds, field=field))
        assert all(pointer == "" or pointer.startswith("/") for pointer, _ in faults)
        if not faults:
            assert 0 <= KINDS[name].iou(spoiled, spoiled) <= 1
            assert hash(KINDS[name].key(spoiled)) is not None


def _spoiled(geometry, value, data):
    """The geometry with one of its values, at any depth, replaced."""
    if not isinstance(geometry, dict | list) or data.draw(st.integers(0, 3)) == 0:
        return value
    copy = deepcopy(geometry)
    places = range(len(copy)) if isinstance(copy, list) else [*sorted(copy), "frame", "plane"]
    place = data.draw(st.sampled_from(places))
    has_place = isinstance(copy, list) or place in copy
    copy[place] = _spoiled(copy[place], value, data) if has_place else value
    return copy
