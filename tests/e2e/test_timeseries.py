"""Series: ranges by mouse, instants by key, channels hidden, a reload, and what is stored."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.timeline import Timeline
from tests.e2e.test_accessibility import serious
from tests.shared_data import shared

STEPS = 1200


def make_series(folder: Path) -> Path:
    """Twenty minutes of two gauges, a reading each second, two minutes of which are missing."""
    rows = [
        f"2024-03-31T00:{i // 60:02}:{i % 60:02}+01:00,{(i % 90) / 10},{i}"
        for i in range(STEPS + 1)
        if not 600 < i < 720
    ]
    path = folder / "gauges.csv"
    path.write_text("time,wave,ramp\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def import_series(site: Site, path: Path, template: str = "series_events") -> str:
    project = site.api.project(path.stem, site.api.template(template))
    with path.open("rb") as stream:
        answer = site.api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": (path.name, stream)},
            data={"format": "files"},
        )
    site.api.finished(answer.json()["job"]["id"])
    return project


@pytest.fixture
def gauges(site: Site, tmp_path: Path) -> str:
    """Return a project with one series."""
    return import_series(site, make_series(tmp_path))


def test_ranges_and_instants_by_mouse_and_by_key(signed_in: Page, site: Site, gauges: str) -> None:
    desk = Desk(signed_in).open(site.url, gauges)
    line = Timeline(desk, STEPS).ready()
    keyboard = desk.page.keyboard

    keyboard.press("1")
    line.drag(300, 480)
    expect(desk.rows()).to_have_count(1)
    keyboard.press("Escape")
    keyboard.press("5")
    keyboard.press("End")
    keyboard.press("n")
    expect(desk.rows()).to_have_count(2)
    keyboard.press("ArrowLeft")
    desk.data.get_by_role("button", name="2 of 2 channels").click()
    desk.page.get_by_role("checkbox", name="ramp").uncheck()
    keyboard.press("Escape")
    expect(desk.data.get_by_role("button", name="1 of 2 channels")).to_be_visible()
    assert not serious(desk.page)
    desk.saved()

    desk.page.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    desk.submit()
    task = site.api.all(f"/api/projects/{gauges}/tasks/")[0]["id"]
    check_stored(site.api.submitted(task))


def check_stored(annotation: Json) -> None:
    found = {region["label"]: region for region in annotation["regions"]}
    event, moment = found["event"]["geometry"], found["moment"]["geometry"]
    assert (event["start"], event["end"]) == pytest.approx((300, 480), abs=4)
    assert moment["start"] == moment["end"] < STEPS
    assert moment["start"] > STEPS - 10
    assert found["moment"]["class"] == "peak"


def test_stamps_with_a_zone_open_and_are_named_as_stored(signed_in: Page, site: Site) -> None:
    project = import_series(site, shared("cases/files/O32/tz.csv"))
    desk = Desk(signed_in).open(site.url, project)
    line = Timeline(desk, 7200.5).ready()
    expect(desk.data.get_by_text("+01:00")).to_be_visible()
    line.drag(1800.5, 3600.5)
    expect(desk.rows()).to_have_count(1)
    desk.page.keyboard.press("Control+z")
    expect(desk.rows()).to_have_count(0)
