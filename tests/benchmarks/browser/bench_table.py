"""A table of a hundred thousand rows and fifty columns, through the whole product.

Starts an installation, imports the CSV and opens it in headless Chromium, software rendering, one
machine for all. Prints the time to the first useful paint, to rows never seen, to a sorted column
and to a filtered one, the frame times while scrolling, and the memory of the page's script.
Run: `python tests/benchmarks/browser/bench_table.py [--rows 100000] [--columns 50]`.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.pages.api import Api  # noqa: E402  (needs the path above)
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--enable-precise-memory-info")
USER, PASSWORD = "ada", "a quiet lamp"
ONTOLOGY = {
    "fields": {"book": {"type": "table"}},
    "labels": [{"id": "slip", "on": "book", "kind": "cell", "classes": [{"id": "wrong"}]}],
}

# Three hundred frames of a wheel that turns on.
SCROLLED = """async () => {
    const grid = document.querySelector('.table-surface');
    const times = [];
    let before = performance.now();
    for (let i = 0; i < 300; i++) {
        grid.scrollTop += 140;
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const now = performance.now();
        times.push(now - before);
        before = now;
    }
    return times;
}"""


def make_table(path: Path, rows: int, columns: int) -> Path:
    """Write numbers, words and dates in turn."""
    rng = np.random.default_rng(7)
    with path.open("w") as file:
        file.write(",".join(f"column_{i}" for i in range(columns)) + "\n")
        for _ in range(rows):
            numbers = rng.integers(0, 1_000_000, columns)
            cells = [f"{n / 100:.2f}" if i % 3 else f"word {n}" for i, n in enumerate(numbers)]
            file.write(",".join(cells) + "\n")
    return path


def timed(page: Page, name: str, act: Callable[[], object], until: str) -> None:
    """Print how long it takes from an act to what a script waits for."""
    start = time.perf_counter()
    act()
    page.wait_for_function(until, polling="raf", timeout=120_000)
    print(f"{name:<34} {time.perf_counter() - start:.2f} s", flush=True)


def measure(page: Page, rows: int) -> None:
    """Print every figure of the open table."""
    keys = page.keyboard
    grid = "document.querySelector('.table-surface')"
    last = f'[aria-rowindex="{rows + 1}"] .cell:not(.waiting)'
    page.locator(".table-surface .row .cell").nth(1).click()
    shown = f"() => document.querySelector('{last}')"
    timed(page, "to the last row", lambda: keys.press("Control+End"), shown)
    keys.press("Control+Home")
    times = page.evaluate(SCROLLED)
    p50, p95 = np.percentile(times, [50, 95])
    print(f"{'scrolling, a frame':<34} p50 {p50:.0f} ms   p95 {p95:.0f} ms", flush=True)
    header = page.locator(".head [data-column='1']")
    order = "document.querySelector('.head [data-column=\"1\"] .sign')?.textContent"
    timed(page, "sort by a column of numbers", header.click, f"() => {order} === '▲'")
    timed(page, "the other way", header.click, f"() => {order} === '▼'")
    page.locator(".table-surface .row .cell").nth(1).click()
    box = page.locator(".bar input").nth(1)

    def narrow() -> None:
        box.fill("> 9990")
        keys.press("Enter")

    few = f"() => Number({grid}.getAttribute('aria-rowcount')) < {rows // 100}"
    timed(page, "filter", narrow, few)
    used = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    print(f"{'script memory':<34} {used:.0f} MB", flush=True)


def main() -> None:
    """Make the table, import it, open it and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--columns", type=int, default=50)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        table = make_table(data / "table.csv", asked.rows, asked.columns)
        print(f"{asked.rows:,} rows x {asked.columns}, {table.stat().st_size / 1e6:.0f} MB")
        server = Server(data)
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            project = api.project("Long table", ONTOLOGY)
            start = time.perf_counter()
            api.import_file(project, table)
            print(f"{'import':<34} {time.perf_counter() - start:.1f} s", flush=True)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            address = f"{server.url}/projects/{project}/annotate"
            first = "() => document.querySelector('.table-surface .row .cell:not(.waiting)')"
            timed(page, "open to the first rows", lambda: page.goto(address), first)
            timed(page, "open again", lambda: page.goto(address), first)
            measure(page, asked.rows)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
