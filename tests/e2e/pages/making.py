"""The project wizard and the import page."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages.door import SLOW_MS


def make_project(page: Page, template: str, name: str) -> str:
    """Walk the three steps of the wizard from a template; return the project's id."""
    page.get_by_role("button", name=re.compile(rf"^{template}\b")).click(timeout=SLOW_MS)
    page.get_by_role("button", name="Next", exact=True).click(timeout=SLOW_MS)
    page.get_by_label("Name of the project").fill(name, timeout=SLOW_MS)
    page.get_by_role("button", name="Create, then import data").click()
    page.wait_for_url(re.compile(r"/projects/\w+/import$"), timeout=SLOW_MS)
    return page.url.rsplit("/", 2)[1]


def choose_file(page: Page, file: Path) -> None:
    """Give the import page a file, as its button does."""
    expect(page.get_by_role("button", name="Choose files")).to_be_visible(timeout=SLOW_MS)
    page.locator("input[type=file]:not([webkitdirectory])").set_input_files(file)
    expect(page.get_by_text("Nothing has been created yet.")).to_be_visible(timeout=SLOW_MS)


def start_import(page: Page, count: int) -> Locator:
    """Import what is previewed, wait for the end, and return the report."""
    page.get_by_role("button", name=f"Import {count} task").click()
    report = (
        page.get_by_role("region")
        .or_(page.locator("section"))
        .filter(has_text=re.compile(rf"{count} tasks? imported"))
    )
    expect(report.last).to_be_visible(timeout=2 * SLOW_MS)
    return report.last
