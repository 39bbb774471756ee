"""Sound: ranges by mouse and by key, transcripts, a reload, what is stored, and a broken file."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import AXE, Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.timeline import Timeline
from tests.e2e.pages.waiting import until
from tests.labeling.media.audio.sounds import RATE, tone, write
from tests.shared_data import shared

SECONDS = 8.0


def make_talk(folder: Path) -> Path:
    """Sound from 1 to 3 and from 5 to 6 seconds, silence around it."""
    whole = np.zeros((1, int(SECONDS * RATE)), np.float32)
    for start, end in ((1, 3), (5, 6)):
        whole[:, start * RATE : end * RATE] = tone(end - start, hertz=500)
    return write(folder / "talk.wav", whole)


@pytest.fixture
def talk(site: Site, tmp_path: Path) -> str:
    """Return a project with one recording."""
    project = site.api.project("Talks", site.api.template("audio_transcription"))
    site.api.import_file(project, make_talk(tmp_path))
    return project


def test_ranges_and_transcripts_by_mouse_and_by_key(signed_in: Page, site: Site, talk: str) -> None:
    desk = Desk(signed_in).open(site.url, talk)
    line = Timeline(desk, SECONDS).ready()
    keyboard = desk.page.keyboard

    line.drag(1.0, 3.0)
    expect(desk.rows()).to_have_count(1)
    keyboard.press("e")
    keyboard.type("two seconds of tone")
    keyboard.press("Escape")
    expect(desk.rows().first).to_contain_text("two seconds of tone")
    keyboard.press("w")

    # By key alone: to the end of the file, back, a range, and its ends.
    keyboard.press("Escape")
    position = desk.data.get_by_label("Position")
    position.fill("5")
    position.press("Enter")
    keyboard.press("2")
    keyboard.press("n")
    expect(desk.rows()).to_have_count(2)
    for _ in range(5):
        keyboard.press("Shift+ArrowRight")
    desk.saved()

    name = desk.task()
    desk.page.reload()
    desk.ready()
    assert desk.task() == name
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    desk.submit()
    task = site.api.all(f"/api/projects/{talk}/tasks/")[0]["id"]
    check_stored(site.api.submitted(task))


def check_stored(annotation: Json) -> None:
    first, second = sorted(annotation["regions"], key=lambda one: one["geometry"]["start"])
    assert first["geometry"]["start"] == pytest.approx(1, abs=0.02)
    assert first["geometry"]["end"] == pytest.approx(3, abs=0.02)
    assert first["text"] == "two seconds of tone"
    assert [word["text"] for word in first["words"]] == ["two", "seconds", "of", "tone"]
    assert first["words"][-1]["end"] == pytest.approx(first["geometry"]["end"])
    assert second["class"] == "noise"
    assert second["geometry"]["start"] == pytest.approx(5, abs=0.001)
    assert second["geometry"]["end"] > 5.8


def test_it_plays_and_marks_while_it_plays(signed_in: Page, site: Site, talk: str) -> None:
    desk = Desk(signed_in).open(site.url, talk)
    Timeline(desk, SECONDS).ready()
    keyboard, position = desk.page.keyboard, desk.data.get_by_label("Position")
    keyboard.press("Home")
    keyboard.press("Space")
    until(lambda: position.input_value() > "0:00.100", "sound is heard")
    keyboard.press("i")
    until(lambda: position.input_value() > "0:00.900", "it goes on")
    keyboard.press("o")
    keyboard.press("Space")
    expect(desk.rows()).to_have_count(1)
    keyboard.press("Control+z")
    expect(desk.rows()).to_have_count(0)


def test_a_recording_of_unknown_length_opens(signed_in: Page, site: Site) -> None:
    project = site.api.project("Unknown length", site.api.template("sound_events"))
    site.api.import_file(project, shared("cases/files/O31/tone_nolen.flac"))
    desk = Desk(signed_in).open(site.url, project)
    line = Timeline(desk, 2.5).ready()
    line.drag(1.0, 2.0)
    expect(desk.rows()).to_have_count(1)
    desk.submit()
    task = site.api.all(f"/api/projects/{project}/tasks/")[0]["id"]
    (region,) = site.api.submitted(task)["regions"]
    assert region["geometry"]["start"] == pytest.approx(1.0, abs=0.005)
    assert region["geometry"]["end"] == pytest.approx(2.0, abs=0.005)


def test_a_broken_recording_says_so_where_it_would_be(
    signed_in: Page, site: Site, talk: str
) -> None:
    broken = re.compile(r"/media/assets/\d+/peaks")
    problem = '{"title": "Bad", "status": 400, "detail": "talk.wav: the WAV file is broken"}'
    signed_in.route(
        broken,
        lambda route: route.fulfill(
            status=400, content_type="application/problem+json", body=problem
        ),
    )
    signed_in.goto(f"{site.url}/projects/{talk}/annotate")
    desk = Desk(signed_in)
    expect(desk.data).to_contain_text("the WAV file is broken", timeout=SLOW_MS)
    desk.skip()


def test_nothing_serious_is_found_by_axe(signed_in: Page, site: Site, talk: str) -> None:
    desk = Desk(signed_in).open(site.url, talk)
    Timeline(desk, SECONDS).ready().drag(1.0, 3.0)
    expect(desk.rows()).to_have_count(1)
    desk.page.evaluate(AXE.read_text("utf-8"))
    found = desk.page.evaluate("async () => (await axe.run()).violations")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], one["nodes"][0]["html"]) for one in serious]
