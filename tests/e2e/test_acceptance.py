"""A manager states a bound, looks, lets the model label, exports, and takes it all back."""

import json
import os
import random
import re
from itertools import product
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.reviews import SAID
from tests.e2e.test_accessibility import serious

THINGS = [
    "kettle", "lamp", "backpack", "keyboard", "chair", "table", "mirror", "clock", "toaster",
    "blender", "fan", "heater", "radio", "speaker", "camera", "printer", "bicycle", "helmet",
    "jacket", "scarf", "umbrella", "suitcase", "wallet", "bottle", "mug", "plate", "knife", "pan",
    "oven", "drill", "ladder", "hose", "rake", "tent",
]  # fmt: skip
SHARE = 0.4
ONTOLOGY: Json = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": name} for name in SAID]}
    ],
}


def is_held_out(task: str) -> bool:
    """As the product draws: by the task's id alone."""
    return random.Random(f"holdout:{task}").random() < SHARE


def labelled_project(site: Site) -> str:
    """A project of 408 reviews: its hold-out and sixty others answered, and a model."""
    project = site.api.project("Reviews", ONTOLOGY, holdout_share=SHARE, retrain_after=100_000)
    mood_of = {
        f"The {thing} {words}": name
        for name, said in SAID.items()
        for thing, words in product(THINGS, said)
    }
    texts = sorted(mood_of, key=lambda text: random.Random(text).random())
    ids = site.api.add_tasks(project, [{"data": {"text": text}} for text in texts])
    text_of = dict(zip(ids, texts, strict=True))
    held = [task for task in ids if is_held_out(task)]
    taught = [task for task in ids if not is_held_out(task)][:60]
    site.api.finished(site.api.post(f"/api/projects/{project}/learning/rank/", {})["job"]["id"])
    for task in (*held, *taught):
        answer = {"regions": [], "relations": [], "answers": {"mood": mood_of[text_of[task]]}}
        site.api.post(f"/api/tasks/{task}/annotations/", answer | {"lead_time": 1.0, "lease": None})
    site.api.finished(site.api.post(f"/api/projects/{project}/learning/train/", {})["job"]["id"])
    return project


def exported(site: Site, project: str) -> list[Json]:
    """Every annotation that an export of the project holds."""
    order = {"format": "jsonl", "filter": "", "include_media": False, "source": "annotations"}
    answer = site.api.post(f"/api/projects/{project}/exports/", order)
    job = site.api.finished(answer["job"]["id"])
    lines = site.api.http.get(job["file"]["url"]).text.splitlines()
    return [entry for line in lines for entry in json.loads(line)["annotations"]]


def look_of(page: Page, name: str) -> None:
    """Keep a picture where the caller asks for some."""
    if folder := os.environ.get("TEST_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_a_bound_lets_the_model_label_and_everything_can_be_taken_back(
    signed_in: Page, site: Site
) -> None:
    project = labelled_project(site)
    page = signed_in
    page.goto(f"{site.url}/projects/{project}/learning/acceptance")
    ledger = page.get_by_text("Nothing has been accepted")
    expect(ledger).to_be_visible(timeout=SLOW_MS)
    look_of(page, "acceptance-empty")
    assert serious(page) == []

    for label, value in (("may be wrong", "10"), ("Certainty", "90"), ("auditing", "10")):
        number = page.get_by_label(re.compile(label))
        number.fill(value)
        number.press("Enter")
        expect(number).to_have_value(value)
    page.get_by_role("button", name="Look now").click()
    accept = page.get_by_role("button", name=re.compile(r"Accept \d+ labels"))
    expect(accept).to_be_enabled(timeout=SLOW_MS)
    look_of(page, "acceptance-looked")
    assert serious(page) == []
    accept.click()

    row = page.get_by_role("row").filter(has_text="stands")
    expect(row).to_be_visible(timeout=2 * SLOW_MS)
    look_of(page, "acceptance-ledger")
    page.emulate_media(color_scheme="light")
    look_of(page, "acceptance-light")
    page.set_viewport_size({"width": 1024, "height": 768})
    look_of(page, "acceptance-narrow")
    page.set_viewport_size({"width": 1440, "height": 900})
    by_model = [entry for entry in exported(site, project) if entry.get("origin") == "model"]
    (entry,) = site.api.get(f"/api/projects/{project}/learning/acceptance/")["ledger"]
    assert len(by_model) == entry["accepted"] > 100
    assert {each["annotator"] for each in by_model} == {"penumbra.model"}
    assert {each["state"] for each in by_model} == {"accepted"}

    row.get_by_role("button", name="Undo").click()
    look_of(page, "acceptance-undo")
    page.get_by_role("button", name="Take it back").click()
    undone = page.get_by_role("row").filter(has_text="undone")
    expect(undone).to_contain_text("by a person", timeout=2 * SLOW_MS)
    assert serious(page) == []
    left = exported(site, project)
    assert not [each for each in left if each.get("origin")]
    assert len(left) > 150
