"""Frames are numbered and timed by the container, and a number gives exactly that picture."""

import json

import av
import numpy as np
import pytest
from PIL import Image

from labeling.media import MediaError
from labeling.media.video.index import read_index
from labeling.media.video.reader import FrameReader
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.video.clips import clip, damaged, number_in, picture, turned
from tests.shared_data import shared

EVEN = [n / 10 for n in range(30)]
UNEVEN = [0.12 * n for n in range(10)] + [1.2 + 0.04 * n for n in range(10)]
KINDS = [
    ("a.mp4", "libx264", {"g": "12"}),
    ("a.mov", "libx264", {"bf": "0"}),
    ("a.mkv", "libx264", {"g": "7"}),
    ("a.webm", "libvpx-vp9", {"g": "9"}),
    ("a.mp4", "libsvtav1", {"preset": "12"}),
    ("a.avi", "mpeg4", {"g": "8"}),
    ("a.avi", "mpeg4", {"bf": "2"}),
]


def index_of(path, tmp_path):
    render("video", "index", path, tmp_path / "index")
    return np.fromfile(tmp_path / "index", "<f8")


def shown_at(path, n, tmp_path):
    assert render("video", "frame", path, tmp_path / "frame", n=n) == "image/jpeg"
    return number_in(tmp_path / "frame")


@pytest.mark.parametrize(("name", "codec", "options"), KINDS)
def test_every_frame_of_every_kind_is_the_one_asked_for(name, codec, options, tmp_path):
    path = clip(tmp_path / name, EVEN, codec, **options)
    probe = probe_as("video", path)
    assert (probe.frames, probe.width, probe.height) == (30, 96, 64)
    assert probe.facts["frames"] == 30
    assert index_of(path, tmp_path) == pytest.approx(EVEN, abs=0.0011)
    order = [17, 18, 16, 15, 0, 29, 1, 28, 28, 9]
    assert [shown_at(path, n, tmp_path) for n in order] == order


@pytest.mark.parametrize("name", ["vfr.mp4", "vfr.webm"])
def test_case_o30_frames_of_uneven_length(name, tmp_path):
    folder = shared("cases/files/O30")
    expected = json.loads((folder / "expected.json").read_text())
    probe = probe_as("video", folder / name)
    times = index_of(folder / name, tmp_path)
    assert probe.frames == expected["frames"]
    assert probe.facts["varies"]
    assert times == pytest.approx(expected["pts_s"])
    inside = np.flatnonzero((times >= 1.2 - 1e-6) & (times < 1.6 - 1e-6))
    assert inside.tolist() == expected["first_region_frames"]
    numbers = range(expected["frames"])
    assert [shown_at(folder / name, n, tmp_path) for n in numbers] == list(numbers)


@pytest.mark.parametrize(("name", "codec"), [("a.mp4", "libx264"), ("a.webm", "libvpx-vp9")])
def test_time_counts_from_the_start_of_the_recording(name, codec, tmp_path):
    path = clip(tmp_path / name, [2 + time for time in EVEN], codec)
    assert index_of(path, tmp_path) == pytest.approx(EVEN)
    assert probe_as("video", path).duration == pytest.approx(3.0, abs=0.11)
    assert shown_at(path, 20, tmp_path) == 20


def test_a_video_held_upright_is_turned(tmp_path):
    path = turned(clip(tmp_path / "a.mp4", EVEN), tmp_path / "b.mp4")
    probe = probe_as("video", path)
    assert (probe.width, probe.height) == (64, 96)
    for view, given in (("frame", {"n": 3}), ("thumb", {})):
        render("video", view, path, tmp_path / "out", **given)
        with Image.open(tmp_path / "out") as shown:
            assert shown.size == (64, 96)
            red = np.asarray(shown.convert("RGB")).astype(int)
        # The red edge at the left is on top after a quarter turn clockwise.
        assert red[1, 32, 0] - red[1, 32, 1] > 80


def test_far_jumps_give_the_same_picture_as_decoding_all(tmp_path):
    """Frames that nothing refers to are left out on the way, and only there."""
    times = [n / 25 for n in range(120)]
    path = clip(tmp_path / "a.mp4", times, g="120", sc_threshold="0", bf="3")
    index = read_index(path)
    assert index.keys.sum() == 1
    with av.open(str(path)) as container:
        whole = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    for n in (119, 60, 100, 61, 99, 43):
        frame = FrameReader(path, index).frame(n)
        assert np.array_equal(frame.to_ndarray(format="rgb24"), whole[n])
    reader = FrameReader(path, index)
    for n in (90, 89, 75, 91, 30):
        assert np.array_equal(reader.frame(n).to_ndarray(format="rgb24"), whole[n])


