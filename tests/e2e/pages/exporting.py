"""The export page."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.pages.door import SLOW_MS


def export(page: Page, url: str, project: str, name: str, folder: Path) -> Path:
    """Choose a format by its name, wait for the job, download; return the file."""
    page.goto(f"{url}/projects/{project}/export")
    page.get_by_role("radio", name=re.compile(rf"^{name}\b")).check(timeout=SLOW_MS)
    page.get_by_role("button", name=re.compile("^Export as ")).click()
    download = page.get_by_role("link", name=re.compile(r"^Download \("))
    expect(download).to_be_visible(timeout=2 * SLOW_MS)
    with page.expect_download() as arriving:
        download.click()
    target = folder / arriving.value.suggested_filename
    arriving.value.save_as(target)
    return target
