"""Planted label errors are found, fixed, undone and kept by the keyboard alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Cookie, Page, expect

from tests.e2e.conftest import Site, tab_in
from tests.e2e.pages.api import Api
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.e2e.reviews import CLASS_OF
from tests.e2e.test_accessibility import serious

WRONG = {
    "The kettle is wonderful, I love it and would buy it again.": "negative",
    "This lamp broke after two days. Terrible quality, avoid it.": "positive",
    "The backpack is the best I have ever owned. Great quality.": "negative",
}


@pytest.fixture(scope="module")
def project(site: Site) -> str:
    """Sixty labelled reviews, three of them labelled wrongly."""
    made = site.api.project(
        "doubtful reviews", site.api.template("text_classification"), holdout_share=0.0
    )
    site.api.add_tasks(made, [{"text": text} for text in CLASS_OF])
    for task in site.api.all(f"/api/projects/{made}/tasks/"):
        text = task["data"]["text"]
        label(site.api, task["id"], WRONG.get(text, CLASS_OF[text]))
    return made


def label(api: Api, task: str, value: str) -> None:
    """Answer one task as a program."""
    question = api.post(f"/api/tasks/{task}/open/", {})["task"]["project"]
    ontology = api.get(f"/api/projects/{question}/")["ontology"]
    choice = next(item["id"] for item in ontology["labels"] if item["kind"] == "choice")
    body = {"regions": [], "relations": [], "answers": {choice: value}, "lead_time": 2.0}
    api.post(f"/api/tasks/{task}/annotations/", body)


@pytest.fixture(params=["dark"])
def themed(
    request: pytest.FixtureRequest, chromium: Browser, cookies: list[Cookie]
) -> Iterator[Page]:
    with tab_in(request.param, chromium, cookies) as page:
        yield page


def answered(api: Api, task: str) -> object:
    return next(iter(api.submitted(task)["answers"].values()))


def test_a_reviewer_goes_through_the_errors_by_keys(themed: Page, site: Site, project: str) -> None:
    page = themed
    page.goto(f"{site.url}/projects/{project}/learning/errors")
    page.get_by_role("button", name="Search all labels").click()
    card = page.get_by_role("article")
    expect(card).to_be_visible(timeout=SLOW_MS * 6)
    rows = page.get_by_role("list", name="Doubtful labels").get_by_role("listitem")
    assert rows.count() >= len(WRONG)
    found = site.api.get(f"/api/projects/{project}/learning/errors/findings/")["results"]
    worst = {one["data"]["text"] for one in found[: len(WRONG)]}
    assert worst == set(WRONG)
    assert serious(page) == []

    first, second = found[0], found[1]
    expect(card).to_contain_text(first["data"]["text"])
    before = answered(site.api, first["task"])
    page.keyboard.press("Enter")
    expect(card).to_contain_text(second["data"]["text"])
    until(
        lambda: answered(site.api, first["task"]) == CLASS_OF[first["data"]["text"]],
        "the suggestion is stored",
    )
    page.keyboard.press("u")
    expect(card).to_contain_text(first["data"]["text"])
    until(lambda: answered(site.api, first["task"]) == before, "the fix is taken back")

    expect(card.get_by_role("button", name="Keep the label")).to_be_enabled()
    page.keyboard.press("k")
    expect(card).to_contain_text(second["data"]["text"])
    page.keyboard.press("ArrowUp")
    expect(card).to_contain_text("kept")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 2 were wrong")).to_be_visible(timeout=SLOW_MS)
    states = site.api.get(f"/api/projects/{project}/learning/errors/")["counts"]
    assert (states["kept"], states["fixed"]) == (1, 1)
    history = site.api.get(f"/api/annotations/{first['annotation']}/history/")
    assert len(history) == 3

    csv = site.api.http.get(f"/api/projects/{project}/learning/errors/file/?state=all").text
    assert len(csv.splitlines()) == len(found) + 1


def test_the_planner_stands_on_the_overview(themed: Page, site: Site, project: str) -> None:
    def has_model() -> bool:
        return bool(site.api.get(f"/api/projects/{project}/learning/")["versions"])

    until(has_model, "a model is trained", patience_s=120)
    themed.goto(f"{site.url}/projects/{project}/learning")
    expect(themed.get_by_role("heading", name="Budget")).to_be_visible(timeout=SLOW_MS)
