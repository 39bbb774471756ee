"""Spans and relations in texts that break other tools: emoji, CRLF, right to left, overlap."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.reading import Reader
from tests.shared_data import shared

CLASSES = ["PER", "EMO", "LOC", "ORG", "DATE"]
SPANS = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "mention",
            "on": "text",
            "kind": "span",
            "name": "Mention",
            "classes": [{"id": each} for each in CLASSES],
        }
    ],
}
KEYS = {name: str(place) for place, name in enumerate(CLASSES, 1)}
HEBREW_WORDS = "שָׁלוֹם", "2002", "עולם"


def read_case(case: str, name: str) -> tuple[str, Any]:
    """Return the text of a case's file and its right values."""
    folder = shared(f"cases/files/{case}")
    raw = (folder / name).read_text("utf-8")
    task = json.loads(raw)[0]["data"] if name.endswith(".json") else json.loads(raw)
    return task["text"], json.loads((folder / "expected.json").read_text("utf-8"))


def open_text(page: Page, site: Site, text: str, ontology: Json = SPANS) -> tuple[Reader, str]:
    """Make a project of one text and open it."""
    project = site.api.project("Marks", ontology)
    (task,) = site.api.add_tasks(project, [{"text": text}])
    return Reader(Desk(page).open(site.url, project)), task


def stored(site: Site, reader: Reader, task: str, text: str) -> set[tuple[str, int, int, str]]:
    """Submit, and return class, start, end and surface of every span the server has."""
    reader.desk.submit()
    regions = site.api.submitted(task)["regions"]
    assert site.api.get(f"/api/tasks/{task}/")["data"]["text"] == text
    ends = [(one["class"], one["geometry"]["start"], one["geometry"]["end"]) for one in regions]
    return {(name, start, end, text[start:end]) for name, start, end in ends}


def test_spans_after_emoji_count_code_points(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O07", "emoji.json")
    reader, task = open_text(signed_in, site, text)
    for span in expected["spans"]:
        reader.mark(span["text"], KEYS[span["label"]])
    assert stored(site, reader, task, text) == {
        (span["label"], span["start_cp"], span["end_cp"], span["text"])
        for span in expected["spans"]
    }


def test_line_ends_shift_nothing(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O08", "crlf.jsonl")
    reader, task = open_text(signed_in, site, text)
    for span in expected["spans"]:
        reader.mark(span["text"], KEYS["PER"])
    assert stored(site, reader, task, text) == {
        ("PER", span["start"], span["end"], span["text"]) for span in expected["spans"]
    }


def test_a_span_is_made_by_keys_alone(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O08", "crlf.jsonl")
    reader, task = open_text(signed_in, site, text)
    keyboard = reader.page.keyboard
    keyboard.press("ArrowDown")
    keyboard.press("Home")
    for _ in "Hotel: ":
        keyboard.press("ArrowRight")
    for _ in "Four Oaks":
        keyboard.press("Shift+ArrowRight")
    keyboard.press(KEYS["LOC"])
    expect(reader.desk.rows()).to_have_count(1)
    span = expected["spans"][1]
    assert stored(site, reader, task, text) == {("LOC", span["start"], span["end"], span["text"])}


def test_the_last_word_of_a_right_to_left_text(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O11", "rtl.json")
    reader, task = open_text(signed_in, site, text)
    word = expected["rtl.json"]["label_last_word"]
    reader.mark(word["text"], KEYS["PER"])
    assert stored(site, reader, task, text) == {("PER", word["start"], word["end"], word["text"])}


def test_marking_moves_no_word_of_a_right_to_left_text(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O11", "rtl_he.json")
    reader, task = open_text(signed_in, site, text)
    before = [reader.place(word) for word in HEBREW_WORDS]
    reader.mark("2002", KEYS["DATE"])
    assert [reader.place(word) for word in HEBREW_WORDS] == before
    number = expected["rtl_he.json"]["label_2002"]
    assert stored(site, reader, task, text) == {("DATE", number["start"], number["end"], "2002")}


def test_nested_crossing_and_touching_spans_live_together(signed_in: Page, site: Site) -> None:
    text, expected = read_case("O12", "overlap.json")
    reader, task = open_text(signed_in, site, text)
    keep = [text[start:end] for start, end in expected["kept"].values()]
    # Parts of words are wanted too.
    reader.page.keyboard.press("m")
    for words in keep:
        reader.mark(words, KEYS["ORG"])
        # Its handles out of the way of a span that touches it.
        reader.page.keyboard.press("Escape")

    # The same again is refused, and said so.
    reader.select("Norway")
    reader.desk.say("There is already the same span with this label")
    expect(reader.desk.rows()).to_have_count(len(keep))

    # A click takes the innermost; another at the same place, what lies around it.
    reader.page.keyboard.press("Escape")
    chosen = []
    for _ in range(3):
        reader.click("Norway")
        on = reader.desk.rows().get_by_role("button", pressed=True).first
        chosen.append(on.inner_text())
    assert len(set(chosen)) == 3
    spans = stored(site, reader, task, text)
    assert {(start, end) for _, start, end, _ in spans} == {
        (start, end) for start, end in expected["kept"].values()
    }


def test_a_relation_joins_two_spans_with_an_arrow(signed_in: Page, site: Site) -> None:
    text = "Ann Lee works for Acme in Oslo."
    ontology = site.api.template("entities_relations")
    reader, task = open_text(signed_in, site, text, ontology)
    reader.mark("Ann Lee", "1")
    reader.mark("Acme", "2")
    reader.click("Ann")
    reader.page.keyboard.press("r")
    reader.click("Acme")
    menu = reader.page.get_by_role("menu", name="Type of relation")
    menu.get_by_role("menuitem", name="works for").click()
    expect(menu).to_have_count(0)
    relations = reader.desk.panel.get_by_role("button", name="Ann Lee → Acme")
    expect(relations).to_be_visible()

    # The arrow is in the picture: taken back, the picture is another.
    with_arrow = reader.desk.text.screenshot()
    reader.page.keyboard.press("Control+z")
    expect(relations).to_have_count(0)
    assert reader.desk.text.screenshot() != with_arrow
    reader.page.keyboard.press("Control+Shift+z")
    expect(relations).to_be_visible()

    reader.desk.saved()
    reader.desk.submit()
    annotation = site.api.submitted(task)
    surfaces = {one["id"]: one["text"] for one in annotation["regions"]}
    (relation,) = annotation["relations"]
    joined = (relation["label"], surfaces[relation["from"]], surfaces[relation["to"]])
    assert joined == ("works_for", "Ann Lee", "Acme")