def test_colours_are_those_of_the_picture(tmp_path):
    path = clip(tmp_path / "a.mp4", EVEN, crf="1")
    render("video", "frame", path, tmp_path / "frame", n=21)
    with Image.open(tmp_path / "frame") as shown:
        difference = np.asarray(shown.convert("RGB")).astype(int) - picture(21)
    assert np.abs(difference).mean() < 6


@pytest.mark.parametrize(
    ("name", "codec", "options", "plays"),
    [
        ("a.mp4", "libx264", {}, True),
        ("a.webm", "libvpx-vp9", {}, True),
        ("a.mkv", "libx264", {}, False),
        ("a.mp4", "libx264", {"pixels": "yuv444p"}, False),
        ("a.avi", "mpeg4", {}, False),
        ("a.avi", "mpeg4", {"bf": "2"}, False),
    ],
)
def test_what_browsers_cannot_play_is_made_to_play(name, codec, options, plays, tmp_path):
    path = clip(tmp_path / name, UNEVEN if name != "a.avi" else EVEN, codec, **options)
    probe = probe_as("video", path)
    assert (probe.is_web_safe, probe.facts["is_playable"]) == (plays, plays)
    render("video", "video", path, tmp_path / "playing")
    made = probe_as("video", tmp_path / "playing")
    assert made.is_web_safe
    (tmp_path / "made").mkdir()
    times = index_of(tmp_path / "playing", tmp_path / "made")
    assert times == pytest.approx(index_of(path, tmp_path), abs=0.0011)


def test_a_strip_shows_frames_side_by_side(tmp_path):
    path = clip(tmp_path / "a.mp4", EVEN)
    render("video", "strip", path, tmp_path / "strip", count=10)
    with Image.open(tmp_path / "strip") as strip:
        assert strip.size == (810, 54)
        for i in range(10):
            strip.crop((81 * i, 0, 81 * (i + 1), 54)).save(tmp_path / "tile.png")
            assert number_in(tmp_path / "tile.png") == 3 * i + 1


def test_a_number_beyond_the_last_frame_is_refused(tmp_path):
    path = clip(tmp_path / "a.mp4", EVEN)
    with pytest.raises(MediaError, match="n is 30, there are 30 frames, counted from 0") as caught:
        shown_at(path, 30, tmp_path)
    assert caught.value.fault == "unasked"


def test_a_video_cut_off_shows_what_there_is_and_says_so(tmp_path):
    whole = clip(tmp_path / "a.mkv", EVEN, g="5").read_bytes()
    (tmp_path / "cut.mkv").write_bytes(whole[: len(whole) // 2])
    probe = probe_as("video", tmp_path / "cut.mkv")
    assert 1 < probe.frames < 30
    assert "cut off?" in probe.warnings[0]
    assert shown_at(tmp_path / "cut.mkv", 1, tmp_path) == 1


@pytest.mark.parametrize(
    ("data", "fault", "said"),
    [
        (b"", "empty", "empty"),
        (b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n/etc/hostname\n", "unsupported", "no video"),
        (b"ffconcat version 1.0\nfile /etc/hostname\n", "unsupported", "no video"),
        (b"\0\0\0\x18ftypisom\0\0\2\0isomiso2mp41", "broken", "cut off"),
        (b"\x1a\x45\xdf\xa3" + bytes(200), "broken", "cut off"),
        (b"RIFF\xff\xff\xff\xffAVI LIST" + bytes(200), "broken", "broken"),
    ],
)
def test_what_is_no_video_is_refused_with_the_reason(data, fault, said, tmp_path):
    (tmp_path / "a.mp4").write_bytes(data)
    with pytest.raises(MediaError, match=said) as caught:
        probe_as("video", tmp_path / "a.mp4")
    assert caught.value.fault == fault


def test_an_mp4_without_its_table_of_contents_is_broken(tmp_path):
    whole = clip(tmp_path / "a.mp4", EVEN).read_bytes()
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(MediaError) as caught:
        probe_as("video", tmp_path / "cut.mp4")
    assert caught.value.fault == "broken"
    assert str(tmp_path) not in caught.value.detail


def test_damage_in_the_middle_costs_the_damaged_frames_only(tmp_path):
    whole = clip(tmp_path / "a.webm", EVEN, "libvpx-vp9", g="5")
    path = damaged(whole, tmp_path / "b.webm", 10)
    assert probe_as("video", path).frames == 30
    with pytest.raises(MediaError, match="frame 10 of 30 is damaged; step on"):
        shown_at(path, 10, tmp_path)
    assert [shown_at(path, n, tmp_path) for n in (29, 9, 15)] == [29, 9, 15]
    render("video", "strip", path, tmp_path / "strip")
    assert probe_as("image", tmp_path / "strip").height == 54
