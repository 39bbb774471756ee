"""What a million points cost in a browser, and a fitted cuboid on a server: the whole product.

Starts an installation, imports a made street of a million points and one of 120,000 (as KITTI's
sweeps are), and opens the first in headless Chromium, software rendering, one machine for all.
Prints how soon points are seen, how soon all are there and drawn, the frames a second while the
scene is turned and while a cuboid is dragged, what finding the point under the pointer takes, and
the time of a one-click fit.
Run: `python tests/benchmarks/browser/bench_pointcloud.py [--points 1000000]`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.pages.annotating import Desk  # noqa: E402  (needs the path above)
from tests.e2e.pages.api import Api  # noqa: E402
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.pages.space import Space  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402
from tests.labeling.media.pointcloud.clouds import CAR, street  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
USER, PASSWORD = "ada", "a quiet lamp"
SWEEP = 120_000

# Turns the scene a little in each frame of the screen, as a drag does, for some seconds.
DRAGGED = """async ([x, y, seconds]) => {
    const host = document.querySelector('.host');
    const at = (type, px, py, buttons) => host.dispatchEvent(new PointerEvent(type,
        { clientX: px, clientY: py, button: 0, buttons, pointerId: 1, bubbles: true }));
    host.setPointerCapture = () => undefined;
    at('pointerdown', x, y, 1);
    const times = [];
    const start = performance.now();
    let last = start;
    for (let i = 0; last - start < seconds * 1000; i++) {
        at('pointermove', x + 60 * Math.sin(i / 20), y + 10 * Math.sin(i / 9), 1);
        await new Promise((next) => requestAnimationFrame(next));
        const now = performance.now();
        times.push(now - last);
        last = now;
    }
    at('pointerup', x, y, 0);
    return times.slice(3);
}"""
PICKED = """([x, y]) => {
    const host = document.querySelector('.host');
    const times = [];
    for (let i = 0; i < 12; i++) {
        const start = performance.now();
        const where = { clientX: x + i, clientY: y, bubbles: true };
        host.dispatchEvent(new MouseEvent('dblclick', where));
        times.push(performance.now() - start);
    }
    return times.slice(2);
}"""
FITTED = """async ([base, x, y, z]) => {
    const times = [];
    for (let i = 0; i < 8; i++) {
        const start = performance.now();
        const answer = await fetch(`${base}/fit?x=${x + i / 100}&y=${y}&z=${z}`);
        await answer.json();
        times.push(performance.now() - start);
    }
    return times;
}"""


def big_street(points: int) -> bytes:
    """The small street of the tests, each point with many near neighbours."""
    rows = street()
    rng = np.random.default_rng(5)
    grown = rows[rng.integers(0, len(rows), points)]
    grown[:, :3] += rng.normal(0, 0.04, (points, 3)).astype(np.float32)
    return grown.astype("<f4").tobytes()


def show(name: str, times: list[float], note: str = "") -> None:
    """Print the middle and the 95th percentile of milliseconds."""
    middle, slow = np.percentile(times, (50, 95))
    print(f"  {name}: median {middle:.0f} ms, p95 {slow:.0f} ms {note}")


def bench(page: Page, server: Server, points: int, folder: Path) -> None:
    """Import, open, turn, drag, pick, fit."""
    api = Api.set_up(server.url, USER, PASSWORD)
    (folder / "million.bin").write_bytes(big_street(points))
    (folder / "sweep.bin").write_bytes(big_street(SWEEP))
    project = api.project("Million", api.template("lidar_drives"))
    other = api.project("Sweep", api.template("lidar_drives"))
    started = time.monotonic()
    api.import_file(project, folder / "million.bin")
    print(f"  import of {points:,} points: {time.monotonic() - started:.1f} s")
    api.import_file(other, folder / "sweep.bin")
    sign_in(page, server.url, USER, PASSWORD)
    started = time.monotonic()
    desk = Desk(page).open(server.url, project)
    print(f"  task open, first points: {time.monotonic() - started:.1f} s")
    space = Space(desk).opened()
    print(f"  all points here: {time.monotonic() - started:.1f} s")
    turn_and_drag(page, space)
    asset = api.all(f"/api/projects/{other}/tasks/")[0]["data"]["cloud"]["base"]
    x, y, z = CAR["center"]
    times = page.evaluate(FITTED, [asset, x - 1.0, y - 0.5, z])
    show(f"fit by one click, {SWEEP:,} points", times[1:], f"(the first {times[0]:.0f} ms)")


def turn_and_drag(page: Page, space: Space) -> None:
    """Frames while the scene turns, and while a cuboid is dragged in its plan."""
    spot = list(space.scene(0.4, 0.6))
    times = page.evaluate(DRAGGED, [*spot, 5])
    show("turning the scene, a frame", times, f"({1000 / np.mean(times):.0f} frames a second)")
    show("point under the pointer", page.evaluate(PICKED, spot))
    space.host.focus()
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.wait_for_timeout(3000)
    page.keyboard.press("v")
    times = page.evaluate(DRAGGED, [*space.top(0.5, 0.5), 3])
    show("dragging a cuboid, a frame", times, f"({1000 / np.mean(times):.0f} frames a second)")


def main() -> None:
    """Run everything once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=1_000_000)
    points = parser.parse_args().points
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        server = Server(Path(name))
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            print(f"point cloud, {points:,} points, 1440 x 900, no graphics card")
            bench(page, server, points, Path(name))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
