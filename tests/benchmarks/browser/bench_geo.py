"""How fast a picture of a gigapixel opens and is travelled over, and what memory it takes.

Starts an installation, imports a computed GeoTIFF in strips (so that a pyramid has to be made), and
opens it in headless Chromium, software rendering, one machine for all.
Run: `python tests/benchmarks/browser/bench_geo.py [--side 32768]`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import rasterio
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rasterio.transform import from_origin
from rasterio.windows import Window

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.browser.bench_document import (  # noqa: E402  (needs the path above)
    FLAGS,
    PASSWORD,
    USER,
    memory_mb,
    told,
)
from tests.e2e.pages.annotating import Desk  # noqa: E402
from tests.e2e.pages.api import Api  # noqa: E402
from tests.e2e.pages.door import SLOW_MS, sign_in  # noqa: E402
from tests.e2e.pages.waiting import until  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

ONTOLOGY = {
    "fields": {"map": {"type": "geo"}},
    "labels": [{"id": "thing", "on": "map", "kind": "box", "classes": [{"id": "house"}]}],
}
ROWS = 512
PATIENCE_S = 1_200
# Time between frames while the camera moves at every one.
PAN = """async (frames) => {
    const host = document.querySelector('.map-screen');
    const intervals = [];
    let last = await new Promise((next) => requestAnimationFrame(next));
    for (let i = 0; i < frames; i++) {
        host.dispatchEvent(new WheelEvent('wheel', { deltaX: 24, deltaY: 0, cancelable: true }));
        const now = await new Promise((next) => requestAnimationFrame(next));
        intervals.push(now - last);
        last = now;
    }
    return intervals;
}"""

# A tile is listed once it is there: quiet means that none came for a second.
SETTLED = """async (start) => {
    const tiles = () => performance.getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime >= start && name.includes('/tile'));
    let seen;
    do {
        seen = tiles().length;
        await new Promise((next) => setTimeout(next, 1000));
    } while (tiles().length > seen);
    return Math.max(start, ...tiles().map(({ responseEnd }) => responseEnd)) - start;
}"""


def make_map(path: Path, side: int) -> Path:
    """Write smooth colours, different everywhere, in strips of 16 rows."""
    rng = np.random.default_rng(0)
    small = Image.fromarray(rng.integers(0, 255, (64, 512, 3), np.uint8))
    strip = np.asarray(small.resize((side, ROWS), Image.Resampling.BICUBIC))
    with rasterio.open(
        path,
        "w",
        driver="GTiff",
        width=side,
        height=side,
        count=3,
        dtype="uint8",
        crs="EPSG:32633",
        transform=from_origin(300_000, 5_700_000, 0.5, 0.5),
        compress="jpeg",
        photometric="ycbcr",
        blockysize=16,
    ) as raster:
        for row in range(0, side, ROWS):
            turned = np.roll(strip, row * 7, axis=1).transpose(2, 0, 1)
            raster.write(turned, window=Window(0, row, side, ROWS))
    return path


def shown(page: Page, act: str) -> float:
    """Press a key; return the time until the last tile had come, in ms."""
    start = page.evaluate("() => performance.now()")
    page.keyboard.press(act)
    return float(page.evaluate(SETTLED, start))


def measure(page: Page) -> None:
    """Print every figure."""
    page.evaluate("() => performance.setResourceTimingBufferSize(100_000)")
    told("zoom in a step, all sharp", [shown(page, "=") for _ in range(12)])
    told("travel, time of a frame", page.evaluate(PAN, 200))
    page.evaluate(SETTLED, 0)
    told("the whole map again", [shown(page, "f")])
    print(f"{'memory of the browser':<34} {memory_mb():.0f} MB", flush=True)


def main() -> None:
    """Make the map, import it, open it and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=32_768)
    side = parser.parse_args().side
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        source = make_map(data / "map.tif", side)
        print(
            f"{side**2 / 1e6:.0f} million pixels, {source.stat().st_size / 1e6:.0f} MB", flush=True
        )
        server = Server(data)
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            project = api.project("Map", ONTOLOGY)
            start = time.perf_counter()
            with source.open("rb") as stream:
                answer = api.http.post(
                    f"/api/projects/{project}/imports/",
                    files={"file": (source.name, stream)},
                    data={"format": "auto"},
                )
            job = answer.json()["job"]["id"]
            until(
                lambda: api.get(f"/api/jobs/{job}/")["finished_at"],
                "it is read",
                patience_s=PATIENCE_S,
            )
            print(
                f"{'import, with its pyramid':<34} {time.perf_counter() - start:.1f} s", flush=True
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            start = time.perf_counter()
            Desk(page).open(server.url, project)
            page.locator(".map-scale:not(:empty)").first.wait_for(timeout=SLOW_MS)
            page.wait_for_load_state("networkidle")
            print(f"{'open, all sharp':<34} {time.perf_counter() - start - 0.5:.2f} s", flush=True)
            measure(page)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
