"""Every page under axe in both themes, and the way from the door to a submit without a mouse."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, expect

from tests.e2e.conftest import AXE, Site, tab_in
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Api
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.settling import settle

SITE_PAGES = ("/", "/projects/new", "/jobs", "/account", "/users", "/api/docs", "/no/such/page")
PROJECT_PAGES = (
    "",
    "/annotate",
    "/grid",
    "/tasks",
    "/learning",
    "/prelabelers/flows",
    "/quality",
    "/me",
    "/review",
    "/gold",
    "/federation",
    "/import",
    "/export",
    "/ontology",
    "/settings",
    "/members",
)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
# Evaluated, not added as a script: the page's own policy forbids strangers' scripts.
RUN_AXE = """async (tags) => {
    const report = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
    return report.violations.map(({ id, impact, help, nodes }) => ({
        id, impact, help, where: nodes.slice(0, 4).map(({ target, failureSummary }) =>
            `${target.join(' ')}: ${failureSummary.split('\\n').slice(1).join(' ').trim()}`),
    }));
}"""


def serious(page: Page) -> list[dict[str, Any]]:
    """Return what axe calls serious or critical on the page as it stands."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, TAGS)
    return [each for each in found if each["impact"] in ("serious", "critical")]


@pytest.fixture(scope="module", params=["dark", "light"])
def themed(
    request: pytest.FixtureRequest, chromium: Browser, cookies: list[Cookie]
) -> Iterator[Page]:
    """A signed-in tab in one theme."""
    with tab_in(request.param, chromium, cookies) as page:
        yield page


@pytest.fixture(scope="module")
def projects(site: Site) -> list[str]:
    """One project of texts with spans, one with choices and some answers, one of pairs."""
    made = [
        site.api.project(name.replace("_", " "), site.api.template(name))
        for name in ("entities_relations", "text_classification", "pairwise_answers")
    ]
    for project in made[:2]:
        texts = [{"text": f"Ann Lee wrote letter {n} to Acme in Oslo."} for n in range(12)]
        site.api.add_tasks(project, texts)
    pair = {"prompt": "Why?", "answer_a": "Because.", "answer_b": "It is so."}
    site.api.add_tasks(made[2], [pair])
    answer(site.api, made[1], 6)
    return made


def answer(api: Api, project: str, count: int) -> None:
    """Answer some tasks as a program, so that the pages have something to show."""
    for number in range(count):
        work = api.post(f"/api/projects/{project}/tasks/next/", {"holding": []})
        value = ("positive", "negative")[number % 2]
        body = {
            "regions": [],
            "relations": [],
            "answers": {"sentiment": value},
            "lead_time": 1.0,
            "lease": work["lease"]["id"],
        }
        api.post(f"/api/tasks/{work['task']['id']}/annotations/", body)


@pytest.mark.parametrize("path", SITE_PAGES)
def test_pages_of_the_site_have_no_serious_fault(themed: Page, site: Site, path: str) -> None:
    themed.goto(f"{site.url}{path}")
    settle(themed)
    assert serious(themed) == []


@pytest.mark.parametrize("path", PROJECT_PAGES)
def test_pages_of_a_project_have_no_serious_fault(
    themed: Page, site: Site, projects: list[str], path: str
) -> None:
    for project in projects if path == "/annotate" else projects[1:2]:
        themed.goto(f"{site.url}/projects/{project}{path}")
        settle(themed)
        assert serious(themed) == []


def test_the_windows_over_the_annotate_page(themed: Page, site: Site, projects: list[str]) -> None:
    desk = Desk(themed).open(site.url, projects[1])
    for key, name in (("Shift+Slash", "All keys"), ("s", "Skip this task"), ("g", "Guidelines")):
        desk.page.keyboard.press(key)
        dialog = desk.page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        assert serious(themed) == []
        desk.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


def test_the_door_has_no_serious_fault(context: BrowserContext, site: Site) -> None:
    page = context.new_page()
    page.goto(site.url)
    expect(page.get_by_label("Password")).to_be_visible(timeout=SLOW_MS)
    assert serious(page) == []


def test_from_the_door_to_a_submit_without_a_mouse(page: Page, site: Site) -> None:
    ontology = site.api.template("text_classification")
    project = site.api.project("By keys alone", ontology, order="sequential")
    task, _ = site.api.add_tasks(project, [{"text": "Wonderful."}, {"text": "Awful."}])

    page.goto(site.url)
    expect(page.get_by_label("Username")).to_be_visible(timeout=SLOW_MS)
    tab_to(page, "textbox", "Username")
    page.keyboard.type(site.user)
    page.keyboard.press("Tab")
    page.keyboard.type(site.password)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="By keys alone")).to_be_visible(timeout=SLOW_MS)
    tab_to(page, "link", "By keys alone")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/projects/{project}$"), timeout=SLOW_MS)
    expect(page.get_by_role("link", name="Annotate", exact=True).first).to_be_visible(
        timeout=SLOW_MS
    )
    tab_to(page, "link", "Annotate")
    page.keyboard.press("Enter")
    desk = Desk(page)
    desk.ready()
    desk.press_and_advance("1")
    assert site.api.submitted(task)["answers"] == {"sentiment": "positive"}


FOCUSED = """() => {
    const element = document.activeElement;
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
    const name = element.getAttribute('aria-label') || labels || element.textContent;
    return name.replace(/\\s+/g, ' ').trim();
}"""


def tab_to(page: Page, role: str, name: str) -> None:
    """Press Tab until the focus is there, as a person without a mouse does."""
    wanted = page.get_by_role(role, name=name)  # type: ignore[arg-type]
    for _ in range(80):
        page.keyboard.press("Tab")
        if any(one.evaluate("one => one === document.activeElement") for one in wanted.all()):
            return
    raise AssertionError(f"Tab never reached {role} {name!r}; last: {page.evaluate(FOCUSED)!r}")
