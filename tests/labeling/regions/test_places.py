"""Cells, turns and boxes on pages lie where their medium has such a place."""

import pytest

from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS

TABLE = Bounds(rows=3, columns=("name", "price"))
DIALOGUE = Bounds(turns=(5, 9))
PAPER = Bounds(pages=((595, 842), (842, 595)))


def a_page_box(page=0, x=0.0, y=0.0, width=100.0, height=50.0):
    return {"page": page, "x": x, "y": y, "width": width, "height": height}


@pytest.mark.parametrize(
    ("kind", "geometry", "bounds", "places"),
    [
        ("cell", {"row": 2, "column": "price"}, TABLE, []),
        ("cell", {"row": 0}, TABLE, []),
        ("cell", {"row": 3}, TABLE, ["/row"]),
        ("cell", {"row": 0, "column": "age"}, TABLE, ["/column"]),
        ("cell", {"row": True, "column": 5}, TABLE, ["/row", "/column"]),
        ("cell", {"column": "price"}, TABLE, ["/row"]),
        ("turn", {"turn": 1}, DIALOGUE, []),
        ("turn", {"turn": 2}, DIALOGUE, ["/turn"]),
        ("turn", {}, DIALOGUE, ["/turn"]),
        ("page_box", a_page_box(1, 700), PAPER, []),
        ("page_box", a_page_box(0, 700), PAPER, [""]),
        ("page_box", a_page_box(0, -3), PAPER, [""]),
        ("page_box", a_page_box(2), PAPER, ["/page"]),
        ("page_box", a_page_box(1.5), PAPER, ["/page"]),
        ("page_box", a_page_box(width=0), PAPER, ["/width"]),
    ],
)
def test_a_place_must_exist(kind, geometry, bounds, places):
    assert [where for where, _ in KINDS[kind].validate(geometry, bounds)] == places


def test_boxes_overlap_on_one_page_only():
    iou = KINDS["page_box"].iou
    assert iou(a_page_box(), a_page_box(x=50)) == pytest.approx(1 / 3)
    assert iou(a_page_box(), a_page_box(1)) == 0


def test_a_row_is_another_place_than_its_cells():
    cell = KINDS["cell"]
    assert cell.iou({"row": 1}, {"row": 1}) == 1
    assert cell.iou({"row": 1}, {"row": 1, "column": "price"}) == 0
