"""HTML by mouse and by key: one text across tags, nothing that runs, the same after a reload."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import AXE, Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.shared_data import shared

ONTOLOGY: Json = {
    "fields": {"page": {"type": "html"}},
    "labels": [
        {
            "id": "entity",
            "on": "page",
            "kind": "span",
            "classes": [{"id": "person"}, {"id": "thing"}],
        }
    ],
}
PAGE = """<script>window.__xss=1</script><h1 onclick="window.__xss=1">Tom &amp; Ann</h1>
<p>These are <b>two lan</b>terns of<br>Ann, <img src=x onerror="window.__xss=1" alt="a lamp">
<a href="javascript:window.__xss=1">lit</a>.</p><table><tr><td>Tom</td><td>Ann</td></tr></table>
<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>"""
TEXT = "Tom & Ann\nThese are two lanterns of\nAnn, lit.\nTom\tAnn"


def open_page(page: Page, site: Site, name: str, html: str) -> tuple[Desk, str]:
    project = site.api.project(name, ONTOLOGY, allow_empty=True)
    (task,) = site.api.add_tasks(project, [{"data": {"page": html}}])
    desk = Desk(page).open(site.url, project)
    expect(desk.text.locator("[data-at]").first).to_be_visible(timeout=SLOW_MS)
    return desk, task


def place_of(page: Page, words: str, *, end: bool = False) -> tuple[float, float]:
    """Return where the first or last letter of some words stands, across tags."""
    found: dict[str, float] = page.evaluate(
        """([words, end]) => {
            const nodes = [...document.querySelectorAll('.html-page [data-at]')];
            const all = nodes.map((node) => node.textContent).join('');
            let at = all.indexOf(words) + (end ? words.length - 1 : 0);
            for (const { firstChild: node } of nodes) {
                if (at < node.length) {
                    const range = document.createRange();
                    range.setStart(node, at);
                    range.setEnd(node, at + 1);
                    const box = range.getBoundingClientRect();
                    return { x: end ? box.right - 1 : box.left + 1, y: box.top + box.height / 2 };
                }
                at -= node.length;
            }
        }""",
        [words, end],
    )
    return found["x"], found["y"]


def drag_over(page: Page, words: str) -> None:
    page.mouse.move(*place_of(page, words))
    page.mouse.down()
    page.mouse.move(*place_of(page, words, end=True), steps=5)
    page.mouse.up()


def test_spans_cross_tags_and_count_in_one_text(signed_in: Page, site: Site) -> None:
    desk, task = open_page(signed_in, site, "Web pages", PAGE)
    assert signed_in.evaluate("() => window.__xss") is None
    assert site.api.get(f"/api/tasks/{task}/")["data"]["page"]["text"] == TEXT

    signed_in.keyboard.press("2")
    drag_over(signed_in, "two lanterns")
    expect(desk.rows()).to_have_count(1)
    signed_in.keyboard.press("Escape")
    signed_in.keyboard.press("Escape")
    # By key from the very beginning: Tom & Ann.
    signed_in.keyboard.press("Control+Home")
    for _ in range(20):
        signed_in.keyboard.press("ArrowLeft")
        signed_in.keyboard.press("ArrowUp")
    signed_in.keyboard.press("Shift+End")
    signed_in.keyboard.press("1")
    expect(desk.rows()).to_have_count(2)
    signed_in.keyboard.press("Control+z")
    expect(desk.rows()).to_have_count(1)
    signed_in.keyboard.press("Control+Shift+z")
    desk.saved()

    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    desk.submit()
    desk.saved()
    check_stored(site.api.submitted(task), {"thing": "two lanterns", "person": "Tom & Ann"})
    assert signed_in.evaluate("() => window.__xss") is None


def check_stored(annotation: Json, expected: dict[str, str]) -> None:
    found = {region["class"]: region for region in annotation["regions"]}
    assert {name: region["text"] for name, region in found.items()} == expected
    for region in found.values():
        geometry = region["geometry"]
        assert TEXT[geometry["start"] : geometry["end"]] == region["text"]


@pytest.mark.parametrize("case", ["O13/page.html", "O48/tasks.json"])
def test_pages_of_the_cases_do_nothing_but_be_read(signed_in: Page, site: Site, case: str) -> None:
    raw = shared(f"cases/files/{case}").read_text("utf-8")
    html = json.loads(raw)[0]["data"]["html"] if case.endswith("json") else raw
    open_page(signed_in, site, f"Case {case}", html)
    assert signed_in.evaluate("() => window.__xss") is None
    inside = "script, iframe, img, form, [onclick], [style], [href], [src], [class]:not(.html-page)"
    assert signed_in.locator(".html-page").locator(inside).count() == 0
    assert serious(signed_in) == []


def serious(page: Page) -> list[dict[str, Any]]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
