"""O26: boxes turn rigidly on wide images, about their top left corner."""

import json

import pytest

from labeling.regions import rotated_box
from labeling.regions.kind import Bounds
from tests.shared_data import shared


def turned_boxes():
    task = json.loads(shared("cases/files/O26/task.json").read_text(encoding="utf-8"))[0]
    for item in task["annotations"][0]["result"]:
        width, height, value = item["original_width"], item["original_height"], item["value"]
        yield (
            item["id"],
            rotated_box.from_pivot(
                value["x"] / 100 * width,
                value["y"] / 100 * height,
                value["width"] / 100 * width,
                value["height"] / 100 * height,
                value["rotation"],
            ),
        )


def test_corners_and_bounding_boxes_are_as_listed():
    expected = json.loads(shared("cases/files/O26/expected.json").read_text(encoding="utf-8"))
    for name, geometry in turned_boxes():
        wanted = expected[name]
        corners = rotated_box.corners(geometry)
        for corner, listed in zip(corners, wanted["corners_px"], strict=True):
            assert corner == pytest.approx(listed, abs=1e-4)
        x, y, width, height = rotated_box.KIND.bounding_box(geometry)
        assert (x, y, x + width, y + height) == pytest.approx(wanted["aabb_px"], abs=1e-4)
        assert rotated_box.KIND.validate(geometry, Bounds(width=1000, height=500)) == []
    box = rotated_box.KIND.bounding_box(dict(turned_boxes())["r90"])
    assert box == pytest.approx(expected["coco_bbox_r90"])
