"""Masks against the reference implementation, pycocotools."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from pycocotools import mask as coco

from labeling.regions import mask
from labeling.regions.kind import Bounds

masks = arrays.arrays(bool, arrays.array_shapes(min_dims=2, max_dims=2, max_side=24))


def reference(array):
    return coco.encode(np.asfortranarray(array.astype(np.uint8)))


@given(masks)
def test_runs_go_both_ways_and_equal_the_reference(array):
    geometry = mask.from_array(array)
    assert np.array_equal(mask.to_array(geometry), array)
    expected = reference(array)["counts"].decode()
    assert mask.compress(geometry["counts"]) == expected
    assert mask.decompress(expected) == geometry["counts"]


@given(masks.filter(lambda array: array.any()))
def test_area_and_bounding_box_equal_the_reference(array):
    geometry, expected = mask.from_array(array), reference(array)
    assert mask.KIND.area(geometry) == coco.area(expected)
    assert mask.KIND.bounding_box(geometry) == tuple(coco.toBbox(expected))
    assert mask.KIND.validate(geometry, Bounds(array.shape[1], array.shape[0])) == []


@given(st.data())
def test_iou_equals_the_reference(data):
    shape = data.draw(arrays.array_shapes(min_dims=2, max_dims=2, max_side=20))
    a, b = (data.draw(arrays.arrays(bool, shape)) for _ in range(2))
    if not (a.any() and b.any()):
        return
    expected = coco.iou([reference(a)], [reference(b)], [0])[0][0]
    assert mask.KIND.iou(mask.from_array(a), mask.from_array(b)) == pytest.approx(expected)


def test_long_runs_compress_as_the_reference_does():
    array = np.zeros((700, 900), bool)
    array[13:650, 20:880] = True
    array[100:110, 300:310] = False
    text = reference(array)["counts"].decode()
    geometry = {"size": [700, 900], "counts": text}
    assert mask.compress(mask.runs_of(geometry)) == text
    assert mask.KIND.key(geometry) == mask.KIND.key(mask.from_array(array))


@pytest.mark.parametrize(
    ("geometry", "place"),
    [
        ({"size": [2, 3], "counts": [0, 5]}, "/counts"),
        ({"size": [2, 3], "counts": [6]}, "/counts"),
        ({"size": [2, 3], "counts": [-1, 7]}, "/counts"),
        ({"size": [2, 3], "counts": [1.5, 4.5]}, "/counts"),
        ({"size": [2, 3], "counts": "\x00"}, "/counts"),
        ({"size": [2, 3], "counts": "o"}, "/counts"),
        ({"size": [3, 2], "counts": [0, 6]}, "/size"),
        ({"size": [0, 3], "counts": []}, "/size"),
        ({"size": [10**6, 10**6], "counts": [0, 10**12]}, "/size"),
        ({"size": [2, 3]}, "/counts"),
        ({"counts": [1]}, "/size"),
    ],
)
def test_refuses_runs_that_do_not_fill_the_image(geometry, place):
    assert [p for p, _ in mask.KIND.validate(geometry, Bounds(width=3, height=2))] == [place]


@given(st.text(max_size=40))
def test_any_text_is_decoded_or_refused_by_value_error(text):
    try:
        counts = mask.decompress(text)
    except ValueError:
        return
    assert all(isinstance(count, int) for count in counts)
