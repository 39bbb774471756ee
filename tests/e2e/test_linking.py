"""One thing in an image, a text and a sound, linked through proposals by keys."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from labeling.config.demo.linked import MODEL, markets
from labeling.ontology.objects import objects_of
from labeling.ontology.schema import parse_ontology
from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.reading import Reader
from tests.e2e.test_accessibility import serious

PLANS = Path(__file__).parents[2] / "labeling" / "config" / "demo" / "projects"
ONTOLOGY: Json = json.loads((PLANS / "20_linked_market.json").read_text("utf-8"))["ontology"]


def market(folder: Path) -> tuple[Path, list[str]]:
    """Write one task with its media; return the file and the names that are called."""
    (item,) = markets(1, np.random.default_rng(11), folder)
    told = [region["text"].rstrip("!") for region in item["predictions"][0]["regions"]]
    media = {name: path for name, path in item["data"].items() if isinstance(path, Path)}
    task = {**item, "data": item["data"] | {name: path.name for name, path in media.items()}}
    packed = folder / "market.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("tasks.jsonl", json.dumps(task) + "\n")
        for path in media.values():
            file.write(path, path.name)
    return packed, told


def test_a_mention_its_sign_and_its_call_become_one_object(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    packed, told = market(tmp_path)
    project = site.api.project("Market", ONTOLOGY)
    site.api.import_file(project, packed)
    page = signed_in
    desk = Desk(page).open(site.url, project)
    name = told[0].lower()

    link_by_keys(Reader(desk), name)
    assert serious(page) == []
    desk.saved()
    page.reload()
    desk.ready()
    expect(objects(desk)).to_have_count(1, timeout=SLOW_MS)
    expect(objects(desk)).to_contain_text(re.compile(name, re.IGNORECASE))
    expect(objects(desk)).to_contain_text("3 regions")
    rename(desk, "The best seller")
    assert desk.submit() == "finished"

    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    stored = site.api.submitted(task["id"])
    check_object(stored, name)
    check_round_trip(site, project, stored)


def objects(desk: Desk) -> Any:
    """Return the rows of the object panel."""
    return desk.panel.get_by_role("list", name="Objects").get_by_role("listitem").filter(
        has=desk.page.locator("b")
    )  # fmt: skip


def link_by_keys(reader: Reader, name: str) -> None:
    """Mark the mention; accept its sign and its call; look at undo and at Escape."""
    desk, keyboard = reader.desk, reader.page.keyboard
    proposals = desk.page.get_by_role("region", name="Proposals")
    reader.mark(name, "1")
    before = desk.rows().count()
    keyboard.press("Alt+p")
    expect(proposals.get_by_role("listitem").first).to_be_visible(timeout=3 * SLOW_MS)
    expect(proposals).to_contain_text(f"reads “{name.upper()}”")
    expect(proposals).to_contain_text("says “")
    keyboard.press("Escape")
    expect(proposals).to_be_hidden()
    expect(desk.rows()).to_have_count(before)

    keyboard.press("Alt+p")
    expect(proposals.get_by_role("listitem").first).to_be_visible(timeout=SLOW_MS)
    keyboard.press("a")
    expect(desk.rows()).to_have_count(before + 1)
    expect(objects(desk)).to_contain_text("2 regions")
    keyboard.press("a")
    expect(objects(desk)).to_contain_text("3 regions")
    keyboard.press("$mod+z".replace("$mod", "Control"))
    expect(objects(desk)).to_contain_text("2 regions")
    keyboard.press("Control+Shift+z")
    expect(objects(desk)).to_contain_text("3 regions")
    keyboard.press("Escape")
    expect(proposals).to_be_hidden()


def rename(desk: Desk, name: str) -> None:
    objects(desk).first.get_by_role("button").first.click()
    box = desk.panel.get_by_role("textbox", name="Name of the object")
    box.fill(name)
    box.press("Enter")
    box.blur()
    expect(objects(desk)).to_contain_text(name)
    desk.page.keyboard.press("Escape")


def check_object(stored: Json, name: str) -> None:
    (found,) = objects_of(parse_ontology(ONTOLOGY), stored)
    regions = {region["id"]: region for region in stored["regions"]}
    assert found.name == "The best seller"
    assert {regions[each]["on"] for each in found.regions} == {"note", "shelf", "announcement"}
    by_field = {regions[each]["on"]: regions[each] for each in found.regions}
    assert by_field["note"]["text"].lower() == name
    assert by_field["announcement"]["text"].lower() == f"{name}!"
    assert by_field["announcement"]["origin"]["kind"] == "human"
    assert by_field["announcement"]["origin"]["model_version"] == MODEL
    assert by_field["shelf"]["geometry"]["width"] > 60


def check_round_trip(site: Site, project: str, stored: Json) -> None:
    """Export with the media, import into another project: the same regions and relations."""
    body = {"format": "jsonl", "include_media": True}
    job = site.api.finished(site.api.post(f"/api/projects/{project}/exports/", body)["job"]["id"])
    content = site.api.http.get(job["file"]["url"])
    path = Path(job["file"]["name"])
    again = site.api.project("Market again", ONTOLOGY)
    answer = site.api.http.post(
        f"/api/projects/{again}/imports/",
        files={"file": (path.name, content.content)},
        data={"format": "auto"},
    )
    site.api.finished(answer.json()["job"]["id"])
    (task,) = site.api.all(f"/api/projects/{again}/tasks/")
    copy = site.api.submitted(task["id"])
    for key in ("regions", "relations", "answers"):
        assert copy[key] == stored[key]
