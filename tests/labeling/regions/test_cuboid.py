"""Cuboids: axes, quaternion order, points inside, exact overlap at any rotation."""

from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import cuboid
from labeling.regions.kind import Bounds


def a_cuboid(center=(0, 0, 0), size=(4, 2, 2), yaw=0.0, **more):
    rotation = [cos(yaw / 2), 0, 0, sin(yaw / 2)]
    return {"center": list(center), "size": list(size), "rotation": rotation, **more}


def test_a_quarter_turn_to_the_left_points_the_length_along_y():
    turned = a_cuboid(center=(10, 5, 1), yaw=pi / 2)
    assert cuboid.yaw(turned) == pytest.approx(pi / 2)
    corners = cuboid.corners(turned)
    assert corners.min(axis=0) == pytest.approx([9, 3, 0])
    assert corners.max(axis=0) == pytest.approx([11, 7, 2])
    assert corners[0] == pytest.approx([9, 7, 0])  # front left at the bottom comes first


def test_points_inside_and_on_the_surface_are_contained():
    points = np.array([[0, 0, 0, 9], [2, 1, 1, 9], [2.01, 0, 0, 9], [0, 1.01, 0, 9]])
    assert cuboid.contains(a_cuboid(), points).tolist() == [True, True, False, False]
    assert cuboid.contains(a_cuboid(yaw=pi / 2), points).tolist() == [True, False, False, True]


def test_half_moved_away_shares_a_third():
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid((2, 0, 0))) == pytest.approx(1 / 3)
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid((0, 0, 1))) == pytest.approx(1 / 3)


def test_a_cube_turned_by_45_degrees_shares_the_octagon():
    octagon = 8 * (sqrt(2) - 1)  # of a square with side 2
    found = cuboid.KIND.iou(a_cuboid(size=(2, 2, 2)), a_cuboid(size=(2, 2, 2), yaw=pi / 4))
    assert found == pytest.approx(octagon / (8 - octagon))


def test_cuboids_that_touch_or_stand_in_other_frames_share_nothing():
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid((4, 0, 0))) == 0
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid((0, 0, 2), yaw=1)) == 0
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid(frame=1)) == 0
    assert cuboid.KIND.iou(a_cuboid(), a_cuboid(frame=0)) == pytest.approx(1)


def test_both_signs_of_a_quaternion_are_one_place():
    first = a_cuboid(yaw=1.0)
    second = first | {"rotation": [-q for q in first["rotation"]]}
    assert cuboid.KIND.key(first) == cuboid.KIND.key(second)
    assert cuboid.KIND.iou(first, second) == pytest.approx(1)


near = st.floats(-2, 2)
quaternions = st.tuples(near, near, near, near).filter(lambda q: np.linalg.norm(q) > 0.1)


@st.composite
def any_cuboids(draw):
    rotation = np.array(draw(quaternions))
    return {
        "center": draw(st.lists(near, min_size=3, max_size=3)),
        "size": draw(st.lists(st.floats(0.3, 4), min_size=3, max_size=3)),
        "rotation": (rotation / np.linalg.norm(rotation)).tolist(),
    }


def counted(a, b):
    """IoU by counting the points of a fine grid."""
    line = np.linspace(-6, 6, 90)
    points = np.stack(np.meshgrid(line, line, line), -1).reshape(-1, 3)
    in_a, in_b = cuboid.contains(a, points), cuboid.contains(b, points)
    return (in_a & in_b).sum() / max((in_a | in_b).sum(), 1)


@given(any_cuboids(), any_cuboids())
def test_overlap_is_symmetric_and_full_on_itself_at_any_rotation(a, b):
    iou = cuboid.KIND.iou
    assert iou(a, b) == pytest.approx(iou(b, a), abs=1e-9)
    assert 0 <= iou(a, b) <= 1
    assert iou(a, a) == pytest.approx(1)


def test_overlap_is_what_counting_gives():
    rng = np.random.default_rng(3)
    for _ in range(10):
        pair = []
        for _ in range(2):
            rotation = rng.normal(size=4)
            pair.append(
                {
                    "center": rng.normal(size=3).tolist(),
                    "size": rng.uniform(2, 4, 3).tolist(),
                    "rotation": (rotation / np.linalg.norm(rotation)).tolist(),
                }
            )
        assert cuboid.KIND.iou(*pair) == pytest.approx(counted(*pair), abs=0.02)


@given(near, near, near, st.floats(-4, 4))
def test_upright_and_general_overlap_agree(x, y, z, yaw):
    a, b = a_cuboid(), a_cuboid((x, y, z), (3, 1, 2), yaw)
    tilted = a | {"rotation": [1, 2e-6, 0, 0]}  # just beyond what counts as upright
    assert cuboid.KIND.iou(a, b) == pytest.approx(cuboid.KIND.iou(tilted, b), abs=1e-4)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"size": [1, 0, 1]}, "/size"),
        ({"size": [1, 1]}, "/size"),
        ({"center": [0, 0, float("nan")]}, "/center"),
        ({"center": [1e300, 0, 0]}, "/center"),
        ({"rotation": [1, 1, 0, 0]}, "/rotation"),
        ({"rotation": [1e300, 0, 0, 0]}, "/rotation"),
        ({"frame": 5}, "/frame"),
        ({"frame": -1}, "/frame"),
        ({"confirmed": "yes"}, "/confirmed"),
    ],
)
def test_refuses_what_is_no_place_in_space(change, place):
    faults = cuboid.KIND.validate(a_cuboid() | change, Bounds(frames=5))
    assert [where for where, _ in faults] == [place]
