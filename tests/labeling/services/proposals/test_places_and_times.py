"""The same time and the same place: ranges, tracks, and cuboids that cameras see."""

import math

import pytest

from labeling.services.proposals.calibration import by_calibration
from labeling.services.proposals.projection import project_box, seen_box
from labeling.services.proposals.times import by_time
from tests.labeling.services.proposals.asking import ask, asset, region

RANGE = region("r", "said", {"start": 2.0, "end": 4.0})
FILM = asset("video", duration=10.0, facts={"rate": 25.0, "varies": False, "frames": 250})


def test_a_range_finds_the_range_that_lasts_as_long():
    near = region("a", "scene", {"start": 2.2, "end": 4.1})
    far = region("b", "scene", {"start": 7, "end": 9})
    (found,) = by_time(ask(RANGE, near, far, assets={"film": FILM}))
    assert (found.region, found.code) == ("a", "same_time")
    assert found.params["overlap"] == pytest.approx(1.8 / 2.1, abs=0.01)


def test_where_nothing_lasts_as_long_a_new_range_is_proposed_with_its_frames():
    (found,) = by_time(ask(RANGE, assets={"film": FILM}))
    assert found.geometry == {"start": 2.0, "end": 4.0, "start_frame": 50, "end_frame": 100}


def test_a_range_beyond_the_other_recording_proposes_nothing():
    late = region("r", "said", {"start": 9, "end": 12})
    assert by_time(ask(late, assets={"film": FILM})) == []


def test_a_text_has_no_times():
    assert by_time(ask(region("s", "mention", {"start": 2, "end": 4}), RANGE)) == []


# A camera at the sensor, looking forward: its x is the sensor's -y, its y -z, its z x.
CAMERA = {
    "id": "front",
    "width": 640,
    "height": 480,
    "intrinsic": [[500, 0, 320], [0, 500, 240], [0, 0, 1]],
    "extrinsic": [[0, -1, 0, 0], [0, 0, -1, 0], [1, 0, 0, 0], [0, 0, 0, 1]],
}
SCENE = {
    "cloud": asset("pointcloud", "drive.zip", facts={"cameras": [CAMERA]}),
    "photo": asset(name="front.png"),
}


def cuboid(x=10.0, y=0.0, size=(2.0, 2.0, 2.0)):
    return {"center": [x, y, 0.0], "size": list(size), "rotation": [1, 0, 0, 0]}


def test_a_cuboid_ahead_is_seen_around_the_middle():
    x1, y1, x2, y2 = project_box(cuboid(), CAMERA)
    half = 500 * 1 / 9  # its near face, one metre to each side at nine metres
    assert (x1, x2) == pytest.approx((320 - half, 320 + half))
    assert (y1, y2) == pytest.approx((240 - half, 240 + half))


def test_what_is_behind_is_not_seen_and_what_is_beside_does_not_fold_over():
    assert project_box(cuboid(x=-10), CAMERA) is None
    x1, _, x2, _ = project_box(cuboid(x=0.5, y=3, size=(4, 2, 2)), CAMERA)
    assert x1 < x2 < 320
    assert seen_box(cuboid(x=0.5, y=30), CAMERA) is None


def test_a_cuboid_proposes_the_box_that_the_camera_sees_and_the_one_that_is_there():
    solid = region("c", "solid", cuboid())
    there = region("b", "thing", {"x": 262, "y": 183, "width": 115, "height": 115})
    found = by_calibration(ask(solid, there, assets=SCENE))
    assert [(one.code, one.region) for one in found] == [("in_sight", "b"), ("projected", None)]
    assert found[1].geometry["width"] == pytest.approx(1000 / 9)
    assert found[1].params == {"camera": "front"}


def test_a_box_proposes_the_cuboid_in_its_line_of_sight():
    box = region("b", "thing", {"x": 265, "y": 185, "width": 110, "height": 110})
    ahead, aside = region("c", "solid", cuboid()), region("d", "solid", cuboid(y=4))
    (found,) = by_calibration(ask(box, ahead, aside, assets=SCENE))
    assert found.region == "c"


def test_where_no_cuboid_is_the_points_in_sight_make_one():
    box = region("b", "thing", {"x": 265, "y": 185, "width": 110, "height": 110})
    clusters = [{"cuboid": cuboid(y=4), "points": 9}, {"cuboid": cuboid(), "points": 71}]
    views = {("cloud", "clusters"): {0: {"clusters": clusters}}}
    found, followed = by_calibration(ask(box, assets=SCENE, views=views))
    assert (found.code, found.params) == ("frustum", {"count": 71})
    assert followed.geometry["keyframes"] == [{"frame": 0, "geometry": cuboid()}]
    assert math.isclose(found.geometry["center"][0], 10)


def test_without_calibration_nothing_is_proposed():
    bare = {**SCENE, "cloud": asset("pointcloud", facts={"cameras": [{"id": "front"}]})}
    assert by_calibration(ask(region("c", "solid", cuboid()), assets=bare)) == []
