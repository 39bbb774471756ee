"""Cells: every pixel in one, borders on edges, neighbours known."""

import numpy as np

from active_learning.segmenting.cells import cells_of, graph_of
from tests.active_learning.segmenting.scenes import disc


def test_every_pixel_has_a_cell_and_no_number_is_left_out() -> None:
    picture, _ = disc()
    labels = cells_of(picture, 100)
    assert labels.shape == picture.shape[:2]
    assert labels.min() == 0
    assert set(np.unique(labels)) == set(range(labels.max() + 1))
    assert 70 <= labels.max() + 1 <= 130


def test_cells_keep_to_the_edges_of_things() -> None:
    picture, truth = disc()
    share = graph_of(picture, 150).share(truth)
    mixed = (share > 0.1) & (share < 0.9)
    assert mixed.mean() < 0.1


def test_borders_are_told_once_with_their_length_and_contrast() -> None:
    picture = np.zeros((20, 40, 3), np.uint8)
    picture[:, 20:] = 255
    graph = graph_of(picture, 2)
    assert graph.count == 2
    assert graph.ends.tolist() == [[0], [1]]
    assert graph.lengths.tolist() == [20]
    assert graph.contrasts[0] > 200
    assert graph.sizes.sum() == 800
    assert graph.rims.sum() == 2 * (20 + 40)


def test_a_picture_of_one_colour_and_one_pixel_wide_pictures_have_cells_too() -> None:
    assert graph_of(np.full((30, 30, 3), 7, np.uint8), 1).count == 1
    assert graph_of(np.full((3, 200, 3), 7, np.uint8), 20).count >= 1


def test_places_beside_the_picture_mean_its_nearest_cell() -> None:
    graph = graph_of(disc()[0], 50)
    assert graph.at(-5, -5) == graph.labels[0, 0]
    assert graph.at(1e6, 1e6) == graph.labels[-1, -1]
