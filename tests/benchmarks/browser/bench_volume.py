"""How fast a scan of 512 x 512 x 300 opens and is leafed through, and what memory it takes.

Starts an installation, imports a computed scan as .nii, and opens it in headless Chromium, software
rendering, one machine for all.
Run: `python tests/benchmarks/browser/bench_volume.py [--side 512 --slices 300]`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import nibabel as nib
import numpy as np
from playwright.sync_api import Page, sync_playwright

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
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

ONTOLOGY = {
    "fields": {"scan": {"type": "volume"}},
    "labels": [{"id": "organ", "on": "scan", "kind": "mask", "classes": [{"id": "liver"}]}],
}
# From a moved slider to the words and the picture of that slice.
GO = """async ([plane, index]) => {
    const pane = document.querySelector(`.volume-pane[data-plane=${plane}]`);
    const slider = pane.querySelector('input');
    const start = performance.now();
    slider.value = index;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const there = () => pane.querySelector('.volume-name').textContent.includes(` ${index + 1} /`);
    while (!there()) await new Promise((next) => requestAnimationFrame(next));
    await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - start;
}"""


def make_scan(path: Path, side: int, slices: int) -> Path:
    """Write a noisy ball in 16 bits."""
    rng = np.random.default_rng(0)
    voxels = np.empty((side, side, slices), np.int16)
    y, x = np.ogrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    for k, z in enumerate(np.linspace(-1, 1, slices)):
        voxels[:, :, k] = 600 * (x**2 + y**2 + z**2 < 0.8) + rng.normal(0, 20, (side, side))
    nib.Nifti1Image(voxels, np.diag([-0.7, -0.7, 1.0, 1.0])).to_filename(path)
    return path


def measure(page: Page, side: int, slices: int) -> None:
    """Print every figure."""
    rng = np.random.default_rng(1)
    seen: dict[str, list[int]] = {}
    for plane, count in (("axial", slices), ("coronal", side), ("sagittal", side)):
        asked = seen[plane] = [int(index) for index in rng.permutation(count)[:20]]
        times = [page.evaluate(GO, [plane, index]) for index in asked]
        told(f"{plane} slice, never seen", times)
    told("the axial slices again", [page.evaluate(GO, ["axial", i]) for i in seen["axial"]])
    run = [page.evaluate(GO, ["axial", index]) for index in range(60, 120)]
    told("slice after slice", run)
    print(f"{'memory of the browser':<34} {memory_mb():.0f} MB", flush=True)


def main() -> None:
    """Make the scan, import it, open it and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--slices", type=int, default=300)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        scan = make_scan(data / "scan.nii", given.side, given.slices)
        print(f"{scan.stat().st_size / 1e6:.0f} MB", flush=True)
        server = Server(data)
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            project = api.project("Scan", ONTOLOGY)
            start = time.perf_counter()
            api.import_file(project, scan)
            print(
                f"{'import, cleaned and in cubes':<34} {time.perf_counter() - start:.1f} s",
                flush=True,
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            start = time.perf_counter()
            Desk(page).open(server.url, project)
            page.get_by_role("button", name="Sagittal ").first.wait_for()
            print(f"{'open to three planes':<34} {time.perf_counter() - start:.2f} s", flush=True)
            measure(page, given.side, given.slices)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
