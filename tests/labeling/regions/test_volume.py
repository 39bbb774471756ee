"""Plane kinds on volumes say their slice; boxes and masks reach over slices."""

import numpy as np
import pytest

from labeling.regions import mask
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS
from labeling.regions.volume import box_on_slice

SCAN = Bounds(width=60, height=40, depth=20, field="volume")
LINE = {"points": [[1, 1], [30, 15]]}


@pytest.mark.parametrize(
    ("plane", "number", "places"),
    [
        ("axial", 19, []),
        ("axial", 20, ["/slice"]),
        ("coronal", 39, []),
        ("coronal", 40, ["/slice"]),
        ("sagittal", 59, []),
        ("sagittal", 60, ["/slice"]),
        ("oblique", 1, ["/plane"]),
        (["axial"], 1, ["/plane"]),
        ("axial", "1", ["/slice"]),
    ],
)
def test_a_line_lies_on_a_slice_that_exists(plane, number, places):
    geometry = LINE | {"plane": plane, "slice": number}
    assert [where for where, _ in KINDS["polyline"].validate(geometry, SCAN)] == places


def test_the_size_of_a_slice_is_that_of_its_plane():
    tall = {"points": [[1, 1], [1, 35]]}  # 40 rows, but only 20 slices
    validate = KINDS["polyline"].validate
    assert validate(tall | {"plane": "axial", "slice": 0}, SCAN) == []
    assert validate(tall | {"plane": "coronal", "slice": 0}, SCAN)
    assert validate(tall | {"plane": "sagittal", "slice": 0}, SCAN)


@pytest.mark.parametrize("kind", ["polygon", "ellipse", "rotated_box", "polyline", "keypoints"])
def test_a_plane_kind_on_a_volume_must_say_its_slice_and_elsewhere_must_not(kind):
    assert [where for where, _ in KINDS[kind].validate({}, SCAN)] == ["/plane"]
    on_slice = LINE | {"plane": "axial", "slice": 0}
    faults = KINDS[kind].validate(on_slice, Bounds(field="image"))
    assert [where for where, _ in faults] == ["/plane"]


def test_marks_on_two_slices_share_nothing():
    kind, on_slice = KINDS["polyline"], {**LINE, "plane": "axial", "slice": 3}
    assert kind.iou(on_slice, on_slice) == pytest.approx(1)
    assert kind.iou(on_slice, on_slice | {"slice": 4}) == 0
    assert kind.iou(on_slice, LINE) == 0
    assert kind.key(on_slice) != kind.key(on_slice | {"plane": "coronal"})


def voxel_box(x=0, y=0, z=0, width=10, height=10, depth=10):
    return {"x": x, "y": y, "z": z, "width": width, "height": height, "depth": depth}


def test_boxes_overlap_in_space():
    kind = KINDS["box"]
    assert kind.validate(voxel_box(), SCAN) == []
    assert kind.iou(voxel_box(), voxel_box(z=5)) == pytest.approx(1 / 3)
    assert kind.iou(voxel_box(), voxel_box(z=10)) == 0
    assert kind.area(voxel_box()) == 1_000


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        (voxel_box(depth=0), "/depth"),
        (voxel_box(z=15), "/depth"),
        (voxel_box(x=-2), "/x"),
        ({"x": 0, "y": 0, "width": 9, "height": 9}, "/z"),
    ],
)
def test_refuses_boxes_outside_the_volume(geometry, place):
    assert place in [where for where, _ in KINDS["box"].validate(geometry, SCAN)]


@pytest.mark.parametrize(
    ("plane", "wanted"),
    [
        ("axial", voxel_box(1, 2, 7, 3, 4, 1)),
        ("coronal", voxel_box(1, 7, 2, 3, 1, 4)),
        ("sagittal", voxel_box(7, 1, 2, 1, 3, 4)),
    ],
)
def test_a_rectangle_on_a_slice_is_a_box_one_voxel_thick(plane, wanted):
    assert box_on_slice(1, 2, 3, 4, {"plane": plane, "slice": 7}) == wanted


def filled(rows, columns):
    array = np.zeros((40, 60), dtype=bool)
    array[:rows, :columns] = True
    return mask.from_array(array)


def stack(**slices):
    return {"plane": "axial", "slices": {key[1:]: item for key, item in slices.items()}}


def test_masks_count_voxels_over_all_slices():
    kind = KINDS["mask"]
    both, one = stack(z3=filled(4, 4), z12=filled(4, 8)), stack(z12=filled(4, 4))
    assert kind.validate(both, SCAN) == []
    assert kind.area(both) == 48
    assert kind.iou(both, one) == pytest.approx(16 / 48)
    assert kind.iou(both, both) == pytest.approx(1)
    assert kind.bounding_box(both) == (0, 0, 8, 4)
    assert hash(kind.key(both)) == hash(kind.key(stack(z12=filled(4, 8), z3=filled(4, 4))))


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"plane": "coronal", "slices": {"1": filled(4, 4)}}, "/plane"),
        (stack(), "/slices"),
        (stack(z20=filled(4, 4)), "/slices/20"),
        (stack(z04=filled(4, 4)), "/slices/04"),
        (stack(z4={"size": [40, 60], "counts": [2_400]}), "/slices/4/counts"),
        (filled(4, 4), "/plane"),
    ],
)
def test_refuses_masks_without_a_slice_to_lie_on(geometry, place):
    assert [where for where, _ in KINDS["mask"].validate(geometry, SCAN)] == [place]
