"""The map of a hundred thousand tasks, through the whole product.

Fills an installation with tasks and vectors, lets the worker draw the map, and opens it in headless
Chromium, software rendering, one machine for all. Prints the seconds and the memory of drawing, the
time to the first picture, frame times while panning and zooming, a lasso over everything, and the
memory of the page's script.
Run: `python tests/benchmarks/browser/bench_map.py [--tasks 100000]`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.pages.api import Api  # noqa: E402  (needs the path above)
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--enable-precise-memory-info")
USER, PASSWORD = "ada", "a quiet lamp"
DIMENSIONS, KINDS, BATCH = 384, 20, 2000
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "kind",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": f"k{k}"} for k in range(KINDS)],
        }
    ],
}

# Frames while the pointer drags the map, or the wheel turns, once a frame.
MOVED = """async (act) => {
    const plane = document.querySelector('[role=application]');
    const { left, top, width, height } = plane.getBoundingClientRect();
    const at = (i) => ({ clientX: left + width / 2 + 160 * Math.cos(i / 12),
                         clientY: top + height / 2 + 120 * Math.sin(i / 12),
                         pointerId: 1, button: 0, bubbles: true });
    plane.setPointerCapture = () => {};
    if (act === 'pan') plane.dispatchEvent(new PointerEvent('pointerdown', at(0)));
    const times = [];
    let before = performance.now();
    for (let i = 1; i <= 240; i++) {
        if (act === 'pan') plane.dispatchEvent(new PointerEvent('pointermove', at(i)));
        else plane.dispatchEvent(new WheelEvent('wheel', { ...at(0), cancelable: true,
            deltaY: i % 120 < 60 ? -40 : 40 }));
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const now = performance.now();
        times.push(now - before);
        before = now;
    }
    if (act === 'pan') plane.dispatchEvent(new PointerEvent('pointerup', at(240)));
    return times;
}"""


def fill(project: str, count: int) -> None:
    """Store tasks, vectors and guesses by the ORM; in the process that `--fill` starts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")
    import django

    django.setup()
    from active_learning.models import Embedding
    from labeling.models import Project, Task

    rng = np.random.default_rng(7)
    centres = rng.standard_normal((KINDS, DIMENSIONS)) * 0.8
    owner = Project.objects.get(pk=project)
    for start in range(0, count, BATCH):
        kinds = rng.integers(0, KINDS, min(BATCH, count - start))
        doubt = rng.random(len(kinds))
        tasks = Task.objects.bulk_create(
            Task(
                project=owner,
                data={"text": f"text {start + i}"},
                predicted={"kind": f"k{kind}"},
                uncertainty=float(doubt[i]),
                score=1 - float(doubt[i]) / 2,
            )
            for i, kind in enumerate(kinds)
        )
        rows = centres[kinds] + rng.standard_normal((len(kinds), DIMENSIONS))
        Embedding.objects.bulk_create(
            Embedding(
                project=owner, task=task, layout="bench", vector=row.astype(np.float16).tobytes()
            )
            for task, row in zip(tasks, rows, strict=True)
        )


def filled(data: Path, project: str, count: int) -> None:
    """Fill in a process of its own, beside the running server."""
    environment = {**os.environ, "PENUMBRA_DATA": str(data)}
    command = [sys.executable, __file__, "--fill", project, "--tasks", str(count)]
    subprocess.run(command, check=True, env=environment, cwd=ROOT)


def drawn(server: Server, api: Api, project: str) -> None:
    """Let the worker draw; print its seconds, CPU seconds and greatest memory."""
    worker = next(
        child
        for child in psutil.Process(server.process.pid).children(recursive=True)
        if "learning" in child.cmdline() and "worker" in child.cmdline()
    )
    before, most = sum(worker.cpu_times()[:2]), 0
    start = time.perf_counter()
    job = api.post(f"/api/projects/{project}/learning/map/", {})["job"]["id"]
    while api.get(f"/api/jobs/{job}/")["state"] in ("queued", "running"):
        most = max(most, worker.memory_info().rss)
        time.sleep(0.5)
    assert api.get(f"/api/jobs/{job}/")["state"] == "done"
    cpu = sum(worker.cpu_times()[:2]) - before
    print(f"{'draw: wall':<34} {time.perf_counter() - start:.1f} s", flush=True)
    print(f"{'draw: CPU':<34} {cpu:.1f} s   worker {most / 1e6:.0f} MB at most", flush=True)


def timed(name: str, act: Callable[[], object]) -> None:
    """Print how long an act takes."""
    start = time.perf_counter()
    act()
    print(f"{name:<34} {time.perf_counter() - start:.2f} s", flush=True)


def renderers() -> float:
    """Return the CPU seconds of every process of our browser."""
    found = [p for p in psutil.Process().children(recursive=True) if "chrom" in p.name()]
    return sum(sum(process.cpu_times()[:2]) for process in found)


def measure(page: Page, tasks: int) -> None:
    """Print every figure of the open map."""
    print(f"{'drawn by':<34} {page.locator('canvas').first.get_attribute('data-means')}")
    for act in ("pan", "zoom"):
        before = renderers()
        times = page.evaluate(MOVED, act)
        cpu = 1000 * (renderers() - before) / len(times)
        p50, p95 = np.percentile(times, [50, 95])
        print(
            f"{act + ', a frame':<34} p50 {p50:.1f} ms   p95 {p95:.1f} ms   CPU {cpu:.0f} ms   "
            f"{1000 * len(times) / sum(times):.0f} frames a second",
            flush=True,
        )
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Lasso").click()
    box = page.get_by_role("application").bounding_box()
    assert box
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.down()
    for x, y in ((0.9, 0.01), (0.9, 0.99), (0.01, 0.99), (0.01, 0.05)):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=6)

    def chosen() -> None:
        page.mouse.up()
        page.get_by_role("toolbar", name="Selected tasks").wait_for()

    timed(f"lasso over {tasks:,}", chosen)
    used = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    print(f"{'script memory':<34} {used:.0f} MB", flush=True)


def main() -> None:
    """Fill, draw, open and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--fill", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.fill:
        fill(asked.fill, asked.tasks)
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            project = api.project("Many", ONTOLOGY)
            filled(Path(folder), project, asked.tasks)
            drawn(server, api, project)
            for what in ("points", "facts"):
                path = f"/api/projects/{project}/learning/map/1/{what}/"
                start = time.perf_counter()
                size = len(api.http.get(path).content)
                took = time.perf_counter() - start
                print(f"{what + ' file':<34} {took:.2f} s   {size / 1e6:.2f} MB")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)

            def opened() -> None:
                page.goto(f"{server.url}/projects/{project}/learning/map")
                page.get_by_role("list", name="Groups of like tasks").wait_for(timeout=120_000)

            timed("open to the first picture", opened)
            timed("open again", opened)
            measure(page, asked.tasks)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
