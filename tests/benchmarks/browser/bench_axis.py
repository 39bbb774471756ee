"""How soon an hour of sound is seen and heard, and how long ten million samples take to zoom.

Starts an installation, imports both, and opens them in headless Chromium: software rendering, one
machine for server, decoder and browser. Prints the import, the time to a drawn waveform and to
sounding, the time from a zoom key to the frame that holds every tile, and the browser's memory.
Run: `python tests/benchmarks/browser/bench_axis.py [--minutes 60] [--samples 10000000]`.
"""

import argparse
import sys
import tempfile
import time
import wave
from pathlib import Path
from statistics import quantiles

import numpy as np
import psutil
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.pages.annotating import Desk  # noqa: E402  (needs the path above)
from tests.e2e.pages.api import Api  # noqa: E402
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

RATE = 44_100
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
AUTOPLAY = "--autoplay-policy=no-user-gesture-required"
USER, PASSWORD = "ada", "a quiet lamp"

# From a key to the frame after which no tile is on its way any more.
ZOOM = """async (key) => {
    const host = document.querySelector('[role=application]');
    const press = { key, code: key === '=' ? 'Equal' : 'Minus', bubbles: true, cancelable: true };
    const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const before = performance.getEntriesByType('resource').length;
    const start = performance.now();
    host.dispatchEvent(new KeyboardEvent('keydown', press));
    await frame();
    const first = performance.now() - start;
    let quiet = 0, seen = before, last = performance.now();
    while (quiet < 8) {
        await frame();
        const now = performance.getEntriesByType('resource').length;
        if (now !== seen) { seen = now; quiet = 0; last = performance.now(); } else quiet++;
    }
    return [first, seen === before ? first : last - start];
}"""


def make_sound(path: Path, minutes: float) -> Path:
    """Write syllables of a changing pitch, 16 bit, one channel."""
    t = np.arange(10 * RATE) / RATE
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        for part in range(int(minutes * 6)):
            loud = (np.sin(2 * np.pi * 0.7 * t) > 0) * np.abs(np.sin(2 * np.pi * 2.1 * t))
            tone = loud * np.sin(2 * np.pi * (150 + part % 300) * t)
            file.writeframes((tone * 16_000).astype("<i2").tobytes())
    return path


def make_series(path: Path, samples: int) -> Path:
    """Write a hundred readings a second of two gauges."""
    rng = np.random.default_rng(3)
    with path.open("w", encoding="utf-8") as file:
        file.write("time,load,temperature\n")
        for start in range(0, samples, 100_000):
            at = np.arange(start, min(samples, start + 100_000))
            load = 3 * np.sin(at / 40_000) + rng.normal(size=len(at))
            warmth = 20 + 5 * np.sin(at / 900_000)
            stamps = 1_704_067_200_000 + at * 10
            rows = zip(stamps, load, warmth, strict=True)
            file.writelines(f"{s},{a:.3f},{b:.2f}\n" for s, a, b in rows)
    return path


def imported(api: Api, name: str, template: str, path: Path) -> str:
    """Import a file as a medium; return the project, and print how long it took."""
    project = api.project(name, api.template(template))
    start = time.monotonic()
    with path.open("rb") as stream:
        answer = api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": (path.name, stream)},
            data={"format": "files"},
            timeout=600,
        )
    job = answer.json()["job"]["id"]
    while api.get(f"/api/jobs/{job}/")["state"] in ("queued", "running"):
        time.sleep(0.2)
    state = api.get(f"/api/jobs/{job}/")["state"]
    print(f"{name}: {path.stat().st_size / 1e6:.0f} MB, {state} {time.monotonic() - start:.1f} s")
    return project


def opened(page: Page, url: str, project: str) -> None:
    """Open the task and print when its surface was there."""
    start = time.monotonic()
    Desk(page).open(url, project)
    page.wait_for_function("() => document.querySelector('[role=application] canvas')")
    page.get_by_role("toolbar").first.wait_for(timeout=60_000)
    print(f"  opened in {time.monotonic() - start:.2f} s")


def zoomed(page: Page) -> None:
    """Zoom in to the finest and out again; print both times of each step."""
    page.locator("[role=application]").first.focus()
    page.keyboard.press("f")
    steps = [page.evaluate(ZOOM, key) for key in ["="] * 14 + ["-"] * 14]
    for name, place in (("first frame", 0), ("with every tile", 1)):
        times = sorted(step[place] for step in steps)
        cut = quantiles(times, n=20)
        print(f"  zoom, {name}: p50 {cut[9]:.0f} ms, p95 {cut[18]:.0f} ms")


def sounded(page: Page) -> None:
    """Play, and print when time first moves."""
    start = time.monotonic()
    page.keyboard.press("Space")
    position = page.get_by_label("Position")
    while position.input_value() <= "0:00.000":
        page.wait_for_timeout(10)
    print(f"  sounds after {time.monotonic() - start:.2f} s")
    page.keyboard.press("Space")


def memory_mb() -> float:
    """Resident memory of all the browser's processes."""
    found = 0
    for process in psutil.Process().children(recursive=True):
        if "chrom" in process.name():
            found += process.memory_info().rss
    return found / 1e6


def main() -> None:
    """Print the figures of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--samples", type=int, default=10_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        server = Server(folder)
        server.start()
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            sound = make_sound(folder / "hour.wav", options.minutes)
            talk = imported(api, "sound", "sound_events", sound)
            gauges = make_series(folder / "gauges.csv", options.samples)
            series = imported(api, "series", "series_events", gauges)
            browser = playwright.chromium.launch(
                executable_path=find("chromium"), args=[*FLAGS, AUTOPLAY]
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            for project, is_sound in ((talk, True), (series, False)):
                print("sound" if is_sound else "series")
                opened(page, server.url, project)
                if is_sound:
                    sounded(page)
                zoomed(page)
                print(f"  browser memory {memory_mb():.0f} MB")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
