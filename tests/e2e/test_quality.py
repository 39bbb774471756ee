"""Quality of people and tasks, and reviewing by keys: what a manager and a reviewer do."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Cookie, Locator, Page, expect

from tests.e2e.conftest import Site, tab_in
from tests.e2e.pages.api import Api
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious

PASSWORD = "a quiet lamp"
TEXTS = [f"Letter {number} about the kettle." for number in range(8)]


@pytest.fixture(scope="module")
def project(site: Site) -> str:
    """Eight letters, answered by three people who part on the first."""
    ontology = site.api.template("text_classification")
    project = site.api.project("Letters to judge", ontology, overlap=3, order="sequential")
    tasks = site.api.add_tasks(project, [{"text": text} for text in TEXTS])
    moods = ("positive", "negative", "neutral")
    for at, name in enumerate(("mei", "omar", "kofi")):
        site.api.post("/api/users/", {"username": name, "password": PASSWORD})
        site.api.post(f"/api/projects/{project}/members/", {"user": name, "role": "annotator"})
        person = Api(site.url, name, PASSWORD)
        for number, task in enumerate(tasks):
            work = person.post(f"/api/tasks/{task}/open/", {})
            mood = moods[at] if number == 0 else moods[number % 3]
            body = {
                "regions": [],
                "relations": [],
                "answers": {"sentiment": mood},
                "lead_time": 4.0,
                "lease": work["lease"]["id"],
            }
            person.post(f"/api/tasks/{task}/annotations/", body)
    site.api.get(f"/api/projects/{project}/annotators/")
    until(
        lambda: site.api.get(f"/api/projects/{project}/quality/tasks/?order=split")["results"],
        "the facts are written down",
        patience_s=90,
    )
    return project


@pytest.fixture
def tab(chromium: Browser, cookies: list[Cookie]) -> Iterator[Page]:
    with tab_in("dark", chromium, cookies) as page:
        yield page


def said(tab: Page, words: str) -> Locator:
    """What the page says of a step; its "Loading" has the same role, and may stand beside it."""
    return tab.get_by_role("status").filter(has_text=words)


def test_a_manager_goes_from_the_team_to_a_person(tab: Page, site: Site, project: str) -> None:
    tab.goto(f"{site.url}/projects/{project}/quality")
    expect(tab.get_by_role("link", name="mei")).to_be_visible(timeout=SLOW_MS)
    assert serious(tab) == []
    for name in ("Agreement", "Tasks", "Consensus", "Forecast"):
        tab.get_by_role("tab", name=name).click()
        expect(tab.get_by_role("tabpanel")).not_to_be_empty()
    assert serious(tab) == []
    tab.get_by_role("tab", name="People").click()
    tab.get_by_role("link", name="mei").click()
    expect(tab.get_by_role("heading", name="mei", level=1)).to_be_visible(timeout=SLOW_MS)
    expect(tab.get_by_role("heading", name="Right by class")).to_be_visible()
    assert serious(tab) == []
    tab.goto(f"{site.url}/projects/{project}/me")
    expect(tab.get_by_role("heading", name="Nothing yet")).to_be_visible(timeout=SLOW_MS)


def test_a_reviewer_decides_by_keys_and_takes_it_back(tab: Page, site: Site, project: str) -> None:
    tab.goto(f"{site.url}/projects/{project}/review")
    table = tab.get_by_role("table", name="Answers side by side")
    expect(table).to_contain_text("differs", timeout=SLOW_MS)
    first = site.api.get(f"/api/projects/{project}/reviews/queue/")["results"][0]
    assert first["excerpt"] == TEXTS[0]
    assert serious(tab) == []
    tab.keyboard.press("2")
    expect(table.get_by_role("button", name="omar")).to_have_attribute("aria-pressed", "true")
    tab.keyboard.press("Enter")
    expect(said(tab, "1 had said the same")).to_be_visible(timeout=SLOW_MS)
    decided = site.api.get(f"/api/tasks/{first['task']}/adjudication/")
    assert decided["answers"] == {"sentiment": "negative"}
    assert [who["username"] for who in decided["supporters"]] == ["omar"]
    tab.keyboard.press("u")
    expect(said(tab, "Taken back")).to_be_visible(timeout=SLOW_MS)
    states = {each["state"] for each in site.api.annotations(first["task"])}
    assert states == {"submitted"}


def test_a_reviewer_fixes_by_keys_and_undoes_the_verdict(
    tab: Page, site: Site, project: str
) -> None:
    (task,) = site.api.add_tasks(project, [{"text": "Who sat on the kettle?"}])
    person = Api(site.url, "mei", PASSWORD)
    work = person.post(f"/api/tasks/{task}/open/", {})
    body = {"answers": {"sentiment": "positive"}, "lead_time": 4.0, "lease": work["lease"]["id"]}
    person.post(f"/api/tasks/{task}/annotations/", {"regions": [], "relations": []} | body)
    tab.goto(f"{site.url}/projects/{project}/review/{task}")
    table = tab.get_by_role("table", name="Answers side by side")
    expect(table).to_contain_text("Positive", timeout=SLOW_MS)
    tab.keyboard.press("e")
    expect(tab.get_by_text("Fixing mei’s answer")).to_be_visible()
    tab.keyboard.press("3")
    tab.keyboard.press("Control+Enter")
    expect(said(tab, "Fixed and accepted")).to_be_visible(timeout=SLOW_MS)
    (fixed,) = site.api.annotations(task)
    assert (fixed["state"], fixed["answers"]) == ("fixed", {"sentiment": "negative"})
    tab.keyboard.press("Control+z")
    expect(said(tab, "Taken back")).to_be_visible(timeout=SLOW_MS)
    (stands,) = site.api.annotations(task)
    assert (stands["state"], stands["answers"]) == ("submitted", {"sentiment": "positive"})
