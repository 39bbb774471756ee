"""Tracks: one object over frames, moving between keyframes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.regions import track
from labeling.regions.frames import MAX_FRAMES_COMPARED
from labeling.regions.kind import Bounds

VIDEO = Bounds(width=100, height=100, frames=50, field="video")


def box(x=0.0, size=10.0):
    return {"x": x, "y": 0, "width": size, "height": size}


def key(frame, geometry, **more):
    return {"frame": frame, "geometry": geometry, **more}


def a_track(*keyframes, shape="box", **more):
    return {"shape": shape, "keyframes": list(keyframes), **more}


def test_moves_straight_between_keyframes_and_stays_after_the_last():
    moving = a_track(key(10, box(0)), key(20, box(50)))
    assert track.at(moving, 9) is None
    assert track.at(moving, 10) == box(0)
    assert track.at(moving, 15) == box(25)
    assert track.at(moving, 999) == box(50)


def test_the_end_is_the_first_frame_without_the_object():
    ended = a_track(key(10, box()), end=20)
    assert track.at(ended, 19) == box()
    assert track.at(ended, 20) is None
    assert track.keyframe_at(ended, 20) is None


def test_outside_hides_from_its_keyframe_to_the_next():
    hidden = a_track(key(0, box(0)), key(10, box(10), outside=True), key(20, box(30)), end=25)
    assert track.at(hidden, 9) == box(9)  # it still moves to where it was last seen
    assert track.at(hidden, 10) is None
    assert track.at(hidden, 19) is None
    assert track.at(hidden, 20) == box(30)
    assert track.visible_intervals(hidden, 99) == [(0, 10), (20, 25)]


def test_what_a_keyframe_says_holds_to_the_next():
    said = a_track(key(0, box(), occluded=True, attributes={"lights": "on"}), key(9, box()))
    assert track.keyframe_at(said, 8)["attributes"] == {"lights": "on"}
    assert not track.keyframe_at(said, 9).get("occluded")


def test_overlap_is_the_mean_over_frames_in_which_either_is_seen():
    whole, half = a_track(key(0, box()), end=20), a_track(key(0, box()), end=10)
    assert track.KIND.iou(whole, half) == pytest.approx(0.5)
    beside = a_track(key(0, box(5)), end=20)
    assert track.KIND.iou(whole, beside) == pytest.approx(1 / 3)


def test_the_number_of_keyframes_does_not_matter_where_the_way_is_the_same():
    short = a_track(key(0, box(0)), key(40, box(40)), end=41)
    long = a_track(*(key(i, box(i)) for i in range(41)), end=41)
    assert track.KIND.iou(short, long) == pytest.approx(1)


def test_a_track_without_an_end_is_compared_as_far_as_the_other_speaks():
    assert track.KIND.iou(a_track(key(0, box())), a_track(key(0, box()), end=30)) == 1


def test_tracks_of_other_shapes_or_times_share_nothing():
    first = a_track(key(0, box()), end=5)
    assert track.KIND.iou(first, a_track(key(5, box()), end=9)) == 0
    line = a_track(key(0, {"points": [[0, 0], [9, 9]]}), shape="polyline", end=5)
    assert track.KIND.iou(first, line) == 0


def test_very_long_tracks_are_compared_at_frames_spread_evenly():
    frames = 1_000 * MAX_FRAMES_COMPARED
    whole, half = a_track(key(0, box()), end=frames), a_track(key(0, box()), end=frames // 2)
    assert track.KIND.iou(whole, half) == pytest.approx(0.5, abs=0.01)


@st.composite
def box_tracks(draw):
    frames = sorted(draw(st.sets(st.integers(0, 400), min_size=1, max_size=5)))
    keyframes = [
        key(frame, box(draw(st.floats(0, 30)), draw(st.floats(1, 30))), outside=draw(st.booleans()))
        for frame in frames
    ]
    keyframes[0]["outside"] = False
    end = draw(st.none() | st.integers(frames[-1] + 1, 500))
    return a_track(*keyframes) | ({} if end is None else {"end": end})


@given(box_tracks(), box_tracks())
def test_overlap_is_symmetric_within_bounds_and_full_on_itself(a, b):
    iou = track.KIND.iou
    assert iou(a, b) == pytest.approx(iou(b, a))
    assert 0 <= iou(a, b) <= 1
    assert iou(a, a) == pytest.approx(1)


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        (a_track(), "/keyframes"),
        (a_track(key(5, box()), key(5, box())), "/keyframes/1/frame"),
        (a_track(key(50, box())), "/keyframes/0/frame"),
        (a_track(key(1, box(95))), "/keyframes/0/geometry"),
        (a_track(key(1, box(), outside=1)), "/keyframes/0/outside"),
        (a_track(key(1, box(), outside=True)), "/keyframes"),
        (a_track(key(1, box(), attributes=[])), "/keyframes/0/attributes"),
        (a_track(key(1, box(), origin={"kind": "tracker"})), "/keyframes/0/origin"),
        (a_track(key(1, box() | {"frame": 1})), "/keyframes/0/geometry/frame"),
        (a_track(key(9, box()), end=9), "/end"),
        (a_track(key(9, box()), end=51), "/end"),
        (a_track(key(9, box()), shape="span"), "/shape"),
        (a_track(key(9, box()), shape="cuboid"), "/shape"),
    ],
)
def test_refuses_tracks_without_order_or_outside(geometry, place):
    assert [where for where, _ in track.KIND.validate(geometry, VIDEO)] == [place]


def test_a_point_cloud_tracks_cuboids_only():
    cloud = Bounds(field="pointcloud", frames=9)
    still = {"center": [9, 0, 0], "size": [4, 2, 1], "rotation": [1, 0, 0, 0], "confirmed": True}
    assert track.KIND.validate(a_track(key(3, still), shape="cuboid"), cloud) == []
    assert track.KIND.validate(a_track(key(3, box())), cloud)


def test_a_thousand_faults_are_not_all_told():
    broken = a_track(*(key(0, None) for _ in range(1_000)))
    assert len(track.KIND.validate(broken, VIDEO)) < 50
