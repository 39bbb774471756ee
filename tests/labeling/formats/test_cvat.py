"""CVAT XML: keyframes stay keyframes, what is outside is not seen, every shape comes back."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from labeling.formats.base import Content, ExportAnnotation, ExportMedia, ExportTask
from labeling.ontology.schema import parse_ontology
from labeling.regions import mask
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from labeling.regions.track import at, keyframe_at, visible_intervals
from tests.factories.formats import again, members_of, read_paths, read_text, write_tasks
from tests.shared_data import shared

CLIP = parse_ontology(
    {
        "fields": {"clip": {"type": "video"}},
        "labels": [
            {
                "id": "thing",
                "on": "clip",
                "kind": "track",
                "classes": [{"id": "car"}],
                "attributes": [
                    {"id": "color", "kind": "text"},
                    {"id": "speed", "kind": "text", "mutable": True},
                ],
            }
        ],
    }
)
SHAPES = ("box", "rotated_box", "ellipse", "polygon", "polyline", "keypoints", "mask")
SKELETON = {"points": ["nose", "left", "right"], "edges": [[0, 1], [0, 2]]}
PHOTO = parse_ontology(
    {
        "fields": {"photo": {"type": "image"}},
        "labels": [
            *(
                {
                    "id": f"l_{kind}",
                    "on": "photo",
                    "kind": kind,
                    "classes": [
                        {"id": kind, **({"skeleton": SKELETON} if kind == "keypoints" else {})}
                    ],
                    "attributes": [{"id": "note", "kind": "text"}],
                }
                for kind in SHAPES
            ),
            {"id": "sky", "on": "photo", "kind": "choice", "classes": [{"id": "clear"}]},
        ],
    }
)
SQUARE = [[4, 4], [20, 4], [20, 20], [4, 20]]
GEOMETRIES: dict[str, Any] = {
    "box": {"x": 1.5, "y": 2, "width": 10, "height": 8.25},
    "rotated_box": {"cx": 30, "cy": 20, "width": 12, "height": 6, "angle": 30},
    "ellipse": {"cx": 20, "cy": 20, "rx": 8, "ry": 4, "angle": 15},
    "polygon": {"rings": [SQUARE]},
    "polyline": {"points": [[1, 1], [9, 9], [20, 3]]},
    "keypoints": {"points": [[5, 6, 2], [7, 8, 1], [0, 0, 0]]},
}


def mask_of(rows: int, columns: int) -> dict[str, Any]:
    bits = np.zeros((rows, columns), bool)
    bits[5:9, 7:20] = True
    bits[6, 10] = False
    return mask.from_array(bits)


def tracks_of(path: Path) -> list[dict[str, Any]]:
    (task,) = read_paths("cvat", path, ontology=CLIP).tasks
    return task.annotations[0].content.regions


def seen(track: dict[str, Any], frames: int) -> list[int]:
    return [f for start, end in visible_intervals(track, frames) for f in range(start, end)]


def exported(regions: list[dict[str, Any]], folder: Path) -> Path:
    media = ExportMedia("track.mp4", "1", "0" * 64, "video/mp4", 96, 64, {"frames": 20})
    task = ExportTask("1", {"clip": media}, annotations=[ExportAnnotation("1", Content(regions))])
    assert write_tasks("cvat", [task], folder / "out.zip", CLIP) == []
    return folder / "out.zip"


def test_a_track_that_goes_and_returns_is_seen_in_its_frames_only(tmp_path: Path) -> None:
    path = shared("cases/files/O29/track.xml")
    expected = json.loads((path.parent / "expected.json").read_text())
    car, other = tracks_of(path)
    track = car["geometry"]
    assert seen(track, 20) == expected["track0"]["visible_frames"]
    assert [k["frame"] for k in track["keyframes"]] == expected["track0"]["keyframes"]
    geometry = at(track, 5)
    assert geometry is not None
    assert geometry["x"] == expected["track0"]["frame5_xtl"]
    assert car["attributes"]["color"] == "red"
    assert car["extra"]["occluded_frames"] == expected["track0"]["occluded_frames"]
    assert seen(other["geometry"], 20) == expected["track1"]["visible_frames"]


def test_a_second_export_has_the_same_keyframes_and_shapes(tmp_path: Path) -> None:
    first = tracks_of(shared("cases/files/O29/track.xml"))
    out = exported(first, tmp_path)
    xml = members_of(out)["track.xml"].decode()
    assert xml.count('keyframe="1"') == 6
    assert xml.count('keyframe="0"') == 1
    assert tracks_of(out) == first


def test_what_changes_from_frame_to_frame_is_kept_at_its_keyframes(tmp_path: Path) -> None:
    keyframes = [
        {"frame": 2, "geometry": GEOMETRIES["box"], "attributes": {"speed": "slow"}},
        {"frame": 6, "geometry": GEOMETRIES["box"], "occluded": True},
        {"frame": 9, "geometry": GEOMETRIES["box"], "attributes": {"speed": "fast"}},
    ]
    region = {"id": "r1", "label": "thing", "on": "clip", "class": "car"} | {
        "attributes": {"color": "red"},
        "geometry": {"shape": "box", "keyframes": keyframes, "end": 12},
    }
    (back,) = tracks_of(exported([region], tmp_path))
    track = back["geometry"]
    assert KINDS["track"].validate(track, Bounds(width=96, height=64, field="video")) == []
    assert seen(track, 20) == list(range(2, 12))
    found = keyframe_at(track, 7)
    assert found is not None and found["occluded"] is True
    speeds = [k["attributes"]["speed"] for k in track["keyframes"]]
    assert speeds == ["slow", "slow", "fast", "fast"]
    assert back["attributes"] == {"color": "red"}


@pytest.mark.parametrize("kind", SHAPES)
def test_every_shape_comes_back_as_it_was(kind: str, tmp_path: Path) -> None:
    geometry = mask_of(40, 60) if kind == "mask" else GEOMETRIES[kind]
    region = {"id": "r1", "label": f"l_{kind}", "on": "photo", "class": kind} | {
        "attributes": {"note": "a <b> & c"},
        "geometry": geometry,
        "extra": {"occluded": "1", "group_id": "4"},
    }
    media = ExportMedia("a/b.png", "1", "0" * 64, "image/png", 60, 40)
    content = Content([region], [], {"sky": "clear"})
    task = ExportTask("1", {"photo": media}, annotations=[ExportAnnotation("1", content)])
    assert write_tasks("cvat", [task], tmp_path / "out.zip", PHOTO) == []
    read = read_paths("cvat", tmp_path / "out.zip", ontology=PHOTO)
    assert read.problems == read.warnings == []
    (found,) = read.tasks[0].annotations[0].content.regions
    assert found["geometry"] == geometry
    assert (found["attributes"], found["extra"]) == (region["attributes"], region["extra"])
    assert read.tasks[0].annotations[0].content.answers == {"sky": "clear"}


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ('<box label="box" xtl="1" ytl="1" xbr="1" ybr="9"/>', "the box has no size"),
        ('<box label="box" xtl="one" ytl="1" xbr="2" ybr="9"/>', "xtl must be a number"),
        ('<box label="lorry" xtl="0" ytl="1" xbr="2" ybr="9"/>', "no box or rotated_box label"),
        ('<polygon label="polygon" points="1,2;3,4"/>', "at least 3 pairs"),
        ('<polygon label="polygon" points="1,2;3,nan;4,5"/>', "out of range"),
        ('<mask label="mask" rle="1,2" left="0" top="0" width="2" height="2"/>', "2 × 2 pixels"),
        ('<mask label="mask" rle="4" left="59" top="0" width="2" height="2"/>', "not lie inside"),
        ('<cuboid label="box" xtl1="3"/>', "cannot be marked"),
    ],
)
def test_a_shape_that_cannot_be_used_is_named_and_the_rest_is_read(
    shape: str, told: str, tmp_path: Path
) -> None:
    good = '<box label="box" xtl="1" ytl="1" xbr="5" ybr="9"/>'
    image = f'<image id="0" name="a.png" width="60" height="40">{shape}{good}</image>'
    read = read_text(
        "cvat", f"<annotations>{image}</annotations>", tmp_path, "a.xml", ontology=PHOTO
    )
    assert len(read.tasks[0].annotations[0].content.regions) == 1
    (warning,) = read.warnings
    assert told in warning.detail
    assert "a.png" in warning.detail


@pytest.mark.parametrize(
    ("track", "told"),
    [
        ("", "the track is in no frame"),
        ('<box frame="0" keyframe="1" outside="1" xtl="1" ytl="1" xbr="5" ybr="9"/>', "no frame"),
        ('<box frame="x" keyframe="1" xtl="1" ytl="1" xbr="5" ybr="9"/>', "frame must be a whole"),
        ('<polygon frame="0" keyframe="1" points="1,1;2,2;3,1"/>', "drawn as polygon"),
    ],
)
def test_a_track_that_cannot_be_used_is_named(track: str, told: str, tmp_path: Path) -> None:
    text = f'<annotations><track id="3" label="car">{track}</track></annotations>'
    read = read_text("cvat", text, tmp_path, "a.xml", ontology=CLIP)
    (warning,) = read.warnings
    assert told in warning.detail
    assert "track 3" in warning.detail


def test_entities_are_refused(tmp_path: Path) -> None:
    text = '<!DOCTYPE a [<!ENTITY x "y">]><annotations>&x;</annotations>'
    read = read_text("cvat", text, tmp_path, "a.xml", ontology=PHOTO)
    assert "entities are not allowed" in read.problems[0].detail


def test_images_before_any_mark_are_tasks(tmp_path: Path) -> None:
    media = ExportMedia("a.png", "1", "0" * 64, "image/png", 60, 40)
    write_tasks("cvat", [ExportTask("1", {"photo": media})], tmp_path / "out.zip", PHOTO)
    read = read_paths("cvat", tmp_path / "out.zip", ontology=PHOTO)
    assert [again(read.tasks)[0].data["photo"].name] == ["a.png"]
    assert read.tasks[0].annotations == []
