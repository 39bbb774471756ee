"""Scenes of several frames: what cameras see of a cuboid is told by the frame it stands in."""

import pytest

from labeling.services.proposals.calibration import by_calibration
from tests.labeling.services.proposals.asking import ask, asset, region
from tests.labeling.services.proposals.test_places_and_times import CAMERA, cuboid

# In the second frame the same camera looks to the left: its z is the sensor's y.
LEFT = {**CAMERA, "extrinsic": [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]}
SEQUENCE = [
    {"time": 5.0, "files": {"front": "front/000.png"}},
    {
        "time": 5.5,
        "files": {"front": "front/001.png"},
        "calibrations": {"front": {"intrinsic": LEFT["intrinsic"], "extrinsic": LEFT["extrinsic"]}},
    },
    {"time": 6.0, "files": {"front": "front/002.png"}},
]
CLOUD = asset("pointcloud", "drive.zip", facts={"cameras": [CAMERA], "sequence": SEQUENCE})
AHEAD, ASIDE = cuboid(), {**cuboid(x=0.0, y=10.0), "frame": 1}
BOX = {"x": 265, "y": 185, "width": 110, "height": 110}


def beside(name):
    return {"cloud": CLOUD, "photo": asset(name=name)}


def test_a_cuboid_is_seen_by_the_camera_as_it_stood_in_its_frame():
    (found,) = by_calibration(ask(region("c", "solid", ASIDE), assets=beside("001.png")))
    assert (found.code, found.params) == ("projected", {"camera": "front"})
    assert found.geometry["x"] + found.geometry["width"] / 2 == pytest.approx(320)


def test_a_cuboid_is_not_looked_for_in_the_picture_of_another_frame():
    for name, place in (("000.png", ASIDE), ("001.png", AHEAD)):
        assert by_calibration(ask(region("c", "solid", place), assets=beside(name))) == []


def test_a_picture_that_no_frame_names_is_of_the_frame_on_the_screen():
    views = {("cloud", "clusters"): {1: {"clusters": [{"cuboid": cuboid(0.0, 10.0), "points": 8}]}}}
    box = region("b", "thing", BOX)
    given = ask(box, assets=beside("front.png"), views=views, frames={"cloud": 1})
    solid = next(one for one in by_calibration(given) if one.label == "solid")
    mover = next(one for one in by_calibration(given) if one.label == "mover")
    assert solid.geometry["frame"] == 1
    assert mover.geometry["keyframes"] == [{"frame": 1, "geometry": cuboid(0.0, 10.0)}]


def test_a_box_finds_the_cuboid_of_its_own_frame_and_the_track_that_is_there():
    keyframes = [{"frame": 0, "geometry": cuboid()}, {"frame": 1, "geometry": cuboid(0.0, 10.0)}]
    track = region("t", "mover", {"shape": "cuboid", "keyframes": keyframes})
    there, other = region("c", "solid", ASIDE), region("d", "solid", AHEAD)
    box = region("b", "thing", BOX)
    found = by_calibration(ask(box, there, other, track, assets=beside("001.png")))
    assert {(one.region, one.code) for one in found} == {("c", "in_sight"), ("t", "in_sight")}


def film(frames):
    facts = {"frames": frames, "rate": 4.0, "varies": False}
    return {"cloud": CLOUD, "film": asset("video", "front.mp4", facts=facts)}


TRACK = region(
    "t",
    "mover",
    {
        "shape": "cuboid",
        "keyframes": [
            {"frame": 0, "geometry": cuboid()},
            {"frame": 1, "geometry": cuboid(0.0, 10.0)},
            {"frame": 2, "geometry": cuboid(-10.0)},
        ],
    },
)


@pytest.mark.parametrize(("count", "frames"), [(3, [0, 1, 2]), (5, [0, 2, 4])])
def test_a_followed_cuboid_is_seen_in_the_cameras_film_by_number_or_by_time(count, frames):
    (found,) = by_calibration(ask(TRACK, assets=film(count)))
    assert (found.label, found.code) == ("runner", "projected")
    keyframes = found.geometry["keyframes"]
    assert [one["frame"] for one in keyframes] == frames
    # Behind the camera it is gone.
    assert [one.get("outside", False) for one in keyframes] == [False, False, True]
    middle = [one["geometry"]["x"] + one["geometry"]["width"] / 2 for one in keyframes[:2]]
    assert middle == pytest.approx([320, 320])


def test_boxes_of_the_film_find_the_cuboid_that_is_seen_there():
    keyframes = [{"frame": 0, "geometry": BOX}, {"frame": 2, "geometry": BOX, "outside": True}]
    boxes = region("b", "runner", {"shape": "box", "keyframes": keyframes})
    (found,) = by_calibration(ask(boxes, TRACK, assets=film(3)))
    assert (found.region, found.code) == ("t", "in_sight")
