"""What is proposed as regions: pieces of pictures, and cuboids grown from clusters."""

import cv2
import numpy as np
import pytest

from active_learning.learners.heads.cuboids import completed
from active_learning.learners.heads.pieces import covered, outlined, pieces_of
from labeling.regions.cuboid import corners


def test_a_thing_on_a_plain_ground_is_the_first_piece() -> None:
    picture = np.full((120, 160, 3), 150, np.uint8)
    cv2.circle(picture, (90, 60), 30, (40, 160, 60), -1)
    graph, pieces = pieces_of(picture)
    wanted = np.zeros((120, 160), np.uint8)
    cv2.circle(wanted, (90, 60), 30, 1, -1)
    found = covered([outlined(graph, pieces[0])], (160, 120), (120, 160))
    shared = (found & (wanted > 0)).sum() / (found | (wanted > 0)).sum()
    assert shared > 0.9


def test_a_picture_of_one_colour_has_pieces_but_they_stand_out_by_nothing() -> None:
    _, pieces = pieces_of(np.full((60, 80, 3), 90, np.uint8))
    assert max(piece.contrast for piece in pieces) == pytest.approx(0.0)


CAR = (4.2, 1.8, 1.5)


def cluster(size: list[float], center: list[float]) -> dict[str, list[float]]:
    return {"center": center, "size": size, "rotation": [1.0, 0.0, 0.0, 0.0]}


def test_a_cuboid_grows_away_from_the_sensor_and_upwards() -> None:
    seen = cluster([2.6, 1.7, 1.2], [11.0, 5.0, -1.0])
    whole = completed(seen, CAR)
    assert whole["size"] == pytest.approx(CAR)
    near, grown = corners(seen).min(axis=0), corners(whole).min(axis=0)
    assert grown == pytest.approx(near, abs=1e-3)


def test_a_car_seen_from_the_end_is_turned_before_it_grows() -> None:
    seen = cluster([1.8, 0.4, 1.4], [12.0, 0.5, 0.0])
    whole = completed(seen, CAR)
    spans = np.ptp(corners(whole), axis=0)
    assert spans == pytest.approx([1.8, 4.2, 1.5], abs=1e-3)


def test_a_class_of_no_known_size_keeps_its_cluster() -> None:
    seen = cluster([2.0, 1.7, 1.2], [11.0, 5.0, -1.0])
    assert completed(seen, None) == seen
