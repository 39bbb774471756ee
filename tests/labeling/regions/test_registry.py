"""Promises that every region kind keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.ontology.parts import FIELD_TYPES
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS

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


def test_every_kind_has_an_example_here():
    assert set(EXAMPLES) == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_a_sound_geometry_has_no_faults_and_overlaps_itself(name):
    kind, geometry = KINDS[name], EXAMPLES[name]
    assert kind.validate(geometry, Bounds()) == []
    assert kind.iou(geometry, geometry) == pytest.approx(1.0)
    assert kind.area(geometry) >= 0
    assert all(isinstance(number, float | int) for number in kind.bounding_box(geometry))
    assert hash(kind.key(geometry)) == hash(kind.key(dict(geometry)))
    assert kind.name == name
    assert kind.fields <= set(FIELD_TYPES)


@pytest.mark.parametrize("name", KINDS)
@given(value=json_values)
def test_geometry_of_any_shape_is_judged_without_an_error(name, value):
    assert isinstance(KINDS[name].validate(value, Bounds(10, 10, "text", 5.0)), list)


@pytest.mark.parametrize("name", KINDS)
@given(value=json_values, data=st.data())
def test_a_spoiled_geometry_is_judged_without_an_error(name, value, data):
    key = data.draw(st.sampled_from(sorted(EXAMPLES[name])))
    faults = KINDS[name].validate(EXAMPLES[name] | {key: value}, Bounds(10, 10, "text", 5.0))
    assert all(pointer == "" or pointer.startswith("/") for pointer, _ in faults)
