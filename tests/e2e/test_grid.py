"""Many pictures at once: chosen by mouse and by keys, given a class, sent, taken back."""

import re
import zipfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious

ONTOLOGY = {
    "fields": {"photo": {"type": "image"}},
    "labels": [
        {
            "id": "tone",
            "on": "photo",
            "kind": "choice",
            "required": True,
            "classes": [{"id": "light", "hotkey": "1"}, {"id": "dark", "hotkey": "2"}],
        }
    ],
}
COUNT = 24


def imported(site: Site, folder: Path) -> str:
    """A project of pictures, light and dark by turns, none held out."""
    project = site.api.project("Tones", ONTOLOGY, order="sequential", holdout_share=0.0)
    target = folder / "tones.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(COUNT):
            name = f"{number:02}.png"
            tone = 40 if number % 2 else 210
            Image.new("RGB", (64, 48), (tone, tone, 40 + number)).save(folder / name)
            archive.write(folder / name, name)
    site.api.import_file(project, target)
    return project


def test_several_are_given_a_class_and_sent_together(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    page, project = signed_in, imported(site, tmp_path)
    page.goto(f"{site.url}/projects/{project}/grid")
    tiles = page.get_by_role("listbox", name="Many at once").get_by_role("option")
    expect(tiles).to_have_count(COUNT, timeout=SLOW_MS)

    by_mouse(page)
    by_keys(page)
    expect(page.get_by_text("0 chosen, 5 with a class")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("listbox", name="Many at once").press("Enter")
    expect(page.get_by_text("5 tasks answered")).to_be_visible(timeout=SLOW_MS)
    expect(tiles).to_have_count(COUNT - 5)
    assert answers(site, project) == {"light": 3, "dark": 2}

    page.get_by_role("button", name="Take back").click()
    expect(tiles).to_have_count(COUNT, timeout=SLOW_MS)
    until(lambda: answers(site, project) == {}, "the answers are gone")


def by_mouse(page: Page) -> None:
    """A click, and one more with Ctrl, are light; a frame dragged over two is dark."""
    tiles = page.get_by_role("listbox", name="Many at once").get_by_role("option")
    tiles.nth(0).click()
    tiles.nth(2).click(modifiers=["Control"])
    expect(page.get_by_text("2 chosen")).to_be_visible()
    page.keyboard.press("1")
    first, second = (tiles.nth(at).bounding_box() for at in (4, 5))
    assert first is not None and second is not None
    page.mouse.move(first["x"] + 30, first["y"] + 30)
    page.mouse.down()
    page.mouse.move(second["x"] + 30, second["y"] + 40, steps=5)
    page.mouse.up()
    expect(page.get_by_text("2 chosen")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_role("button", name=re.compile("^Send 4"))).to_be_enabled()


def by_keys(page: Page) -> None:
    """From the first tile by arrows to one more, which is light; then nothing is chosen."""
    for key in ("Home", "ArrowRight", "1", "Escape"):
        page.keyboard.press(key)


def answers(site: Site, project: str) -> dict[str, int]:
    """How many tasks have each class."""
    found: dict[str, int] = {}
    for task in site.api.all(f"/api/projects/{project}/tasks/", filter='state = "done"'):
        tone = site.api.submitted(task["id"])["answers"]["tone"]
        found[tone] = found.get(tone, 0) + 1
    return found
