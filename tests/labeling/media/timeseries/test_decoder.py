"""Series are read whatever their times look like, and told what is odd about them."""

import numpy as np
import pytest

from labeling.media import MEDIA, MediaError
from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared


def write(tmp_path, text, name="a.csv", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def tile(path, tmp_path, **given):
    """Times, lowest and highest values."""
    render("timeseries", "series", path, tmp_path / "out", **given)
    data = (tmp_path / "out").read_bytes()
    n = len(data) // 16
    return (
        np.frombuffer(data[: 8 * n], "<f8"),
        np.frombuffer(data[8 * n : 12 * n], "<f4"),
        np.frombuffer(data[12 * n :], "<f4"),
    )


def test_stamps_with_a_zone_and_empty_cells(tmp_path):
    path = shared("cases/files/O32/tz.csv")
    probe = probe_as("timeseries", path)
    facts = probe.facts
    assert facts["samples"] == 5
    assert facts["time"] == {
        "kind": "iso",
        "name": "time",
        "start": 1711843199.5,
        "zone": "+01:00",
    }
    assert [channel["missing"] for channel in facts["channels"]] == [2, 3]
    times, low, high = tile(path, tmp_path)
    assert np.diff(times).tolist() == [1800.5, 1800, 1800, 1800]
    assert np.isnan(low).tolist() == [False, True, False, False, True]
    np.testing.assert_array_equal(low, high)
    assert np.isnan(tile(path, tmp_path, channel=1)[1]).tolist() == [True, False, False, True, True]


@pytest.mark.parametrize(
    ("text", "kind", "start", "duration"),
    [
        ("time,v\n2024-01-01 00:00:00,1\n2024-01-01 00:00:10,2\n", "iso", 1704067200, 10),
        ("ts;v\n1704067200;1,5\n1704067260;2,5\n", "epoch", 1704067200, 60),
        ("timestamp\tv\n1704067200000\t1\n1704067200500\t2\n", "epoch", 1704067200, 0.5),
        ("t,v\n0,1\n0.25,2\n", "elapsed", None, 0.25),
        ("a,b\n5,1\n6,2\n7,3\n", "index", None, 2),
        ("name,v,when\nx,1,2024-01-01T00:00Z\ny,2,2024-01-01T00:01Z\n", "iso", 1704067200, 60),
    ],
)
def test_times_are_found_in_any_form(text, kind, start, duration, tmp_path):
    probe = probe_as("timeseries", write(tmp_path, text))
    assert (probe.facts["time"]["kind"], probe.facts["time"]["start"]) == (kind, start)
    assert probe.duration == pytest.approx(duration)


def test_decimal_commas_byte_order_marks_and_wide_encodings_are_read(tmp_path):
    path = write(tmp_path, "sep=;\nt;Größe\n0;1,5\n1;n/a\n2;-2,5\n", encoding="utf-16")
    probe = probe_as("timeseries", path)
    assert probe.facts["channels"] == [{"name": "Größe", "low": -2.5, "high": 1.5, "missing": 1}]
    assert probe.warnings == ()


def test_what_is_odd_is_mended_and_told(tmp_path):
    rows = "time,v,note\n3,30,x\n1,10,y\n1,11,\n,5,\n2,oops,z\n20,40,\n"
    path = write(tmp_path, rows)
    probe = probe_as("timeseries", path)
    told = " / ".join(probe.warnings)
    for words in ("note", "1 cells are no numbers", "without a time", "sorted", "repeat"):
        assert words in told
    assert probe.facts["gaps"] == [[2.0, 19.0]]
    times, low, _ = tile(path, tmp_path)
    assert times.tolist() == [0, 0, 1, 2, 19]
    np.testing.assert_array_equal(low, np.float32([10, 11, np.nan, 30, 40]))


def test_coarser_levels_keep_the_extremes_and_know_their_times(tmp_path):
    values = np.sin(np.arange(10_000) / 50)
    values[7_777] = 99
    path = write(tmp_path, "t,v\n" + "".join(f"{i / 10},{v}\n" for i, v in enumerate(values)))
    assert probe_as("timeseries", path).facts["levels"] == 3
    times, _, high = tile(path, tmp_path, level=2)
    assert len(times) == 625
    assert times[1] == pytest.approx(1.6)
    assert high.argmax() == 7_777 // 16
    assert high.max() == 99
    render("timeseries", "times", path, tmp_path / "times")
    firsts = np.frombuffer((tmp_path / "times").read_bytes(), "<f8")
    assert firsts.tolist() == pytest.approx([0, 409.6, 819.2])
    assert tile(path, tmp_path, tile=9)[0].size == tile(path, tmp_path, level=9)[0].size == 0
    with pytest.raises(MediaError):
        tile(path, tmp_path, channel=1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("time,v\n", "empty"),
        ("name,city\nAnn,Oslo\n", "unsupported"),
        ("<html><body>", "unsupported"),
        ("\x00\x01\x02", "unsupported"),
    ],
)
def test_what_is_no_series_is_refused(text, fault, tmp_path):
    with pytest.raises(MediaError) as caught:
        probe_as("timeseries", write(tmp_path, text))
    assert caught.value.fault in {fault, "broken"}


def test_real_series_are_read():
    path = shared("data/ts_nab/data")
    files = sorted(path.rglob("*.csv"))
    assert files
    for file in files[:4]:
        probe = probe_as("timeseries", file)
        assert probe.facts["time"]["kind"] == "iso"
        assert probe.facts["samples"] > 1_000


INLINE = MEDIA["timeseries"].inline
STAMPS = ["2024-01-01T00:00:00+01:00", "2024-01-01T00:00:30+01:00"]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ({"time": STAMPS, "channels": {"a": [1, None]}}, 30),
        ({"time": [0, 0.5, 2], "channels": {"a": [1, 2, 3], "b": [None, None, 1]}}, 2),
        ({"time": [1704067200000, 1704067201000], "channels": {"a": [1, 2]}}, 1),
        ({"channels": {"a": [1, 2, 3]}}, 2),
    ],
)
def test_series_may_stand_in_the_task(value, seconds):
    assert INLINE.faults(value) == []
    assert INLINE.bounds(value).duration == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([1, 2], ""),
        ({"time": [1], "channels": {}}, "/channels"),
        ({"time": [0, 1], "channels": {"a": [1]}}, "/channels/a"),
        ({"time": [0, 1], "channels": {"a": [1, "x"]}}, "/channels/a/1"),
        ({"time": [1, 0], "channels": {"a": [1, 2]}}, "/time/1"),
        ({"time": ["x", "y"], "channels": {"a": [1, 2]}}, "/time/0"),
        ({"time": 3, "channels": {"a": [1]}}, "/time"),
        ({"channels": {"a": []}}, "/channels"),
        ({"channels": {"a": 5}}, "/channels/a"),
        ({"channels": {"a": [0] * 200_001}}, "/channels"),
    ],
)
def test_a_series_of_another_shape_is_refused_at_its_place(value, place):
    assert place in [where for where, _ in INLINE.faults(value)]
