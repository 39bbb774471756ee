"""Which cells a box owns, and how cells' boxes become one a thing."""

import numpy as np
import pytest

from active_learning.learners.boxes import assigned
from active_learning.learners.heads import LinearHead
from active_learning.learners.heads.boxes import HIDDEN, SIDES, find_boxes, judge_boxes
from active_learning.learners.heads.cells import CellReader, spacing_of, with_context
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import Parts
from active_learning.learners.marked import Marked

ROWS, COLUMNS, STEP = 6, 8, 10.0
SEEN = ("", "car", "bus")


def cells(features: np.ndarray | None = None) -> Parts:
    """A picture of 80 x 60 pixels, a cell of every ten."""
    x, y = (np.arange(COLUMNS) + 0.5) * STEP, (np.arange(ROWS) + 0.5) * STEP
    places = np.column_stack([np.tile(x, ROWS), np.repeat(y, COLUMNS)])
    extent = np.array([80.0, 60.0, ROWS, COLUMNS, STEP, STEP])
    blank = np.zeros((ROWS * COLUMNS, 2), np.float32)
    return Parts(blank if features is None else features, places, extent)


def mark(name: str, x: float, y: float, width: float, height: float) -> Marked:
    return Marked("box", name, {"x": x, "y": y, "width": width, "height": height})


def test_a_box_owns_the_cells_about_its_middle_and_tells_them_its_sides() -> None:
    classes, sides, _ = assigned(cells(), [mark("car", 0, 0, 50, 50)], SEEN)
    grid = classes.reshape(ROWS, COLUMNS)
    assert grid[2, 2] == 1
    assert grid[5, 7] == 0
    left, top, right, bottom = np.exp(sides.reshape(ROWS, COLUMNS, 4)[2, 2])
    assert (left, top, right, bottom) == pytest.approx((2.5, 2.5, 2.5, 2.5))


def test_a_box_smaller_than_a_cell_has_the_nearest_one() -> None:
    classes, _, _ = assigned(cells(), [mark("car", 31, 21, 2, 2)], SEEN)
    assert classes.reshape(ROWS, COLUMNS)[2, 3] == 1
    assert (classes == 1).sum() == 1


def test_the_smaller_of_two_boxes_has_the_cells_of_both() -> None:
    marks = [mark("car", 30, 20, 12, 12), mark("bus", 0, 0, 80, 60)]
    for given in (marks, marks[::-1]):
        classes, _, _ = assigned(cells(), given, SEEN)
        assert classes.reshape(ROWS, COLUMNS)[2, 3] == 1


def test_boxes_of_many_cells_weigh_less_a_cell() -> None:
    _, _, shares = assigned(cells(), [mark("car", 0, 0, 60, 60), mark("bus", 70, 0, 8, 8)], SEEN)
    grid = shares.reshape(ROWS, COLUMNS)
    assert grid[3, 3] < grid[0, 7]


def two_neighbours() -> tuple[Heads, Parts]:
    """Two cells of one thing, 20 pixels wide, and a model that sees both."""
    features = np.zeros((ROWS * COLUMNS, 2), np.float32)
    features[[2 * COLUMNS + 3, 2 * COLUMNS + 4]] = 1.0
    hidden = np.zeros((4, 2), np.float32)
    hidden[:2] = np.eye(2)
    main = np.array([[0.0, 6.0], [0.0, 6.0]], np.float32)
    sides = np.zeros((2, 4), np.float32)
    more = {
        HIDDEN: LinearHead(("u", "v"), hidden, np.zeros(2, np.float32)),
        SIDES: LinearHead(("l", "t", "r", "b"), sides, np.log(np.full(4, 1.5, np.float32))),
    }
    return Heads(LinearHead(("", "car"), main, np.array([0.0, -6.0], np.float32)), more), cells(
        features
    )


def test_cells_of_one_thing_give_one_box() -> None:
    heads, parts = two_neighbours()
    found = find_boxes(heads, parts)
    assert len(found.scores) == 1
    assert found.corners[0] == pytest.approx([25.0, 10.0, 55.0, 40.0])
    (judgement,) = judge_boxes(heads, [parts])
    (region,) = judgement.regions
    assert region.label_class == "car"
    assert region.geometry == {"x": 25.0, "y": 10.0, "width": 30.0, "height": 30.0}


def test_a_picture_that_could_not_be_read_has_no_boxes() -> None:
    heads, _ = two_neighbours()
    nothing = Parts(np.zeros((0, 2), np.float32), np.zeros((0, 2)), np.zeros(6))
    (judgement,) = judge_boxes(heads, [nothing])
    assert judgement.regions == []
    assert judgement.uncertainty == 0.0


def test_context_is_the_mean_of_the_cells_around() -> None:
    features = np.zeros((ROWS * COLUMNS, 1), np.float32)
    features[2 * COLUMNS + 3] = 25.0
    both = with_context(cells(features)).reshape(ROWS, COLUMNS, 2)
    assert both[2, 3].tolist() == pytest.approx([25.0, 1.0])
    assert both[4, 5].tolist() == pytest.approx([0.0, 1.0])


def test_kept_cells_come_back_within_a_hundredth() -> None:
    features = np.random.default_rng(0).normal(size=(ROWS * COLUMNS, 2)).astype(np.float32)
    packing = CellReader.__new__(CellReader)  # packing needs no backbone
    again = packing.unpack(packing.pack(cells(features)))
    assert np.abs(again.features - features).max() < 0.02
    assert (again.places == cells().places).all()
    assert spacing_of(again).tolist() == [STEP, STEP]
