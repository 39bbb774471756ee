"""One van in a note, a camera and a lidar sweep, linked by keys, beside a series in the task."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Locator, Page, expect

from labeling.ontology.objects import objects_of
from labeling.ontology.schema import parse_ontology
from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.reading import Reader
from tests.e2e.pages.space import Space
from tests.e2e.pages.timeline import Timeline
from tests.labeling.media.pointcloud.clouds import CAMERA, CAR, street

LABELS = [
    {"id": "mention", "on": "note", "kind": "span", "classes": [{"id": "van", "hotkey": "1"}]},
    {"id": "seen", "on": "front", "kind": "box", "classes": [{"id": "van", "hotkey": "1"}]},
    {"id": "body", "on": "sweep", "kind": "cuboid", "classes": [{"id": "van", "hotkey": "1"}]},
    {"id": "phase", "on": "speed", "kind": "range", "classes": [{"id": "stop", "hotkey": "2"}]},
]
SAME = ["mention", "seen", "body"]
ONTOLOGY: Json = {
    "fields": {
        "note": {"type": "text"},
        "front": {"type": "image"},
        "sweep": {"type": "pointcloud"},
        "speed": {"type": "timeseries"},
    },
    "labels": LABELS,
    "relations": [
        {"id": "same", "identity": True, "directed": False, "from": SAME, "to": SAME},
    ],
}
SIGN = (42, 92, 128, 132)
"""Where the camera sees the car: its sign covers it."""
SECONDS = 20


def picture() -> bytes:
    """What the camera sees: a van with its name on the side."""
    scene = Image.new("RGB", (320, 180), (150, 160, 170))
    pen = ImageDraw.Draw(scene)
    pen.rectangle(SIGN, fill=(245, 245, 240))
    font = ImageFont.load_default(size=24)
    left, top, right, bottom = SIGN
    pen.text(((left + right) / 2, (top + bottom) / 2), "HARBOR", (20, 24, 40), font, "mm")
    out = io.BytesIO()
    scene.save(out, "PNG")
    return out.getvalue()


def packed(folder: Path) -> Path:
    """One task with its media; the series stands in the task itself."""
    scene = {
        "frames": [{"cloud": "cloud.bin", "images": {"front": "front.png"}}],
        "cameras": {"front": CAMERA},
    }
    times = list(range(SECONDS + 1))
    speed = {"time": times, "channels": {"km/h": [max(0, 30 - 2 * time) for time in times]}}
    note = "Wait until the Harbor van has left."
    task = {"note": note, "front": "front.png", "sweep": "sweep", "speed": speed}
    target = folder / "drive.zip"
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("tasks.jsonl", json.dumps({"data": task}) + "\n")
        file.writestr("front.png", picture())
        file.writestr("sweep/scene.json", json.dumps(scene))
        file.writestr("sweep/cloud.bin", street().tobytes())
        file.writestr("sweep/front.png", picture())
    return target


def test_a_van_is_one_thing_in_text_picture_and_cloud(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    project = site.api.project("Linked drive", ONTOLOGY)
    site.api.import_file(project, packed(tmp_path))
    desk = Desk(signed_in).open(site.url, project)
    Space(desk).looks.wait_for(timeout=SLOW_MS)

    link_by_keys(Reader(desk))
    mark_a_stop(desk)
    desk.saved()
    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(4, timeout=SLOW_MS)
    assert desk.submit() == "finished"
    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    check_stored(site.api.submitted(task["id"]))


def link_by_keys(reader: Reader) -> None:
    """From the word to the sign in the picture, from there to the body in the cloud."""
    desk, keyboard = reader.desk, reader.page.keyboard
    proposals = desk.page.get_by_role("region", name="Proposals")
    reader.mark("Harbor", "1")
    accept(desk, proposals, "reads “HARBOR”", 2)
    keyboard.press("Escape")
    # The sign is selected by its key, and asked about in its turn.
    desk.rows().filter(has_text="Box").first.get_by_role("button").first.focus()
    keyboard.press("Enter")
    accept(desk, proposals, "line of sight", 3)
    keyboard.press("Escape")
    expect(proposals).to_be_hidden()


def accept(desk: Desk, proposals: Locator, reason: str, rows: int) -> None:
    desk.page.keyboard.press("Alt+p")
    expect(proposals).to_contain_text(reason, timeout=3 * SLOW_MS)
    desk.page.keyboard.press("a")
    expect(desk.rows()).to_have_count(rows)


def mark_a_stop(desk: Desk) -> None:
    line = Timeline(desk, SECONDS, place=2).ready()
    desk.page.keyboard.press("2")
    line.drag(14, 18)
    expect(desk.rows()).to_have_count(4)


def check_stored(stored: Json) -> None:
    (van,) = objects_of(parse_ontology(ONTOLOGY), stored)
    regions = {region["label"]: region for region in stored["regions"]}
    assert set(van.regions) == {regions[label]["id"] for label in SAME}
    assert regions["mention"]["text"] == "Harbor"
    assert regions["body"]["geometry"]["center"] == pytest.approx(CAR["center"], abs=0.6)
    stop = regions["phase"]["geometry"]
    assert (stop["start"], stop["end"]) == pytest.approx((14, 18), abs=0.3)
