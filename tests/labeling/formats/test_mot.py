"""MOTChallenge: every box comes back, and few of them are keyframes."""

import zipfile

from labeling.formats.base import Content, ExportAnnotation, ExportMedia, ExportTask
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from labeling.regions.track import at, visible_intervals
from tests.factories.formats import VIDEO, again, members_of, read_paths, write_tasks
from tests.shared_data import shared

INFO = "[Sequence]\nname=TUD-Campus\nimWidth=640\nimHeight=480\n"
BOUNDS = Bounds(width=640, height=480, field="video")


def box(x):
    return {"x": x, "y": 5.0, "width": 10.0, "height": 8.0}


def region(**track):
    geometry = {"shape": "box", **track}
    return {
        "id": "r1",
        "label": "thing",
        "on": "clip",
        "class": "car",
        "attributes": {},
        "geometry": geometry,
    }


def task(frames, *regions):
    media = ExportMedia("a.mp4", "1", "0" * 64, "video/mp4", 96, 64)
    if frames is not None:
        media = ExportMedia("a.mp4", "1", "0" * 64, "video/mp4", 96, 64, {"frames": frames})
    return ExportTask(
        id="1", data={"clip": media}, annotations=[ExportAnnotation("1", Content(list(regions)))]
    )


def rows_of(path, name="a/gt/gt.txt"):
    return [line.split(",") for line in members_of(path)[name].decode().splitlines()]


def zipped(path, **files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_txt", ".txt"), text)
    return path


def test_a_track_with_a_gap_and_an_end_comes_back_as_it_was(tmp_path):
    track = {
        "keyframes": [
            {"frame": 0, "geometry": box(0.0)},
            {"frame": 4, "geometry": box(8.0)},
            {"frame": 5, "geometry": box(8.0), "outside": True},
            {"frame": 9, "geometry": box(30.0), "occluded": True},
            {"frame": 11, "geometry": box(36.0), "occluded": True},
        ],
        "end": 12,
    }
    write_tasks("mot", [task(40, region(**track))], tmp_path / "a.zip")
    (read,) = read_paths("mot", tmp_path / "a.zip", ontology=VIDEO).tasks
    (back,) = read.annotations[0].content.regions
    assert back["geometry"]["end"] == 12
    assert back["geometry"]["keyframes"] == track["keyframes"]


def test_without_an_end_boxes_go_to_the_last_frame(tmp_path):
    open_track = region(keyframes=[{"frame": 3, "geometry": box(1.0)}])
    write_tasks("mot", [task(10, open_track)], tmp_path / "a.zip")
    assert [row[0] for row in rows_of(tmp_path / "a.zip")] == [str(n) for n in range(4, 11)]


def test_other_shapes_are_boxed_with_a_warning(tmp_path):
    ring = {"rings": [[[0, 0], [10, 0], [10, 20]]]}
    outline = region(shape="polygon", keyframes=[{"frame": 0, "geometry": ring}], end=1)
    (said,) = write_tasks("mot", [task(10, outline)], tmp_path / "a.zip")
    assert said.is_warning
    assert rows_of(tmp_path / "a.zip") == [["1", "1", "0", "0", "10", "20", "1", "1", "1"]]


def test_real_ground_truth_keeps_every_box_in_a_part_of_the_keyframes(tmp_path):
    text = (shared("data/tracks_mot_tud") / "TUD-Campus" / "gt.txt").read_text()
    path = zipped(
        tmp_path / "TUD-Campus.zip",
        **{"TUD-Campus__gt__gt_txt": text, "TUD-Campus__seqinfo.ini": INFO},
    )
    read = read_paths("mot", path, ontology=VIDEO)
    assert read.problems == []
    assert "reach over the edge" in read.warnings[0].detail
    (sequence,) = read.tasks
    assert sequence.data["clip"].name == "TUD-Campus.mp4"
    regions = sequence.annotations[0].content.regions
    wanted = {}
    for line in text.splitlines():
        frame, who, *sides = (float(part) for part in line.split(",")[:6])
        left, top, right, bottom = sides[0], sides[1], sides[0] + sides[2], sides[1] + sides[3]
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, 640), min(bottom, 480)
        if right > left:
            inside = [left, top, right - left, bottom - top]
            wanted.setdefault(int(who), {})[int(frame) - 1] = inside
    assert len(regions) == len(wanted)
    for one, boxes in zip(regions, wanted.values(), strict=True):
        assert KINDS["track"].validate(one["geometry"], BOUNDS) == []
        spans = visible_intervals(one["geometry"], 10_000)
        assert [frame for span in spans for frame in range(*span)] == sorted(boxes)
        for frame, sides in boxes.items():
            found = at(one["geometry"], frame)
            near = zip(found.values(), sides, strict=True)
            assert all(abs(a - b) < 0.03 for a, b in near)
    write_tasks("mot", again(read.tasks), tmp_path / "b.zip", VIDEO)
    rows = rows_of(tmp_path / "b.zip", "TUD-Campus/gt/gt.txt")
    assert len(rows) == sum(map(len, wanted.values()))


def test_a_class_that_nobody_tracks_is_named(tmp_path):
    files = {"a__gt__gt_txt": "1,1,0,0,5,5,1,1,1\n", "a__gt__labels_txt": "Zebra\n"}
    (problem,) = read_paths("mot", zipped(tmp_path / "a.zip", **files), ontology=VIDEO).problems
    assert "no track has a class 'zebra' (known: car, person)" in problem.detail.lower()


def test_a_line_of_nonsense_is_told_by_its_place(tmp_path):
    files = {"a__gt__gt_txt": "1,1,0,0,5,5,1,2,1\n0,1,0,0,5,5,1,2,1\n"}
    (problem,) = read_paths("mot", zipped(tmp_path / "a.zip", **files), ontology=VIDEO).problems
    assert (problem.file, problem.line) == ("gt/gt.txt", 2)
    assert "counted from 1" in problem.detail
