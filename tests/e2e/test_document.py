"""A PDF by mouse and by key: spans and boxes of several pages, a reload, and what is stored."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from labeling.config.demo.pdf import Page as Sheet
from labeling.config.demo.pdf import write_pdf
from tests.e2e.conftest import AXE, Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.shared_data import shared

ONTOLOGY: Json = {
    "fields": {"paper": {"type": "document"}},
    "labels": [
        {
            "id": "part",
            "on": "paper",
            "kind": "page_box",
            "attributes": [{"id": "order", "kind": "number"}],
            "classes": [{"id": "title"}, {"id": "table"}],
        },
        {"id": "fact", "on": "paper", "kind": "span", "classes": [{"id": "sum"}, {"id": "name"}]},
    ],
    "relations": [{"id": "of", "from": ["part", "fact"], "to": ["part", "fact"]}],
}


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    sheets = [Sheet(595, 420), Sheet(400, 300, crop=(50, 40, 350, 260), turn=90), Sheet(595, 420)]
    sheets[0].text(72, 100, "Invoice of Ada Lamp", 20)
    sheets[0].text(72, 160, "Total 42 EUR, to be paid in May.", 14)
    sheets[1].box(100, 70, 60, 30, (0.86, 0.1, 0.1))
    sheets[2].text(72, 100, "Terms of Ada Lamp", 20)
    return write_pdf(tmp_path / "paper.pdf", sheets)


def project_of(site: Site, name: str, file: Path) -> tuple[str, Json]:
    project = site.api.project(name, ONTOLOGY, allow_empty=True)
    site.api.import_file(project, file)
    return project, site.api.all(f"/api/projects/{project}/tasks/")[0]


class Paper:
    """The document surface, pointed at in points of a page as it is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.surface = page.get_by_role("region", name="Document: ").first

    def sheet(self, number: int) -> Locator:
        found = self.surface.get_by_role("region", name=f"Page {number} of")
        expect(found.locator("img")).to_be_visible(timeout=SLOW_MS)
        return found

    def drag(self, number: int, width: float, *points: tuple[float, float]) -> None:
        """Press at the first point and let go at the last; `width` is that of the shown page."""
        box = self.sheet(number).bounding_box()
        assert box
        scale = box["width"] / width
        places = [(box["x"] + x * scale, box["y"] + y * scale) for x, y in points]
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*place, steps=4)
        self.page.mouse.up()


def test_spans_and_boxes_are_stored_where_marked(signed_in: Page, site: Site, paper: Path) -> None:
    project, task = project_of(site, "Papers", paper)
    desk = Desk(signed_in).open(site.url, project)
    sheets = Paper(signed_in)
    sheets.sheet(1)

    mark_by_mouse(desk, sheets)
    mark_by_keyboard(desk)
    desk.saved()
    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(5, timeout=SLOW_MS)
    desk.submit()
    desk.saved()
    check_stored(site.api.submitted(task["id"]))


def mark_by_mouse(desk: Desk, sheets: Paper) -> None:
    """A title as a box, a sum and a name as spans, and the red block of the turned page."""
    keys = desk.page.keyboard
    keys.press("1")
    sheets.drag(1, 595, (60, 78), (300, 110))
    expect(desk.rows()).to_have_count(1)
    keys.press("3")
    sheets.drag(1, 595, (110, 155), (122, 155))
    expect(desk.rows()).to_have_count(2)
    # Another class for the next: first let go of what is marked.
    keys.press("Escape")
    keys.press("2")
    keys.press("PageDown")
    sheets.drag(2, 220, (160, 50), (190, 110))
    expect(desk.rows()).to_have_count(3)
    keys.press("Escape")
    keys.press("Escape")
    keys.press("PageUp")


def mark_by_keyboard(desk: Desk) -> None:
    """The first two words of the first page, and a box that is placed, moved and numbered."""
    keys = desk.page.keyboard
    keys.press("Escape")
    keys.press("Control+Shift+ArrowRight")
    keys.press("4")
    expect(desk.rows()).to_have_count(4)
    keys.press("Escape")
    keys.press("n")
    expect(desk.rows()).to_have_count(5)
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown", "Shift+o"):
        keys.press(key)
    keys.press("Control+z")
    keys.press("Control+Shift+z")


def check_stored(annotation: Json) -> None:
    regions = annotation["regions"]
    spans = {one["text"]: one for one in regions if one["label"] == "fact"}
    assert spans["42"]["geometry"] == {"page": 0, "start": 26, "end": 28}
    assert spans["42"]["class"] == "sum"
    assert spans["Invoice"]["geometry"] == {"page": 0, "start": 0, "end": 7}
    boxes = [one for one in regions if one["label"] == "part"]
    red = next(one["geometry"] for one in boxes if one["geometry"]["page"] == 1)
    # In points of the page before its turn: case O52.
    assert [red[key] for key in ("x", "y", "width", "height")] == pytest.approx(
        [50, 30, 60, 30], abs=1
    )
    numbered = next(one for one in boxes if one["attributes"].get("order") == 1)
    assert numbered["geometry"]["page"] == 0
    assert numbered["geometry"]["height"] == round(595 / 12) + 1


def test_words_are_found_on_all_pages_and_marked_at_once(
    signed_in: Page, site: Site, paper: Path
) -> None:
    project, _ = project_of(site, "Searched papers", paper)
    desk = Desk(signed_in).open(site.url, project)
    Paper(signed_in).sheet(1)
    # The tools come with the page, a moment after its first sheet.
    expect(signed_in.get_by_role("button", name="Search in the text")).to_be_visible()
    signed_in.keyboard.press("4")
    signed_in.keyboard.press("Control+f")
    signed_in.keyboard.type("ada lamp")
    expect(signed_in.get_by_text("1 of 2 · page 1")).to_be_visible(timeout=SLOW_MS)
    signed_in.keyboard.press("Enter")
    expect(signed_in.get_by_text("2 of 2 · page 3")).to_be_visible()
    signed_in.get_by_role("button", name="Mark all as").click()
    expect(desk.rows()).to_have_count(2)
    expect(desk.rows().last).to_contain_text("Page 3")


def test_a_real_invoice_is_readable_to_all(signed_in: Page, site: Site) -> None:
    file = shared("data/pdf_invoices/AmazonWebServices.pdf")
    project, _ = project_of(site, "Real invoices", file)
    Desk(signed_in).open(site.url, project)
    sheet = Paper(signed_in).sheet(1)
    expect(sheet.get_by_text("Invoice Number")).to_be_attached(timeout=SLOW_MS)
    signed_in.evaluate(AXE.read_text("utf-8"))
    found = signed_in.evaluate("() => axe.run({resultTypes: ['violations']})")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == [], json.dumps(serious, indent=1)[:2000]


def test_a_file_that_cannot_be_read_is_refused_with_a_remedy(
    site: Site, paper: Path, tmp_path: Path
) -> None:
    project = site.api.project("Broken papers", ONTOLOGY)
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(paper.read_bytes()[:80])
    with cut.open("rb") as stream:
        answer = site.api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": ("cut.pdf", stream)},
            data={"format": "auto"},
        )
    assert answer.status_code in {202, 400}
    if answer.status_code == 202:
        job = answer.json()["job"]["id"]
        report = until_over(site, job)
        assert "broken or cut off" in json.dumps(report)


def until_over(site: Site, job: str) -> Json:
    def over() -> Json | None:
        found: Json = site.api.get(f"/api/jobs/{job}/")
        return found if found["state"] not in ("queued", "running") else None

    return until(over, f"job {job} ends", patience_s=60)
