"""Boxes by mouse and by key, undo, a reload in the middle, and the numbers that are stored."""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.exporting import export
from tests.e2e.pages.making import choose_file, make_project, start_import
from tests.e2e.pages.picture import Picture
from tests.shared_data import shared

SIZE = (640, 480)
CAR, PERSON = (100.0, 80.0, 220.0, 150.0), (400.0, 200.0, 460.0, 380.0)


def make_zip(folder: Path) -> Path:
    """Three scenes, each with a car and a person at known pixels."""
    target = folder / "scenes.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(3):
            scene = Image.new("RGB", SIZE, (60, 70 + 20 * number, 80))
            pen = ImageDraw.Draw(scene)
            pen.rectangle(CAR, fill=(200, 60, 60))
            pen.ellipse(PERSON, fill=(230, 200, 120))
            name = f"scene-{number}.png"
            scene.save(folder / name)
            archive.write(folder / name, name)
    return target


def test_boxes_are_stored_where_drawn(signed_in: Page, site: Site, tmp_path: Path) -> None:
    page = signed_in
    page.goto(f"{site.url}/projects/new")
    project = make_project(page, "Boxes", "Street scenes")
    choose_file(page, make_zip(tmp_path))
    start_import(page, 3)

    desk = Desk(page).open(site.url, project)
    name = desk.task()
    draw_three(desk)
    undo_and_redo(desk)
    reload_in_the_middle(desk, name)
    desk.submit()
    desk.saved()

    task = next(
        each
        for each in site.api.all(f"/api/projects/{project}/tasks/")
        if name in (each["id"], each["external_id"])
    )
    check_stored(site.api.submitted(task["id"]))
    check_coco(page, site.url, project, tmp_path)


def draw_three(desk: Desk) -> None:
    picture = Picture(desk, *SIZE).at_full_size()
    desk.page.keyboard.press("1")
    picture.drag(CAR[:2], CAR[2:])
    expect(desk.rows()).to_have_count(1)
    desk.page.keyboard.press("2")
    # From the lower right to the upper left: the box is the same.
    picture.drag(PERSON[2:], PERSON[:2])
    expect(desk.rows()).to_have_count(2)
    desk.page.keyboard.press("3")
    desk.page.keyboard.press("n")
    expect(desk.rows()).to_have_count(3)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
        desk.page.keyboard.press(key)


def undo_and_redo(desk: Desk) -> None:
    """Back to the first box and forward again, the nudges included."""
    keyboard = desk.page.keyboard
    while desk.rows().count() > 1:
        keyboard.press("Control+z")
    expect(desk.rows()).to_have_count(1)
    redo = desk.page.get_by_role("button", name=re.compile("^Redo"))
    while redo.is_enabled():
        keyboard.press("Control+Shift+z")
    expect(desk.rows()).to_have_count(3)


def reload_in_the_middle(desk: Desk, name: str) -> None:
    desk.saved()
    desk.page.reload()
    desk.ready()
    assert desk.task() == name
    expect(desk.rows()).to_have_count(3, timeout=SLOW_MS)


def check_stored(annotation: Json) -> None:
    found = {region["class"]: region["geometry"] for region in annotation["regions"]}
    assert corners(found["car"]) == pytest.approx(CAR, abs=1)
    assert corners(found["person"]) == pytest.approx(PERSON, abs=1)
    tree = found["tree"]
    middle = (tree["x"] + tree["width"] / 2, tree["y"] + tree["height"] / 2)
    assert middle == pytest.approx((SIZE[0] / 2 - 2, SIZE[1] / 2 - 1), abs=1)


def corners(box: Json) -> tuple[float, ...]:
    return (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])


def check_coco(page: Page, url: str, project: str, folder: Path) -> None:
    coco = json.loads(export(page, url, project, "COCO", folder).read_text("utf-8"))
    assert {(image["width"], image["height"]) for image in coco["images"]} == {SIZE}
    classes = {category["id"]: category["name"] for category in coco["categories"]}
    boxes = {classes[one["category_id"]]: one for one in coco["annotations"]}
    assert boxes.keys() == {"Car", "Person", "Tree"}
    x, y, width, height = boxes["Car"]["bbox"]
    assert (x, y, x + width, y + height) == pytest.approx(CAR, abs=1)
    assert boxes["Car"]["area"] == pytest.approx(width * height, rel=0.01)


@pytest.fixture
def turned(site: Site) -> Iterator[str]:
    """A project with the photo whose orientation flag says: turn me (case O14)."""
    project = site.api.project("Turned photos", site.api.template("boxes"))
    site.api.import_file(project, shared("cases/files/O14/orient6.jpg"))
    yield project


def test_a_photo_is_shown_and_measured_upright(signed_in: Page, site: Site, turned: str) -> None:
    task = site.api.all(f"/api/projects/{turned}/tasks/")[0]
    photo = task["data"]["image"]
    assert (photo["width"], photo["height"]) == (20, 40)
    desk = Desk(signed_in).open(site.url, turned)
    picture = Picture(desk, 20, 40).at_full_size()
    red, green, _ = picture.colour(15, 5)
    assert red > 180 > 90 > green
    red, green, _ = picture.colour(15, 30)
    assert not red > 180 > 90 > green
