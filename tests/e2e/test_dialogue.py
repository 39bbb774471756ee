"""Dialogues by mouse and by key: turns, stars, spans, a rewrite; and two of them compared."""

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import AXE, Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS

CHAT = [
    {"role": "user", "content": "Where is 👩\u200d🚀 Ada's lamp?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [{"function": {"name": "find_order", "arguments": '{"order": 7}'}}],
    },
    {"role": "assistant", "content": "It left on Monday.\n\n```py\nprint(1)\n```"},
]
ONTOLOGY: Json = {
    "fields": {"chat": {"type": "dialogue"}},
    "labels": [
        {
            "id": "quality",
            "on": "chat",
            "kind": "turn",
            "roles": ["assistant"],
            "attributes": [{"id": "stars", "kind": "rating", "min": 1, "max": 5}],
        },
        {"id": "act", "on": "chat", "kind": "turn", "classes": [{"id": "asks"}, {"id": "says"}]},
        {"id": "word", "on": "chat", "kind": "span", "classes": [{"id": "fact"}]},
        {"id": "better", "on": "chat", "kind": "textarea", "rewrite": "chat"},
    ],
}
PAIR: Json = {
    "fields": {"one": {"type": "dialogue"}, "two": {"type": "dialogue"}},
    "labels": [
        {
            "id": name,
            "on": "one",
            "kind": "pairwise",
            "fields": ["one", "two"],
            "classes": [{"id": "first"}, {"id": "second"}, {"id": "tie", "name": "Same"}],
        }
        for name in ("better", "kinder")
    ],
}


def turn(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Turn {number},").first


def import_lines(site: Site, project: str, tmp_path: Path, *tasks: Json) -> list[Json]:
    file = tmp_path / "chats.jsonl"
    file.write_text("".join(json.dumps(task) + "\n" for task in tasks))
    site.api.import_file(project, file)
    return site.api.all(f"/api/projects/{project}/tasks/")


def test_turns_words_and_a_rewrite_are_stored(signed_in: Page, site: Site, tmp_path: Path) -> None:
    project = site.api.project("Chats", ONTOLOGY, allow_empty=True)
    [task] = import_lines(site, project, tmp_path, {"chat": CHAT})
    desk = Desk(signed_in).open(site.url, project)
    expect(turn(signed_in, 3)).to_be_visible(timeout=SLOW_MS)
    keys = signed_in.keyboard

    turn(signed_in, 1).get_by_text("user").click()
    keys.press("1")
    for key in ("ArrowDown", "Shift+Digit4", "ArrowDown", "Shift+Digit2", "2"):
        keys.press(key)
    expect(desk.rows()).to_have_count(4)
    keys.press("Escape")
    # The word after the emoji, in the first turn: offsets are code points.
    turn(signed_in, 1).get_by_text("lamp").dblclick(position={"x": 150, "y": 12})
    keys.press("3")
    expect(desk.rows()).to_have_count(5)
    turn(signed_in, 2).locator("summary").click()
    expect(turn(signed_in, 2).locator("pre")).to_be_visible()

    signed_in.get_by_role("button", name="Rewrite the answer").click()
    box = signed_in.get_by_role("textbox", name="better")
    box.fill("It left on Friday.")
    expect(signed_in.locator(".changes ins").first).to_have_text("Friday")
    desk.saved()
    signed_in.reload()
    expect(turn(signed_in, 3)).to_be_visible(timeout=SLOW_MS)
    expect(desk.rows()).to_have_count(5, timeout=SLOW_MS)
    desk.submit()
    desk.saved()
    check(site.api.submitted(task["id"]))


def check(annotation: Json) -> None:
    regions = annotation["regions"]
    acts = {(one["class"], one["geometry"]["turn"]) for one in regions if one["label"] == "act"}
    assert acts == {("asks", 0), ("says", 2)}
    stars = {
        one["geometry"]["turn"]: one["attributes"]["stars"]
        for one in regions
        if one["label"] == "quality"
    }
    assert stars == {1: 4, 2: 2}
    [word] = [one for one in regions if one["label"] == "word"]
    place = word["geometry"]
    assert CHAT[place["turn"]]["content"][place["start"] : place["end"]] == word["text"]
    assert annotation["answers"]["better"] == "It left on Friday."


def test_sides_change_by_lot_and_answers_keep_their_fields(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    project = site.api.project("Pairs", PAIR, order="sequential")
    start = [{"role": "user", "content": "Why?"}]
    pair = {
        "one": [*start, {"role": "assistant", "content": "Because of red light."}],
        "two": [*start, {"role": "assistant", "content": "Because of blue light."}],
    }
    tasks = import_lines(site, project, tmp_path, *[pair] * 8)
    desk = Desk(signed_in).open(site.url, project)
    seen: dict[str, str] = {}
    for _ in range(8):
        front = signed_in.locator(".stage:visible").first
        left = front.get_by_role("article", name="Turn 2,").first
        expect(left).to_be_visible(timeout=SLOW_MS)
        expect(front.get_by_text("Left", exact=True)).to_be_visible()
        task = desk.task()
        seen[task] = "first" if "red" in left.inner_text() else "second"
        signed_in.keyboard.press("1")
        desk.submit()
    desk.saved()
    assert set(seen.values()) == {"first", "second"}, "by lot, one in 128 is all alike"
    given = [site.api.submitted(one["id"])["answers"]["better"] for one in tasks]
    assert sorted(given) == sorted(seen.values())


def test_ten_thousand_turns_are_gone_through_and_harm_nobody(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    chat = [{"role": ("user", "assistant")[i % 2], "text": f"Saying {i}"} for i in range(10_000)]
    project = site.api.project("Long chat", ONTOLOGY, allow_empty=True)
    import_lines(site, project, tmp_path, {"chat": chat})
    Desk(signed_in).open(site.url, project)
    expect(turn(signed_in, 1)).to_be_visible(timeout=SLOW_MS)
    signed_in.keyboard.press("Control+End")
    expect(signed_in.get_by_text("Saying 9999", exact=True)).to_be_in_viewport(timeout=SLOW_MS)
    assert signed_in.get_by_role("article").count() < 80
    signed_in.keyboard.press("Control+f")
    signed_in.keyboard.type("Saying 1234")
    expect(signed_in.get_by_text("Saying 1234", exact=True)).to_be_in_viewport()
    signed_in.evaluate(AXE.read_text("utf-8"))
    found = signed_in.evaluate("() => axe.run('.stage')")["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
