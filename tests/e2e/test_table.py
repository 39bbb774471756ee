"""A CSV by mouse and by key: cells and rows, sorted and filtered, and what is stored."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import AXE, Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.shared_data import shared

ONTOLOGY: Json = {
    "fields": {"book": {"type": "table"}},
    "labels": [
        {"id": "slip", "on": "book", "kind": "cell", "classes": [{"id": "wrong"}, {"id": "twice"}]}
    ],
}
ROWS = 5_000


@pytest.fixture
def book(tmp_path: Path) -> Path:
    lines = [f"{i},{(i * 37) % 100},city {i % 7},{i / 8}" for i in range(1, ROWS + 1)]
    file = tmp_path / "book.csv"
    file.write_text("\n".join(["id,pieces,city,share", *lines]) + "\n")
    return file


def project_of(site: Site, name: str, file: Path) -> tuple[str, Json]:
    project = site.api.project(name, ONTOLOGY, allow_empty=True)
    site.api.import_file(project, file)
    return project, site.api.all(f"/api/projects/{project}/tasks/")[0]


def grid_of(page: Page) -> Locator:
    grid = page.get_by_role("grid", name="Table: ").first
    expect(grid).to_be_visible(timeout=SLOW_MS)
    return grid


def open_table(page: Page, site: Site, project: str) -> tuple[Desk, Locator]:
    page.goto(f"{site.url}/projects/{project}/annotate")
    return Desk(page), grid_of(page)


def row_at(grid: Locator, number: int) -> Locator:
    """Return the row of that number in the source, the header not counted."""
    return grid.locator(f"[aria-rowindex='{number + 1}']")


def stored(annotation: Json) -> set[tuple[str, int, str | None]]:
    return {
        (one["class"], one["geometry"]["row"], one["geometry"].get("column"))
        for one in annotation["regions"]
    }


def test_cells_and_rows_are_stored_by_the_number_of_the_source(
    signed_in: Page, site: Site, book: Path
) -> None:
    project, task = project_of(site, "Books", book)
    desk, grid = open_table(signed_in, site, project)
    keys = signed_in.keyboard

    row_at(grid, 3).get_by_text("city 3", exact=True).click()
    keys.press("1")
    expect(desk.rows()).to_have_count(1)
    for key in ("ArrowDown", "Home", "Shift+ArrowRight", "1", "ArrowDown", "Shift+2"):
        keys.press(key)
    expect(desk.rows()).to_have_count(4)
    keys.press("Control+z")
    expect(desk.rows()).to_have_count(3)
    keys.press("Control+Shift+z")

    # The last by number of pieces, then the last of all.
    grid.get_by_role("columnheader", name="pieces").click()
    expect(grid.get_by_role("columnheader", name="pieces")).to_have_attribute(
        "aria-sort", "ascending"
    )
    keys.press("Control+Home")
    expect(row_at(grid, 100)).to_be_visible()
    keys.press("1")
    grid.get_by_role("columnheader", name="pieces").click()
    grid.get_by_role("columnheader", name="pieces").click()
    keys.press("Control+End")
    expect(row_at(grid, ROWS)).to_be_visible(timeout=SLOW_MS)
    keys.press("2")
    expect(desk.rows()).to_have_count(6)

    desk.saved()
    signed_in.reload()
    grid = grid_of(signed_in)
    expect(desk.rows()).to_have_count(6, timeout=SLOW_MS)
    keys.press("Alt+ArrowDown")
    desk.submit()
    desk.saved()
    assert stored(site.api.submitted(task["id"])) == {
        ("wrong", 2, "city"),
        ("wrong", 3, "id"),
        ("wrong", 3, "pieces"),
        ("twice", 4, None),
        ("wrong", 99, "pieces"),
        ("twice", ROWS - 1, "pieces"),
    }


def test_filters_and_the_search_find_rows_that_were_never_on_the_screen(
    signed_in: Page, site: Site, book: Path
) -> None:
    project, _ = project_of(site, "Filtered books", book)
    _, grid = open_table(signed_in, site, project)
    row_at(grid, 1).get_by_role("gridcell").nth(0).click()
    signed_in.get_by_label("Filter id").fill("> 4998")
    signed_in.keyboard.press("Enter")
    expect(grid).to_have_attribute("aria-rowcount", "3", timeout=SLOW_MS)
    expect(row_at(grid, 4999)).to_be_visible()
    signed_in.get_by_title("Take this filter away").click()
    expect(grid).to_have_attribute("aria-rowcount", str(ROWS + 1))

    signed_in.keyboard.press("Control+f")
    signed_in.keyboard.type("4321")
    expect(row_at(grid, 4321)).to_be_visible(timeout=SLOW_MS)


def test_a_table_harms_nobody_and_a_broken_one_says_what_is_wrong(
    signed_in: Page, site: Site, book: Path, tmp_path: Path
) -> None:
    project, _ = project_of(site, "Table for all", book)
    open_table(signed_in, site, project)
    signed_in.evaluate(AXE.read_text("utf-8"))
    found = signed_in.evaluate("() => axe.run('.stage')")["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []

    broken = tmp_path / "broken.csv"
    broken.write_text("a,b\n1,2\n3,4,5\n")
    project = site.api.project("Broken table", ONTOLOGY)
    with broken.open("rb") as stream:
        answer = site.api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": ("broken.csv", stream)},
            data={"format": "auto"},
        )
    job = answer.json()["job"]["id"]
    report = until(lambda: ended(site, job), f"job {job} ends", patience_s=60)
    assert "row 2 has 3 cells, not 2" in json.dumps(report)


def ended(site: Site, job: str) -> Json | None:
    found: Json = site.api.get(f"/api/jobs/{job}/")
    return found if found["state"] not in ("queued", "running") else None


def test_a_real_table_opens(signed_in: Page, site: Site) -> None:
    file = shared("data/tables_vega/airports.csv")
    project, _ = project_of(site, "Airports", file)
    _, grid = open_table(signed_in, site, project)
    expect(row_at(grid, 1)).to_be_visible()
