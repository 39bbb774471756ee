"""Every format gives the same points, in the file's order; what is no cloud says why."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labeling.media import MediaError
from labeling.media.pointcloud.cloud import MAX_POINTS
from labeling.media.pointcloud.lzf import decompress
from labeling.media.pointcloud.reading import read_cloud
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.pointcloud.clouds import las, literals, pcd, ply, street
from tests.shared_data import shared

ROWS = street()[:500]
NAMES = ["x", "y", "z", "intensity"]


def csv(rows, head="x,y,z,intensity\n"):
    return (head + "\n".join(",".join(map(str, row)) for row in rows.tolist())).encode()


FORMATS = {
    "PCD ascii": pcd(ROWS, "ascii"),
    "PCD binary": pcd(ROWS, "binary"),
    "PCD compressed": pcd(ROWS, "binary_compressed"),
    "KITTI": ROWS.astype("<f4").tobytes(),
    "nuScenes": np.column_stack([ROWS, np.arange(500) % 32]).astype("<f4").tobytes(),
    "CSV": csv(ROWS),
    "XYZ": csv(ROWS, "").replace(b",", b" "),
    "PTS": b"500\n" + csv(ROWS, "").replace(b",", b" "),
    "PLY": ply(ROWS),
    "PLY big endian": ply(ROWS, "binary_big_endian"),
    "PLY ascii": ply(ROWS, "ascii"),
    "LAS": las(ROWS),
    "LAZ": las(ROWS, packed=True),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_points(name):
    cloud = read_cloud(FORMATS[name])
    near = 6e-4 if name in {"LAS", "LAZ"} else 1e-5
    np.testing.assert_allclose(cloud.xyz, ROWS[:, :3], atol=near)
    if name.startswith("PLY"):
        assert cloud.colours is not None
        assert cloud.colours[0].tolist() == [255, 128, 0]
    else:
        scale = 1000 if name in {"LAS", "LAZ"} else 1
        np.testing.assert_allclose(
            cloud.intensity, ROWS[:, 3] * scale, atol=0.51 * (scale > 1) + 1e-5
        )


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_cut_off_is_refused_or_ends_at_a_whole_point(name, tmp_path):
    data = FORMATS[name]
    (tmp_path / "cut").write_bytes(data[: len(data) * 2 // 3 + 1])
    if name in {"CSV", "XYZ"}:  # the last line may be shorter, nothing else shows
        return
    with pytest.raises(MediaError) as caught:
        probe_as("pointcloud", tmp_path / "cut")
    assert caught.value.fault in {"broken", "unsupported"}


@pytest.mark.parametrize(
    ("data", "fault", "said"),
    [
        (b"", "empty", "empty"),
        (pcd(ROWS[:0]), "empty", "no points"),
        (pcd(ROWS).replace(b"POINTS 500", b"POINTS 99999999999"), "too_large", f"{MAX_POINTS:,}"),
        (pcd(ROWS).replace(b"FIELDS x y z", b"FIELDS u v w"), "unsupported", "x, y, z"),
        (b"VERSION 0.7\n" + b"# more\n" * 20_000, "broken", "no DATA line"),
        (b"ply\nformat ascii 1.0\n" + b"comment\n" * 20_000, "broken", "no end_header"),
        (b"x,y,z\n1,2,three\n", "unsupported", "three"),
        (b"1 2\n3 4\n", "unsupported", "x y z"),
        (b"nan nan nan\nnan nan nan\n", "empty", "all are NaN"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "unsupported", "image/png"),
        (bytes(range(256)) * 40, "unsupported", "no sense"),
        (np.full(400, 2.0**90, "<f4").tobytes(), "unsupported", "no sense"),
    ],
)
def test_what_is_no_cloud_is_refused_with_a_reason(data, fault, said, tmp_path):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(MediaError) as caught:
        probe_as("pointcloud", tmp_path / "file")
    assert (caught.value.fault, said in caught.value.detail) == (fault, True), caught.value.detail


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=3000))
def test_no_bytes_bring_a_reader_down(data):
    for head in (b"", b"ply\n", b"# .PCD v0.7\n", b"LASF"):
        try:
            cloud = read_cloud(head + data)
        except MediaError:
            continue
        assert len(cloud.xyz) > 0


@given(st.binary(min_size=1, max_size=500))
def test_lzf_gives_back_what_was_packed(plain):
    assert decompress(literals(plain), len(plain)) == plain


def test_lzf_copies_may_overlap_what_they_write():
    packed = bytes([0]) + b"a" + bytes([(5 << 5) | 0, 0])  # "a", then 7 from 1 behind
    assert decompress(packed, 8) == b"a" * 8


@pytest.mark.parametrize("packed", [b"\x20", b"\x20\x05", b"\x05ab", struct.pack("B", 0xE0)])
def test_damaged_lzf_is_refused(packed):
    with pytest.raises(MediaError):
        decompress(packed, 100)


@pytest.mark.parametrize("form", ["ascii", "binary", "binary_compressed"])
def test_points_without_place_are_counted_and_keep_their_index(form, tmp_path):
    rows = ROWS[:6].copy()
    rows[2, 1] = np.nan
    path = tmp_path / "cloud.pcd"
    path.write_bytes(pcd(rows, form))
    found = probe_as("pointcloud", path)
    assert (found.facts["points"], found.facts["unplaced"]) == (6, 1)
    render("pointcloud", "points", path, tmp_path / "points")
    index = np.frombuffer((tmp_path / "points").read_bytes(), "<u4").reshape(-1, 6)[:, 5]
    assert sorted(index.tolist()) == [0, 1, 3, 4, 5]


def test_a_survey_keeps_its_millimetres_far_from_zero(tmp_path):
    offset = (698_000.0, 5_340_000.0, 500.0)
    path = tmp_path / "survey.laz"
    path.write_bytes(las(ROWS, packed=True, offset=offset))
    origin = probe_as("pointcloud", path).facts["origin"]
    render("pointcloud", "points", path, tmp_path / "points")
    found = np.frombuffer((tmp_path / "points").read_bytes(), "<f4").reshape(-1, 6)
    index = np.frombuffer((tmp_path / "points").read_bytes(), "<u4").reshape(-1, 6)[:, 5]
    wanted = ROWS[index, :3].astype(float) + offset
    np.testing.assert_allclose(found[:, :3].astype(float) + origin, wanted, atol=0.002)


@pytest.mark.parametrize("name", ["p_ascii", "p_binary", "p_binary_compressed"])
def test_case_o33_pcd_encodings_with_a_nan_point(name):
    folder = shared("cases/files/O33")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    facts = probe_as("pointcloud", folder / f"{name}.pcd").facts
    assert facts["points"] == expected["points"]
    assert facts["sequence"][0]["finite"] == expected["finite"]
    assert facts["sequence"][0]["min"] == expected["min"]
    assert facts["sequence"][0]["max"] == expected["max"]


@pytest.mark.parametrize(
    ("file", "points", "format"),
    [
        ("pc_kitti/000008.bin", 17_238, "KITTI"),
        ("pc_formats/kitti_000008.pcd", 17_238, "PCD"),
        ("pc_formats/kitti_000008.ply", 17_238, "PLY"),
        ("pc_formats/kitti_000008.las", 17_238, "LAS"),
        ("pc_sunrgbd/000017.bin", 50_000, "floats"),
    ],
)
def test_real_files_open(file, points, format):
    facts = probe_as("pointcloud", shared(f"data/{file}")).facts
    assert (facts["points"], facts["format"]) == (points, format)


def test_a_real_nuscenes_sweep_opens():
    path = next(shared("data/pc_nuscenes").glob("*LIDAR_TOP*"))
    facts = probe_as("pointcloud", path).facts
    assert (facts["points"], facts["format"]) == (34_688, "nuScenes")
    assert facts["attributes"] == ["intensity", "ring"]
