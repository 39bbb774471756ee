"""Tracks are where the shared cases say; the browser is held to the same file."""

import json
from pathlib import Path

import pytest

from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from labeling.regions.track import at, visible_intervals

CASES = json.loads((Path(__file__).parent / "track_cases.json").read_text())["tracks"]


def rounded(value):
    return json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 9) + 0.0)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_object_is_where_and_when_the_case_says(case):
    track = case["track"]
    field = "pointcloud" if track["shape"] == "cuboid" else "video"
    assert KINDS["track"].validate(track, Bounds(field=field)) == []
    assert visible_intervals(track, case["last"]) == [tuple(span) for span in case["visible"]]
    for frame, geometry in case["at"].items():
        assert rounded(at(track, int(frame))) == rounded(geometry)
