"""Levels are prefixes of one random order; the ground is found; one click fits a car."""

import json
from math import atan2, cos, pi

import numpy as np
import pytest
from PIL import Image

from labeling.media import MediaError
from labeling.media.pointcloud.records import FIRST, RECORD
from labeling.regions import cuboid
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.pointcloud.clouds import CAR, GROUND_Z, OTHER, scene_zip, street
from tests.shared_data import shared


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "street.bin"
    found.write_bytes(street().tobytes())
    return found


def view(name, path, out, **given):
    render("pointcloud", name, path, out, **given)
    return json.loads(out.read_text("utf-8"))


def records(path, out, **given):
    render("pointcloud", "points", path, out, **given)
    return np.fromfile(out, dtype=RECORD)


def test_levels_together_are_every_point_once_and_the_first_is_a_sample(tmp_path):
    rng = np.random.default_rng(1)
    rows = np.column_stack(
        [
            np.sort(rng.uniform(-50, 50, (150_000, 1)), axis=0),
            *np.zeros((2, 150_000, 1)),
            np.ones(150_000),
        ]
    )
    path = tmp_path / "line.bin"
    path.write_bytes(rows.astype("<f4").tobytes())
    levels = [records(path, tmp_path / "out", level=level) for level in range(4)]
    assert [len(level) for level in levels] == [FIRST, FIRST, 150_000 - 2 * FIRST, 0]
    index = np.concatenate([level["index"] for level in levels])
    assert np.array_equal(np.sort(index), np.arange(150_000))
    assert abs(float(levels[0]["xyz"][:, 0].mean())) < 0.5
    np.testing.assert_allclose(levels[1]["xyz"][:, 0], rows[levels[1]["index"], 0], atol=1e-4)


def test_the_ground_is_where_the_street_is(path, tmp_path):
    found = view("ground", path, tmp_path / "ground")
    _, _, c, d = found["plane"]
    assert c > 0.99
    assert -d / c == pytest.approx(GROUND_Z, abs=0.1)
    assert np.array(found["heights"]) == pytest.approx(GROUND_Z, abs=0.15)


def heading_error(geometry, yaw):
    """Radians between two headings, front and rear not told apart."""
    return abs((cuboid.yaw(geometry) - yaw + pi / 2) % pi - pi / 2)


@pytest.mark.parametrize("car", [CAR, OTHER], ids=["left", "right"])
def test_one_click_on_a_car_fits_a_cuboid_around_it(path, tmp_path, car):
    x, y, z = car["center"]
    away = np.hypot(x, y)
    x, y = x - 0.9 * x / away, y - 0.9 * y / away  # the side that the sensor sees
    found = view("fit", path, tmp_path / "fit", x=x, y=y, z=z)["cuboid"]
    assert found["size"] == pytest.approx(car["size"], abs=0.2)
    assert found["center"] == pytest.approx(car["center"], abs=0.15)
    assert heading_error(found, car["yaw"]) < np.radians(3)


def test_a_rough_cuboid_is_drawn_to_the_points_and_keeps_its_heading(path, tmp_path):
    x, y, z = CAR["center"]
    rough = {"length": 5.0, "width": 2.5, "height": 2.0, "yaw": CAR["yaw"] + pi - 0.2}
    found = view("fit", path, tmp_path / "fit", x=x + 0.2, y=y, z=z, **rough)["cuboid"]
    assert found["size"] == pytest.approx(CAR["size"], abs=0.2)
    turned = cuboid.yaw(found) - (CAR["yaw"] + pi)
    assert atan2(np.sin(turned), cos(turned)) == pytest.approx(0, abs=np.radians(3))


def test_a_click_on_bare_ground_says_what_to_do(path, tmp_path):
    with pytest.raises(MediaError, match="click on the object"):
        view("fit", path, tmp_path / "fit", x=35, y=10, z=GROUND_Z)


def test_clusters_are_the_cars(path, tmp_path):
    found = [one["cuboid"] for one in view("clusters", path, tmp_path / "c")["clusters"]]
    assert len(found) == 2
    centres = sorted(one["center"][:2] for one in found)
    assert np.array(centres) == pytest.approx(
        np.array([CAR["center"][:2], OTHER["center"][:2]]), abs=0.3
    )


def test_the_thumbnail_is_a_picture_from_above(path, tmp_path):
    render("pointcloud", "thumb", path, tmp_path / "thumb")
    with Image.open(tmp_path / "thumb") as image:
        assert image.size == (320, 240)
        assert len(image.getcolors(100_000)) > 20


def test_frames_are_registered_by_their_points_and_their_poses(tmp_path):
    path = scene_zip(tmp_path / "scene.zip")
    found = view("register", path, tmp_path / "r", frame=0, to=1)
    assert np.array(found["transform"])[:3, 3] == pytest.approx([-1, 0, 0], abs=0.05)
    assert found["is_sound"]


def test_a_click_on_the_near_car_of_a_real_frame_finds_its_size(tmp_path):
    # Label of KITTI frame 000008: 3.68 x 1.50 x 1.57 m at (8.1, 1.2), seen from behind.
    path = shared("data/pc_kitti/000008.bin")
    found = view("fit", path, tmp_path / "fit", x=8.0, y=1.2, z=-0.8)["cuboid"]
    assert found["size"] == pytest.approx([3.68, 1.5, 1.57], abs=0.4)
    assert found["center"][:2] == pytest.approx([8.1, 1.2], abs=0.2)


def test_probing_says_what_screens_need(path):
    facts = probe_as("pointcloud", path).facts
    assert facts["frames"] == 1
    assert facts["points"] == len(street())
    low, high = facts["intensity"]
    assert 0 <= low < high <= 1


def test_stray_points_of_a_neighbour_do_not_stretch_a_rough_cuboid(tmp_path):
    path = shared("data/pc_kitti/000008.bin")
    rough = {"length": 5.0, "width": 2.2, "height": 1.6, "yaw": -0.2}
    found = view("fit", path, tmp_path / "fit", x=8.0, y=1.2, z=-0.8, **rough)["cuboid"]
    assert found["size"] == pytest.approx([3.68, 1.5, 1.57], abs=0.4)
