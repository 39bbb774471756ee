"""Tracks and ranges on a video with uneven frames, by mouse and by key, found again as drawn."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.making import choose_file, make_project, start_import
from tests.e2e.pages.video import Video
from tests.e2e.test_accessibility import serious
from tests.labeling.media.video.clips import clip, damaged
from tests.shared_data import shared

SIZE = (480, 320)
TIMES = [0.12 * n for n in range(10)] + [1.2 + 0.04 * n for n in range(10)]
TIMES += [1.6 + 0.2 * n for n in range(10)]
CAR = (100.0, 80.0, 220.0, 150.0)


def test_tracks_and_ranges_are_stored_as_drawn(signed_in: Page, site: Site, tmp_path: Path) -> None:
    page = signed_in
    page.goto(f"{site.url}/projects/new")
    project = make_project(page, "Objects and events in video", "Clips")
    choose_file(page, clip(tmp_path / "blocks.mp4", TIMES, size=SIZE, g="9"))
    start_import(page, 1)
    desk = Desk(page).open(site.url, project)
    video = Video(desk, *SIZE).opened()

    step_through(video)
    draw_a_track(video)
    place_a_track_by_key(video)
    draw_ranges(video)
    assert serious(page) == []
    desk.saved()
    page.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(4, timeout=SLOW_MS)
    assert desk.submit() == "finished"

    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    check_stored(site.api.submitted(task["id"])["regions"])


def step_through(video: Video) -> None:
    keyboard = video.desk.page.keyboard
    for key, frame in (("f", 1), ("f", 2), ("Shift+f", 12), ("d", 11), ("End", 29), ("Home", 0)):
        keyboard.press(key)
        video.stands_at(frame)
    keyboard.press("j")
    keyboard.type("20")
    keyboard.press("Enter")
    video.stands_at(20)
    keyboard.press("Space")
    expect(video.desk.page.get_by_role("spinbutton", name="Go to a frame")).not_to_have_value("20")
    keyboard.press("Space")
    stood = int(video.timeline.get_attribute("aria-valuenow") or 0)
    video.stands_at(stood)
    keyboard.press("Home")
    video.stands_at(0)


def draw_a_track(video: Video) -> None:
    """A car at frame 2 and, moved, at frame 12: between, it is between."""
    page, desk = video.desk.page, video.desk
    for _ in range(2):
        page.keyboard.press("f")
    video.stands_at(2)
    page.keyboard.press("1")
    video.picture.drag(CAR[:2], CAR[2:])
    expect(desk.rows()).to_have_count(1)
    page.keyboard.press("Shift+f")
    video.stands_at(12)
    page.keyboard.press("v")
    video.picture.drag((160, 115), (260, 165))
    expect(desk.rows()).to_contain_text("2–12 · 2 keyframes")
    # To frame 16 by its end in the time line, there occluded.
    page.mouse.move(*video.on_axis(12.48, 30, 1))
    page.mouse.down()
    page.mouse.move(*video.on_axis(16, 30, 1), steps=4)
    page.mouse.up()
    expect(desk.rows()).to_contain_text("2–16 · 2 keyframes")
    page.keyboard.press("Shift+q")
    expect(desk.rows()).to_contain_text("2–16 · 2 keyframes")
    page.keyboard.press("Escape")


def place_a_track_by_key(video: Video) -> None:
    """A person at frame 20, one step to the right, alive for two frames more."""
    page, desk = video.desk.page, video.desk
    page.keyboard.press("Home")
    page.keyboard.press("Shift+f")
    page.keyboard.press("Shift+f")
    video.stands_at(20)
    video.desk.data.get_by_role("application").first.focus()
    page.keyboard.press("3")
    page.keyboard.press("n")
    expect(desk.rows()).to_have_count(2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    page.keyboard.press("f")
    video.stands_at(22)
    page.keyboard.press("i")
    expect(desk.rows().last).to_contain_text("20–22 · 2 keyframes")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def draw_ranges(video: Video) -> None:
    """One pulled over frames 10 to 19, one placed at frame 22 by key and ended at 24."""
    page, desk = video.desk.page, video.desk
    desk.class_button("Event", "Somebody crosses").click()
    page.mouse.move(*video.on_axis(10, 30, 0))
    page.mouse.down()
    page.mouse.move(*video.on_axis(19, 30, 0), steps=4)
    page.mouse.up()
    expect(desk.rows()).to_have_count(3)
    page.keyboard.press("Shift+n")
    expect(desk.rows()).to_have_count(4)
    page.keyboard.press("f")
    page.keyboard.press("f")
    video.stands_at(24)
    page.keyboard.press("Shift+e")
    expect(desk.rows().filter(has_text="22–24")).to_have_count(1)


def check_stored(regions: list[Json]) -> None:
    found = {each["class"]: each["geometry"] for each in regions if each["label"] == "thing"}
    car, person = found["car"], found["person"]
    assert [key["frame"] for key in car["keyframes"]] == [2, 12]
    assert car["end"] == 17
    assert car["keyframes"][1]["occluded"] is True
    first, second = (key["geometry"] for key in car["keyframes"])
    assert corners(first) == pytest.approx(CAR, abs=1)
    assert corners(second) == pytest.approx([CAR[0] + 100, CAR[1] + 50, 320, 200], abs=1)
    assert (person["keyframes"][0]["frame"], person["end"]) == (20, 23)
    ranges = sorted((each["geometry"] for each in regions if each["label"] == "event"), key=begin)
    assert [(one["start_frame"], one["end_frame"]) for one in ranges] == [(10, 20), (22, 25)]
    assert (ranges[0]["start"], ranges[0]["end"]) == pytest.approx((1.2, 1.6))


def corners(box: Json) -> list[float]:
    return [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]


def begin(geometry: Json) -> float:
    return float(geometry["start"])


@pytest.fixture
def broken(site: Site, tmp_path: Path) -> Iterator[str]:
    """A project with a video whose frame 10 is damaged."""
    project = site.api.project("Damaged", site.api.template("video_tracks"))
    whole = clip(tmp_path / "whole.webm", TIMES, "libvpx-vp9", size=SIZE, g="5")
    site.api.import_file(project, damaged(whole, tmp_path / "damaged.webm", 10))
    yield project


def test_a_damaged_frame_says_so_and_the_next_ones_show(
    signed_in: Page, site: Site, broken: str
) -> None:
    desk = Desk(signed_in).open(site.url, broken)
    video = Video(desk, *SIZE).opened()
    signed_in.keyboard.press("Shift+f")
    alert = desk.data.get_by_role("alert")
    expect(alert).to_contain_text("frame 10 of 30 is damaged", timeout=SLOW_MS)
    for _ in range(5):
        signed_in.keyboard.press("f")
    video.stands_at(15)
    expect(alert).to_be_hidden()


def test_case_o30_is_stepped_by_its_own_frames(signed_in: Page, site: Site) -> None:
    project = site.api.project("Uneven", site.api.template("video_tracks"))
    site.api.import_file(project, shared("cases/files/O30/vfr.mp4"))
    desk = Desk(signed_in).open(site.url, project)
    video = Video(desk, 96, 64).opened()
    for frame in (10, 20):
        signed_in.keyboard.press("Shift+f")
        video.stands_at(frame)
    expect(desk.data).to_contain_text("0:01.600")
