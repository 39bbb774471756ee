"""How fast a PDF of 300 pages is read: the first page, any page, scrolling, search, memory.

Starts an installation, imports a document of 300 pages of text in two columns, and opens it in
headless Chromium, software rendering, one machine for all. Pages are drawn by the server when they
are first seen, so the first look and the second are told apart.
Run: `python tests/benchmarks/browser/bench_document.py [--pages 300]`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import psutil
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from labeling.config.demo.pdf import Page as Sheet  # noqa: E402  (needs the path above)
from labeling.config.demo.pdf import write_pdf  # noqa: E402
from tests.e2e.pages.annotating import Desk  # noqa: E402
from tests.e2e.pages.api import Api  # noqa: E402
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
USER, PASSWORD = "ada", "a quiet lamp"
WORDS = ("lamp", "oak", "brass", "wick", "glass", "oil", "flame", "harbour", "ledger", "shade")

# From a jump to the picture of that page on the screen.
JUMP = """async (page) => {
    const box = document.querySelector('input[type=number][max]');
    const start = performance.now();
    box.value = page;
    box.dispatchEvent(new Event('change', { bubbles: true }));
    const there = () => [...document.querySelectorAll('.pages-surface .page.drawn')]
        .some((sheet) => sheet.getAttribute('aria-label').startsWith(`Page ${page} `));
    while (!there()) await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - start;
}"""
SCROLL = """async (frames) => {
    const scroller = document.querySelector('.pages-surface');
    const intervals = [];
    let last = await new Promise((next) => requestAnimationFrame(next));
    for (let i = 0; i < frames; i++) {
        scroller.scrollTop += 260;
        const now = await new Promise((next) => requestAnimationFrame(next));
        intervals.push(now - last);
        last = now;
    }
    return intervals;
}"""


def make_document(path: Path, pages: int) -> Path:
    """Write pages of text, each of about 3,000 characters."""
    rng = Random(5)
    sheets = []
    for number in range(1, pages + 1):
        sheet = Sheet()
        sheet.text(56, 60, f"Chapter {number}", 18, font="Helvetica-Bold")
        for row in range(50):
            for left in (56, 310):
                line = " ".join(rng.choice(WORDS) for _ in range(6))
                sheet.text(left, 90 + 14 * row, line, 9.5, font="Times-Roman")
        sheets.append(sheet)
    return write_pdf(path, sheets)


def told(name: str, times: list[float]) -> None:
    """Print the middle, the slow end and the slowest of some times."""
    p50, p95 = np.percentile(times, [50, 95])
    figures = f"p50 {p50:6.0f} ms   p95 {p95:6.0f} ms   max {max(times):6.0f} ms"
    print(f"{name:<34} {figures}   ({len(times)})", flush=True)


def memory_mb() -> float:
    """Return the memory of all the browser's processes, shared parts counted once by proportion."""
    total = 0
    for process in psutil.Process().children(recursive=True):
        try:
            if "chrom" in process.name():
                total += process.memory_full_info().pss
        except psutil.NoSuchProcess:
            continue
    return total / 2**20


def measure(page: Page, pages: int) -> None:
    """Print every figure."""
    rng = Random(3)
    asked = [rng.randrange(2, pages + 1) for _ in range(20)]
    told("jump to a page, first look", [page.evaluate(JUMP, number) for number in asked])
    page.evaluate(JUMP, 1)
    told("the same pages again", [page.evaluate(JUMP, number) for number in asked])
    page.evaluate(JUMP, 1)
    told("scroll 260 px a frame: frame", page.evaluate(SCROLL, 300))
    start = time.perf_counter()
    page.keyboard.press("Control+f")
    page.keyboard.type("chapter 299")
    page.get_by_text(f"page {min(299, pages)}").wait_for(timeout=60_000)
    print(f"{'search all pages, first time':<34} {time.perf_counter() - start:.2f} s")
    print(f"{'memory of the browser':<34} {memory_mb():.0f} MB", flush=True)


def _import(api: Api, document: Path) -> tuple[str, dict[str, Any]]:
    project = api.project("Long document", api.template("document_facts"))
    start = time.perf_counter()
    api.import_file(project, document)
    print(f"{'import, every page read':<34} {time.perf_counter() - start:.1f} s")
    return project, api.all(f"/api/projects/{project}/tasks/")[0]


def main() -> None:
    """Make the document, import it, open it and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    pages = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        document = make_document(data / "long.pdf", pages)
        print(f"{pages} pages, {document.stat().st_size / 1e6:.1f} MB")
        server = Server(data)
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            project, _ = _import(Api.set_up(server.url, USER, PASSWORD), document)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            start = time.perf_counter()
            Desk(page).open(server.url, project)
            page.wait_for_selector(".pages-surface .page.drawn")
            print(f"{'open to the first page':<34} {time.perf_counter() - start:.2f} s")
            measure(page, pages)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
