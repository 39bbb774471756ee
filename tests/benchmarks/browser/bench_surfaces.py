"""What the surfaces cost in a browser: 5,000 boxes on a picture; 200 kB of text with
2,000 spans, and 1 MB with 10,000.

Serves the built front end under the product's policy and opens its two bench entries in headless
Chromium (software rendering, one machine for server and browser). Prints the intervals between
frames while panning, zooming, dragging, scrolling and marking, the CPU of all the browser's
processes a frame, and whether any second passed without a frame.
Run: `python tests/benchmarks/browser/bench_surfaces.py [--quick]`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.harness.services import find  # noqa: E402  (needs the path above)

DIST = ROOT / "static" / "dist"
# As in labeling/config/settings.py.
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'"
)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
BOXES = 5000
TEXTS = ((200_000, 2_000), (1_000_000, 10_000))
"""Characters and spans."""
MOVES = {"leap": "to another ninetieth of the text at every frame", "wheel": "120 px a frame"}
SECOND_MS = 1000.0


class Handler(SimpleHTTPRequestHandler):
    """`/static/...` from the build; `/plane` and `/prose` are pages around one entry."""

    def do_GET(self) -> None:
        """Answer a page or a file."""
        if self.path in ENTRIES:
            return self._page(*entry(ENTRIES[self.path]))
        self.path = self.path.removeprefix("/static")
        return super().do_GET()

    def end_headers(self) -> None:
        """Every answer carries the policy."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the figures are the output."""

    def _page(self, script: str, styles: list[str]) -> None:
        links = "".join(f'<link rel="stylesheet" href="/static/{each}">' for each in styles)
        body = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title>{links}'
            f'<script type="module" src="/static/{script}"></script><body></body></html>'
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ENTRIES = {"/plane": "src/bench/plane.ts", "/prose": "src/bench/prose.ts"}


def entry(source: str) -> tuple[str, list[str]]:
    """Return an entry's script and the styles of every chunk that it imports."""
    manifest = json.loads((DIST / ".vite" / "manifest.json").read_text("utf-8"))
    styles: list[str] = []
    waiting, seen = [source], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        styles += manifest[name].get("css", [])
        waiting += [*manifest[name].get("imports", []), *manifest[name].get("dynamicImports", [])]
    return manifest[source]["file"], list(dict.fromkeys(styles))


@contextmanager
def served() -> Iterator[str]:
    """Serve the build on a free port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(DIST)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def cpu_ms() -> float:
    """CPU milliseconds so far of every process of the browser."""
    spent = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        spent += (times.user + times.system) * 1000
    return spent


def bench_plane(page: Page, url: str, frames: int) -> list[dict[str, float]]:
    """Pan, zoom and drag over 5,000 boxes; return the intervals of each."""
    page.goto(f"{url}/plane")
    page.wait_for_function("() => typeof window.bench === 'function'", timeout=60_000)
    options = {"boxes": BOXES, "frames": frames}
    report = page.evaluate("(options) => window.bench(options)", options)
    print(f"image, {report['boxes']} boxes on 4000 x 3000: opened in {report['open_ms']:.0f} ms")
    rows = []
    for name in ("pan", "zoom", "drag"):
        found = report[name]
        cpu = found["cpu_ms_a_frame"]
        show(
            name,
            found["interval_ms"],
            f"script {found['script_ms']['median']:.1f} ms, "
            f"CPU of the browser {cpu:.1f} ms a frame",
        )
        rows.append(found["interval_ms"])
    pick = report["pick_ms"]
    print(
        f"  what lies under the pointer: median {pick['median']:.2f} ms, max {pick['max']:.2f} ms"
    )
    return rows


def bench_prose(
    page: Page, url: str, frames: int, characters: int, spans: int
) -> list[dict[str, float]]:
    """Scroll through a text, mark and select among its spans."""
    page.goto(f"{url}/prose")
    page.wait_for_function("() => typeof window.bench === 'object'", timeout=60_000)
    sizes = [characters, spans]
    opened = page.evaluate("([length, spans]) => window.bench.open(length, spans)", sizes)
    print(
        f"text, {characters // 1000:,} kB, {spans:,} spans: opened in {opened['open_ms']:.0f} ms, "
        f"painted after {opened['painted_ms']:.0f} ms, {opened['elements']} elements"
    )
    rows = []
    for name, found in (
        ("leap", page.evaluate("(frames) => window.bench.leap(frames)", frames)),
        ("wheel", page.evaluate("(frames) => window.bench.wheel(frames, 120)", frames)),
    ):
        rows.append(
            {"median": found["median_ms"], "p95": found["p95_ms"], "max": found["worst_ms"]}
        )
        show(name, rows[-1], MOVES[name])
    added = page.evaluate(
        "async (count) => { const all = []; for (let i = 0; i < count; i++)"
        " all.push(await window.bench.add()); return all; }",
        12,
    )
    painted = sorted(one["painted_ms"] for one in added)
    script = sorted(one["script_ms"] for one in added)
    rows.append({"median": painted[6], "p95": painted[-1], "max": painted[-1]})
    show("mark a span", rows[-1], f"script {script[6]:.1f} ms")
    chosen = page.evaluate("(count) => window.bench.select(count)", 40)
    rows.append(
        {"median": chosen["median_ms"], "p95": chosen["worst_ms"], "max": chosen["worst_ms"]}
    )
    show("select a span", rows[-1], "two frames each")
    return rows


def show(name: str, interval: dict[str, float], more: str = "") -> None:
    """Print one line of figures."""
    figures = ", ".join(f"{key} {interval[key]:.1f}" for key in ("median", "p95", "max"))
    print(f"  {name:<14} {figures} ms{f'; {more}' if more else ''}")


def main() -> None:
    """Run both surfaces several times and say whether a second was dropped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round of few frames")
    quick = parser.parse_args().quick
    frames, rounds = (20, 1) if quick else (90, 3)
    program = find("chromium")
    if program is None or not (DIST / ".vite" / "manifest.json").exists():
        print("Chromium or the built front end is missing; see `make setup`.")
        return
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        print(f"Chromium {browser.version}, headless, no GPU; {psutil.cpu_count()} cores")
        slowest = 0.0
        for number in range(rounds):
            print(f"── round {number + 1} of {rounds}")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.expose_function("cpu", cpu_ms)
            rows = bench_plane(page, url, frames)
            for characters, spans in TEXTS:
                rows += bench_prose(page, url, frames, characters, spans)
            slowest = max(slowest, *(row["max"] for row in rows))
            page.close()
        browser.close()
    verdict = "no second was dropped" if slowest < SECOND_MS else "A SECOND WAS DROPPED"
    print(f"longest wait for a frame: {slowest:.0f} ms; {verdict}")


if __name__ == "__main__":
    main()
