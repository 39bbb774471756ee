"""Cuboids in a drive by key and by mouse, fitted, followed and confirmed; labelled points."""

import json
import re
from collections.abc import Iterator
from math import cos, hypot, sin
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.making import choose_file, make_project, start_import
from tests.e2e.pages.space import Space
from tests.e2e.test_accessibility import serious
from tests.labeling.media.pointcloud.clouds import CAR, scene_zip
from tests.shared_data import shared


def test_cuboids_and_points_are_stored_as_marked(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    page = signed_in
    page.goto(f"{site.url}/projects/new")
    project = make_project(page, "Point clouds and drives", "Drives")
    choose_file(page, scene_zip(tmp_path / "street.zip"))
    start_import(page, 1)
    desk = Desk(page).open(site.url, project)
    space = Space(desk).opened()

    fit_a_car_by_key(space)
    pull_its_front_by_mouse(space)
    take_it_to_the_next_frame(space)
    draw_one_on_the_map(space)
    lasso_points(space)
    assert serious(page) == []
    desk.saved()
    page.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(3, timeout=SLOW_MS)
    assert desk.submit() == "finished"

    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    check_stored(site.api.submitted(task["id"])["regions"])


def fit_a_car_by_key(space: Space) -> None:
    """Placed roughly by numbers, drawn to the points by F."""
    keyboard, rows = space.page.keyboard, space.desk.rows()
    space.host.focus()
    keyboard.press("1")
    keyboard.press("n")
    expect(rows).to_have_count(1)
    x, y, z = CAR["center"]
    space.type_place(Forward=x + 0.3, Left=y - 0.2, Up=z, Length=5, Width=2.4, Heading=28)
    expect(space.size).to_contain_text("5.00 × 2.40")
    keyboard.press("f")
    fitted = re.compile(r"^4\.[123]\d × 1\.[789]\d")
    expect(space.size).to_have_text(fitted, timeout=SLOW_MS)
    keyboard.press("ArrowUp")
    keyboard.press("ArrowDown")


def pull_its_front_by_mouse(space: Space) -> None:
    """The front of the plan from above is at its top: pulled up and back by undo."""
    before = space.size.inner_text()
    space.drag(space.top(0.5, 0.19), space.top(0.5, 0.12))
    expect(space.size).not_to_have_text(before)
    space.page.keyboard.press("Control+z")
    expect(space.size).to_contain_text(before.split()[0])


def take_it_to_the_next_frame(space: Space) -> None:
    """The sensor drove a metre, so the car is a metre nearer; there it is confirmed."""
    keyboard = space.page.keyboard
    keyboard.press("Alt+]")
    expect(space.frames).to_contain_text("2 of 3", timeout=SLOW_MS)
    expect(space.desk.rows()).to_contain_text("2 keyframes")
    keyboard.press("k")
    confirmed = space.page.get_by_role("button", name="Confirmed here")
    expect(confirmed).to_have_attribute("aria-pressed", "true")
    keyboard.press("f")  # nothing automatic moves it now
    keyboard.press("Shift+b")
    expect(space.looks).to_be_hidden()
    keyboard.press("Escape")
    expect(space.looks).to_be_visible()
    keyboard.press("Home")
    expect(space.frames).to_contain_text("1 of 3")


def draw_one_on_the_map(space: Space) -> None:
    keyboard = space.page.keyboard
    keyboard.press("Escape")
    keyboard.press("2")
    space.drag(space.top(0.3, 0.3), space.top(0.45, 0.6))
    expect(space.desk.rows()).to_have_count(2)
    keyboard.press("Escape")
    keyboard.press("Escape")


def lasso_points(space: Space) -> None:
    space.page.keyboard.press("5")
    corners = [(0.15, 0.2), (0.6, 0.2), (0.6, 0.5), (0.15, 0.5), (0.15, 0.3)]
    space.drag(*(space.scene(*corner) for corner in corners))
    expect(space.desk.rows()).to_have_count(3, timeout=SLOW_MS)
    expect(space.desk.rows().last).to_contain_text("points")


def check_stored(regions: list[Json]) -> None:
    found = {each["class"]: each["geometry"] for each in regions}
    first, second = found["car"]["keyframes"]
    assert (first["frame"], second["frame"]) == (0, 1)
    assert first["geometry"]["center"] == pytest.approx(CAR["center"], abs=0.2)
    assert first["geometry"]["size"] == pytest.approx(CAR["size"], abs=0.25)
    qw, _, _, qz = first["geometry"]["rotation"]
    assert hypot(qw - cos(CAR["yaw"] / 2), qz - sin(CAR["yaw"] / 2)) < 0.05
    assert "confirmed" not in first["geometry"]
    assert second["geometry"]["confirmed"] is True
    moved = CAR["center"][0] - 1
    assert second["geometry"]["center"][0] == pytest.approx(moved, abs=0.25)
    assert [key["frame"] for key in found["truck"]["keyframes"]] == [0]
    runs = found["road"]["runs"]
    assert all(start >= 0 and length > 0 for start, length in runs)
    assert sum(length for _, length in runs) > 50


@pytest.fixture
def broken(site: Site, tmp_path: Path) -> Iterator[str]:
    """A project with a scene whose second frame is no cloud."""
    project = site.api.project("Damaged drive", site.api.template("lidar_drives"))
    listed = [{"cloud": "clouds/0.bin"}, {"cloud": "bad.bin"}]
    files = {"scene": json.dumps({"frames": listed}), "bad.bin": b"\x00\x01\x02"}
    site.api.import_file(project, scene_zip(tmp_path / "damaged.zip", **files))
    yield project


def test_a_broken_frame_says_so_and_the_others_show(
    signed_in: Page, site: Site, broken: str
) -> None:
    desk = Desk(signed_in).open(site.url, broken)
    space = Space(desk).opened()
    signed_in.keyboard.press("]")
    alert = desk.data.get_by_role("alert")
    expect(alert).to_contain_text("bad.bin", timeout=SLOW_MS)
    signed_in.keyboard.press("[")
    expect(alert).to_be_hidden()
    expect(space.frames).to_contain_text("1 of 2")


def test_a_real_frame_of_kitti_opens_and_a_click_fits_a_car(signed_in: Page, site: Site) -> None:
    project = site.api.project("KITTI", site.api.template("lidar_drives"))
    site.api.import_file(project, shared("data/pc_kitti/000008.bin"))
    desk = Desk(signed_in).open(site.url, project)
    space = Space(desk).opened()
    space.host.focus()
    signed_in.keyboard.press("1")
    signed_in.keyboard.press("n")
    space.type_place(Forward=8, Left=1.2, Up=-0.8, Length=5, Width=2.2, Heading=-12)
    signed_in.keyboard.press("f")
    expect(space.size).to_have_text(re.compile(r"^3\.[789]"), timeout=SLOW_MS)
