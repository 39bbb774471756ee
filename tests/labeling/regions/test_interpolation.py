"""Between keyframes: straight lengths, angles the short way, points where there are as many."""

from math import cos, pi, sin

import pytest

from labeling.regions.interpolation import between, slerp


def turned(angle):
    return {"cx": 0.0, "cy": 0.0, "width": 4.0, "height": 2.0, "angle": angle}


@pytest.mark.parametrize(("start", "goal", "middle"), [(10, 30, 20), (350, 20, 5), (10, 340, 355)])
def test_angles_take_the_short_way_round(start, goal, middle):
    assert between("rotated_box", turned(start), turned(goal), 0.5)["angle"] == middle


def test_an_ellipse_has_no_front_and_turns_by_less_than_a_quarter():
    first = {"cx": 0, "cy": 0, "rx": 4, "ry": 2, "angle": 10}
    assert between("ellipse", first, first | {"angle": 190}, 0.5)["angle"] == 10


def test_polygons_move_point_by_point_or_hold():
    first = {"rings": [[[0, 0], [4, 0], [4, 4]]]}
    second = {"rings": [[[2, 2], [6, 2], [6, 6]]]}
    assert between("polygon", first, second, 0.5) == {"rings": [[[1, 1], [5, 1], [5, 5]]]}
    more = {"rings": [[[0, 0], [4, 0], [4, 4], [0, 4]]]}
    assert between("polygon", first, more, 0.9) == first


def test_key_points_move_where_both_place_them():
    first = {"points": [[0, 0, 2], [8, 8, 1], [4, 4, 2]]}
    second = {"points": [[4, 2, 1], [0, 0, 0], [8, 8, 2]]}
    found = between("keypoints", first, second, 0.5)
    assert found == {"points": [[2, 1, 2], [8, 8, 1], [6, 6, 2]]}
    assert between("keypoints", first, {"points": [[0, 0, 2]]}, 0.5) == first


def test_masks_hold():
    first, second = {"size": [1, 2], "counts": [1, 1]}, {"size": [1, 2], "counts": [0, 1, 1]}
    assert between("mask", first, second, 0.9) == first


def test_cuboids_turn_at_even_speed_the_short_way():
    def at(yaw, sign=1):
        return [sign * cos(yaw / 2), 0, 0, sign * sin(yaw / 2)]

    assert slerp(at(0), at(pi / 2), 1 / 3) == pytest.approx(at(pi / 6))
    assert slerp(at(0), at(pi / 2, -1), 1 / 3) == pytest.approx(at(pi / 6))
    assert slerp(at(1), at(1), 0.5) == pytest.approx(at(1))
    first = {"center": [0, 0, 0], "size": [1, 1, 1], "rotation": at(0), "confirmed": True}
    second = {"center": [2, 4, 6], "size": [3, 1, 1], "rotation": at(1)}
    found = between("cuboid", first, second, 0.5)
    assert found["center"] == [1, 2, 3]
    assert found["size"] == [2, 1, 1]
    assert found["rotation"] == pytest.approx(at(0.5))
    assert "confirmed" not in found  # nobody confirmed what lies between
