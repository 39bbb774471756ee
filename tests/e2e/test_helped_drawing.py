"""Drawing with help: an outline by clicks, and a box that follows what moves."""

import re
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.picture import Picture
from tests.e2e.pages.video import Video
from tests.e2e.pages.waiting import until
from tests.labeling.media.video.drives import Box, drive

SIZE = (640, 480)
PLUM, EGG = (90, 120, 190, 220), (260, 180, 380, 300)
OUTLINES = {
    "fields": {"photo": {"type": "image"}},
    "labels": [{"id": "fruit", "on": "photo", "kind": "polygon", "classes": [{"id": "round"}]}],
}
TRACKS = {
    "fields": {"clip": {"type": "video"}},
    "labels": [{"id": "thing", "on": "clip", "kind": "track", "classes": [{"id": "patch"}]}],
}


def table(folder: Path) -> Path:
    """Two round things on a table, one of them in the middle."""
    rng = np.random.default_rng(2)
    pixels = np.full((SIZE[1], SIZE[0], 3), (96, 110, 120), np.float64)
    scene = Image.fromarray((pixels + rng.normal(0, 4, pixels.shape)).astype(np.uint8))
    pen = ImageDraw.Draw(scene)
    pen.ellipse(PLUM, fill=(150, 40, 70))
    pen.ellipse(EGG, fill=(235, 220, 190))
    scene.save(folder / "table.png")
    return folder / "table.png"


def test_an_outline_comes_by_a_click_and_by_key(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    project = site.api.project("Outlines", OUTLINES)
    site.api.import_file(project, table(tmp_path))
    desk = Desk(signed_in).open(site.url, project)
    picture = Picture(desk, *SIZE).at_full_size()
    keyboard = signed_in.keyboard
    keyboard.press("1")
    keyboard.press("Shift+c")

    with signed_in.expect_response(is_clicked, timeout=SLOW_MS):
        signed_in.mouse.click(*picture.on_screen(140, 170))
    take(desk, 1)
    with signed_in.expect_response(is_clicked, timeout=SLOW_MS):
        keyboard.press("n")
    take(desk, 2)
    desk.saved()
    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    assert desk.submit() == "finished"

    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    regions = site.api.submitted(task["id"])["regions"]
    for region, truth in zip(sorted(regions, key=left_of), (PLUM, EGG), strict=True):
        (xs, ys) = zip(*region["geometry"]["rings"][0], strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(truth, abs=6)


def is_clicked(response: object) -> bool:
    """Whether this is the answer to a click, and not the one that makes the picture ready."""
    request = getattr(response, "request", None)
    if request is None or not request.url.endswith("/segment/"):
        return False
    return bool((request.post_data_json or {}).get("clicks"))


def take(desk: Desk, count: int) -> None:
    """Press Enter until the outline that was proposed is a region."""

    def taken() -> bool:
        desk.page.keyboard.press("Enter")
        return desk.rows().count() == count

    until(taken, f"outline {count} is taken")


def left_of(region: Json) -> float:
    return float(min(x for x, _ in region["geometry"]["rings"][0]))


def moving(path: Path) -> tuple[Path, list[Box]]:
    """Write the drive as a video."""
    frames, truths = zip(*drive(24), strict=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=10, options={"g": "8"})
        stream.height, stream.width = frames[0].shape
        stream.pix_fmt = "yuv420p"
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, "gray")))
        container.mux(stream.encode(None))
    return path, list(truths)


def test_a_box_follows_and_is_the_persons_once_accepted(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    path, truths = moving(tmp_path / "drive.mp4")
    project = site.api.project("Drive", TRACKS)
    site.api.import_file(project, path)
    desk = Desk(signed_in).open(site.url, project)
    video = Video(desk, 320, 240).shown()
    keyboard = signed_in.keyboard
    x, y, width, height = truths[0]
    keyboard.press("1")
    video.picture.drag((x, y), (x + width, y + height))
    expect(desk.rows()).to_have_count(1)
    keyboard.press("Shift+b")
    expect(desk.rows()).to_contain_text("proposed", timeout=SLOW_MS)
    desk.saved()

    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_contain_text("proposed", timeout=SLOW_MS)
    waiting = signed_in.get_by_role("button", name="to confirm")
    proposed = int(waiting.inner_text().split()[0])
    waiting.click()
    expect(video.timeline).to_have_attribute("aria-valuenow", re.compile(r"^[1-9]"))
    keyboard.press("Alt+i")
    expect(waiting).to_have_count(0 if proposed == 1 else 1)
    if proposed > 1:
        expect(waiting).to_contain_text(f"{proposed - 1} followed")
    keyboard.press("a")
    expect(desk.rows()).not_to_contain_text("proposed")
    expect(waiting).to_have_count(0)
    keyboard.press("Control+z")
    expect(desk.rows()).to_contain_text("proposed")
    keyboard.press("Control+Shift+z")
    expect(desk.rows()).not_to_contain_text("proposed")
    assert desk.submit() == "finished"

    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    (region,) = site.api.submitted(task["id"])["regions"]
    first, *followed = region["geometry"]["keyframes"]
    assert "origin" not in first
    assert {key["origin"]["kind"] for key in followed} == {"human"}
    assert {key["origin"]["model_version"] for key in followed} == {"follow"}
    last = followed[-1]
    assert last["frame"] == len(truths) - 1
    assert [last["geometry"][side] for side in ("x", "y", "width", "height")] == pytest.approx(
        truths[-1], abs=12
    )
