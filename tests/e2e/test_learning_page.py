"""The learning page: its tabs, the map with what one does on it, and two versions compared."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Cookie, Locator, Page, expect

from tests.e2e.conftest import Site, tab_in
from tests.e2e.pages.api import Api
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.settling import settle
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious

ANIMALS = ("cat", "dog", "horse", "cow", "rabbit", "goat", "sheep", "lion", "wolf", "bear")
FOODS = ("bread", "soup", "cheese", "apple", "rice", "cake", "salad", "pizza", "pasta", "egg")
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "topic",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "animal", "name": "Animal"}, {"id": "food", "name": "Food"}],
        }
    ],
}
TABS = ("Overview", "Accuracy", "Map", "Label errors", "Auto-accept", "Strategies", "Versions")


@pytest.fixture(scope="module")
def project(site: Site) -> str:
    """Sixty texts about two things, half of them answered, two models, and a map."""
    api = site.api
    made = api.project("Two things", ONTOLOGY, holdout_share=0.4, retrain_after=500)
    words = [(verb, word) for verb in ("I see a", "Here is the", "They like this")
             for word in (*ANIMALS, *FOODS)]  # fmt: skip
    api.add_tasks(made, [{"text": f"{verb} {word}"} for verb, word in words])
    train(api, made)
    for count in (20, 16):
        answer(api, made, count)
        train(api, made)
    api.finished(api.post(f"/api/projects/{made}/learning/map/", {})["job"]["id"])
    return made


def train(api: Api, project: str) -> None:
    api.finished(api.post(f"/api/projects/{project}/learning/train/", {})["job"]["id"])


def answer(api: Api, project: str, count: int) -> None:
    """Answer the next tasks as a program."""
    for _ in range(count):
        work = api.post(f"/api/projects/{project}/tasks/next/", {"holding": []})
        word = work["task"]["data"]["text"].split()[-1]
        body = {
            "regions": [],
            "relations": [],
            "answers": {"topic": "animal" if word in ANIMALS else "food"},
            "lead_time": 1.0,
            "lease": work["lease"]["id"],
        }
        api.post(f"/api/tasks/{work['task']['id']}/annotations/", body)


@pytest.fixture(scope="module", params=["dark", "light"])
def tab(request: pytest.FixtureRequest, chromium: Browser, cookies: list[Cookie]) -> Iterator[Page]:
    """A signed-in tab in one theme."""
    with tab_in(request.param, chromium, cookies) as page:
        yield page


def open_map(page: Page, site: Site, project: str) -> None:
    page.goto(f"{site.url}/projects/{project}/learning/map")
    expect(the_map(page)).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_role("list", name="Groups of like tasks")).to_be_visible()


def the_map(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("Map of the tasks"))


def lasso_all(page: Page) -> None:
    """Draw a loop around everything."""
    page.get_by_role("button", name="Lasso").click()
    box = page.get_by_role("application").bounding_box()
    assert box
    left, top = box["x"] + 4, box["y"] + 4
    right, bottom = box["x"] + box["width"] - 4, box["y"] + box["height"] - 4
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top + 8)):
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_every_tab_has_an_address_and_no_serious_fault(tab: Page, site: Site, project: str) -> None:
    tab.goto(f"{site.url}/projects/{project}/learning")
    expect(tab.get_by_role("tab", name="Overview")).to_be_visible(timeout=SLOW_MS)
    for name in TABS:
        tab.get_by_role("tab", name=name).click()
        expect(tab.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        settle(tab)
        assert serious(tab) == []
    assert tab.url.endswith("/learning/versions")
    tab.get_by_role("tab", name="Versions").press("ArrowRight")
    expect(tab.get_by_role("tab", name="Overview")).to_be_focused()


def test_a_lasso_puts_tasks_first_in_the_queue(signed_in: Page, site: Site, project: str) -> None:
    open_map(signed_in, site, project)
    lasso_all(signed_in)
    bar = signed_in.get_by_role("toolbar", name="Selected tasks")
    expect(bar).to_contain_text("60 selected")
    bar.get_by_role("button", name="Put first").click()
    expect(signed_in.get_by_text("60 tasks come first in the queue.")).to_be_visible()
    path = f"/api/projects/{project}/tasks/"
    until(lambda: len(site.api.all(path, filter="priority > 1")) == 60, "the queue is changed")
    signed_in.get_by_role("button", name="Undo").click()
    until(lambda: not site.api.all(path, filter="priority > 1"), "the queue is as it was")


def test_a_group_is_labelled_at_once_and_taken_back(
    signed_in: Page, site: Site, project: str
) -> None:
    open_map(signed_in, site, project)
    path = f"/api/projects/{project}/tasks/"
    before = {task["id"] for task in site.api.all(path, filter="annotations > 0")}
    signed_in.get_by_role("list", name="Groups of like tasks").get_by_role("button").first.click()
    signed_in.get_by_role("button", name="Label as…").click()
    signed_in.get_by_role("menuitem", name="Animal").click()
    dialog = signed_in.get_by_role("dialog", name="Label all of them")
    expect(dialog).to_contain_text("held out to measure the model")
    dialog.get_by_role("button", name=re.compile(r"Label \d+ tasks")).click()
    expect(dialog).to_be_hidden(timeout=SLOW_MS)
    expect(signed_in.get_by_text(re.compile(r"\d+ tasks? labelled as Animal"))).to_be_visible()
    after = site.api.all(path, filter="annotations > 0")
    new = [task for task in after if task["id"] not in before]
    assert new
    assert {label for task in new for label in task["labels"]} == {"animal"}
    signed_in.get_by_role("button", name="Undo").click()
    expect(signed_in.get_by_text("taken back")).to_be_visible()
    left = {task["id"] for task in site.api.all(path, filter="annotations > 0")}
    assert left == before


def test_by_keys_alone_a_box_selects_and_opens_as_a_list(
    signed_in: Page, site: Site, project: str
) -> None:
    open_map(signed_in, site, project)
    plane = signed_in.get_by_role("application")
    plane.focus()
    for key in ("b", *["ArrowLeft"] * 30, *["ArrowUp"] * 24):
        signed_in.keyboard.press(key)
    for key in (*["Shift+ArrowRight"] * 60, *["Shift+ArrowDown"] * 50, "Enter"):
        signed_in.keyboard.press(key)
    bar = signed_in.get_by_role("toolbar", name="Selected tasks")
    expect(bar).to_contain_text("selected")
    bar.get_by_role("button", name="Open as list").click()
    expect(signed_in).to_have_url(re.compile(r"/tasks\?filter=id%20in"))


def test_a_point_opens_its_task_with_the_nearest_ones(
    signed_in: Page, site: Site, project: str
) -> None:
    open_map(signed_in, site, project)
    box = signed_in.get_by_role("application").bounding_box()
    assert box
    panel = signed_in.get_by_role("region", name="Most like it")
    for at in range(400):
        x = box["x"] + box["width"] * (0.15 + 0.6 * (at % 20) / 20)
        y = box["y"] + box["height"] * (0.1 + 0.8 * (at // 20) / 20)
        signed_in.mouse.click(x, y)
        if panel.count():
            break
    expect(panel.get_by_role("button").nth(5)).to_be_visible(timeout=SLOW_MS)
    expect(signed_in.get_by_role("complementary")).to_contain_text("The model says")
    assert serious(signed_in) == []


def test_two_versions_are_compared_on_the_same_tasks(
    signed_in: Page, site: Site, project: str
) -> None:
    signed_in.goto(f"{site.url}/projects/{project}/learning/versions")
    expect(signed_in.get_by_role("heading", name="Compare two versions")).to_be_visible(
        timeout=SLOW_MS
    )
    expect(signed_in.get_by_text("both right")).to_be_visible()
    expect(signed_in.get_by_text(re.compile("95 % interval of the difference"))).to_be_visible()


def test_the_page_speaks_chinese(signed_in: Page, site: Site, project: str) -> None:
    open_map(signed_in, site, project)
    signed_in.get_by_role("button", name="中文").click()
    expect(signed_in.get_by_role("tab", name="地图")).to_be_visible()
    expect(signed_in.get_by_role("list", name="相似任务的分组")).to_be_visible()
    signed_in.get_by_role("button", name="EN").click()
    expect(signed_in.get_by_role("tab", name="Map")).to_be_visible()
