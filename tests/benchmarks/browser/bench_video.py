"""How long a frame takes to come: a video of ten minutes, through the whole product.

Starts an installation, imports the video (H.264, 1280 x 720, a key frame every ten seconds) and
opens it in headless Chromium, software rendering, one machine for all. Prints the time from a key
press to the frame drawn on the canvas, for steps on and back at a person's pace, for a held key,
and for jumps to any frame.
Run: `python tests/benchmarks/browser/bench_video.py [--minutes 10]`.
"""

import argparse
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from random import Random

import av
import numpy as np
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.pages.annotating import Desk  # noqa: E402  (needs the path above)
from tests.e2e.pages.api import Api  # noqa: E402
from tests.e2e.pages.door import sign_in  # noqa: E402
from tests.e2e.server import Server  # noqa: E402
from tests.harness.services import find  # noqa: E402

SIZE, RATE, LOOP_S, GROUP_S = (1280, 720), 25, 30, 10
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
USER, PASSWORD = "ada", "a quiet lamp"

# The time line says the frame's number once it is drawn.
TIMED = """async ([act, wanted]) => {
    const line = document.querySelector('.video-timeline');
    const start = performance.now();
    const drawn = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            if (line.getAttribute('aria-valuenow') !== String(wanted)) return;
            observer.disconnect();
            resolve(performance.now() - start);
        });
        observer.observe(line, { attributeFilter: ['aria-valuenow'] });
    });
    if (act === 'go') {
        const box = document.querySelector('.frame-box');
        box.value = wanted;
        box.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
        const code = `Key${act.toUpperCase()}`;
        const press = { key: act, code, bubbles: true, cancelable: true };
        document.querySelector('.video-screen').dispatchEvent(new KeyboardEvent('keydown', press));
    }
    return drawn;
}"""

# As a keyboard repeats a held key: thirty times a second, for three seconds.
HELD = """async () => {
    const screen = document.querySelector('.video-screen');
    const line = document.querySelector('.video-timeline');
    const first = Number(line.getAttribute('aria-valuenow'));
    const start = performance.now();
    for (let i = 0; i < 90; i++) {
        screen.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'f', code: 'KeyF', bubbles: true, cancelable: true, repeat: i > 0 }));
        await new Promise((go) => setTimeout(go, 33));
    }
    const frames = Number(line.getAttribute('aria-valuenow')) - first;
    return frames / ((performance.now() - start) / 1000);
}"""


def make_video(path: Path, minutes: float) -> Path:
    """Code half a minute of moving texture, then repeat its packets."""
    loop = path.with_name("loop.mp4")
    width, height = SIZE
    rng = np.random.default_rng(7)
    coarse = rng.integers(30, 220, (height // 8 + 40, width // 8 + 120, 3), np.uint8)
    ground = coarse.repeat(8, axis=0).repeat(8, axis=1)
    with av.open(str(loop), "w") as container:
        options = {"preset": "veryfast", "g": str(GROUP_S * RATE), "sc_threshold": "0", "bf": "2"}
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for n in range(LOOP_S * RATE):
            x, y = n % 900, (n // 3) % 300
            pixels = np.ascontiguousarray(ground[y : y + height, x : x + width])
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")))
        container.mux(stream.encode(None))
    _repeat(loop, path, round(minutes * 60 / LOOP_S))
    return path


def _repeat(loop: Path, path: Path, times: int) -> None:
    with av.open(str(path), "w") as target:
        stream = None
        for turn in range(times):
            with av.open(str(loop)) as source:
                first = source.streams.video[0]
                stream = stream or target.add_stream_from_template(first)
                shift = int(turn * LOOP_S / (first.time_base or Fraction(1)))
                for packet in source.demux(first):
                    if packet.dts is None:
                        continue
                    packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
                    packet.stream = stream
                    target.mux(packet)


def told(name: str, times: list[float]) -> None:
    """Print the middle and the slow end of some times."""
    p50, p95 = np.percentile(times, [50, 95])
    print(f"{name:<34} p50 {p50:7.0f} ms   p95 {p95:7.0f} ms   ({len(times)})", flush=True)


def steps(page: Page, key: str, by: int, start: int, count: int = 60) -> list[float]:
    """Step at a person's pace."""
    page.evaluate(TIMED, ["go", start])
    page.wait_for_timeout(1500)
    times = []
    for i in range(1, count + 1):
        times.append(page.evaluate(TIMED, [key, start + by * i]))
        page.wait_for_timeout(120)
    return times


def measure(page: Page, frames: int) -> None:
    """Print every figure."""
    middle = frames // 2 + 60
    told("step on, 8 a second", steps(page, "f", 1, middle))
    told("step back, 8 a second", steps(page, "d", -1, middle - 3000))
    page.evaluate(TIMED, ["go", middle + 4000])
    page.wait_for_timeout(1500)
    print(f"{'held key':<34} {page.evaluate(HELD):.1f} frames a second", flush=True)
    page.wait_for_timeout(1500)
    rng = Random(3)
    told(
        "jump to any frame",
        [page.evaluate(TIMED, ["go", rng.randrange(frames)]) for _ in range(40)],
    )


def main() -> None:
    """Make the video, import it, open it and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    minutes = parser.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        video = make_video(data / "long.mp4", minutes)
        print(f"{minutes:g} min, {video.stat().st_size / 1e6:.0f} MB, {SIZE[0]} x {SIZE[1]}")
        server = Server(data)
        server.start()
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
        try:
            api = Api.set_up(server.url, USER, PASSWORD)
            project = api.project("Long video", api.template("video_tracks"))
            start = time.perf_counter()
            api.import_file(project, video)
            print(f"{'import, index and strip included':<34} {time.perf_counter() - start:.1f} s")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server.url, USER, PASSWORD)
            start = time.perf_counter()
            Desk(page).open(server.url, project)
            page.wait_for_selector(".video-timeline")
            print(f"{'open to the time line':<34} {time.perf_counter() - start:.1f} s")
            measure(page, round(minutes * 60 * RATE))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
