"""A reviewer asks about a region, the annotator answers, live; the list says what waits."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS, sign_in
from tests.e2e.test_accessibility import serious

TEXT = "Ann Lee wrote to Acme in Oslo."
PASSWORD = "a lamp by the door"
SPAN = {
    "id": "r1",
    "label": "entity",
    "on": "text",
    "class": "person",
    "geometry": {"start": 0, "end": 7},
    "attributes": {},
    "origin": {"kind": "human"},
}


def test_people_talk_about_a_region(
    signed_in: Page, other_context: BrowserContext, site: Site
) -> None:
    project, task = answered(site)
    reviewer = Desk(signed_in)
    signed_in.goto(f"{site.url}/projects/{project}/tasks/{task}")
    reviewer.rows().first.click(timeout=SLOW_MS)
    signed_in.keyboard.press("c")
    box = reviewer.panel.get_by_role("textbox", name="Say something about this region")
    expect(box).to_be_focused()
    box.fill("Is Lee part of the name?")
    box.press("Enter")
    expect(reviewer.panel.get_by_text("Is Lee part of the name?")).to_be_visible()
    assert serious(signed_in) == []

    other = other_context.new_page()
    sign_in(other, site.url, "bo", PASSWORD)
    annotator = Desk(other).open(site.url, project, task)
    expect(annotator.panel.get_by_role("img", name="An open comment")).to_be_visible(
        timeout=SLOW_MS
    )
    annotator.rows().first.click()
    expect(annotator.panel.get_by_text("Is Lee part of the name?")).to_be_visible()
    answer = annotator.panel.get_by_role("textbox", name="Say something about this region")
    answer.fill("Yes, it is.")
    answer.press("Enter")
    # The reviewer's page hears of it by itself.
    expect(reviewer.panel.get_by_text("Yes, it is.")).to_be_visible(timeout=SLOW_MS)

    other.goto(f"{site.url}/projects/{project}/tasks")
    other.get_by_role("button", name="Open comments").click()
    expect(other.get_by_role("row").filter(has_text="Ann Lee")).to_be_visible(timeout=SLOW_MS)
    reviewer.panel.get_by_role("button", name="Settled").click()
    expect(reviewer.panel.get_by_role("button", name="Open again")).to_be_visible()
    other.reload()
    expect(other.get_by_role("row").filter(has_text="Ann Lee")).to_have_count(0, timeout=SLOW_MS)


def answered(site: Site) -> tuple[str, str]:
    """A task that Bo has answered, in a project of the reviewer's."""
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {"id": "entity", "on": "text", "kind": "span", "classes": [{"id": "person"}]},
        ],
    }
    project = site.api.project("Letters", ontology, review="required")
    (task,) = site.api.add_tasks(project, [{"text": TEXT}])
    site.api.post("/api/users/", {"username": "bo", "password": PASSWORD})
    site.api.post(f"/api/projects/{project}/members/", {"user": "bo", "role": "annotator"})
    bo = type(site.api)(site.url, "bo", PASSWORD)
    body = {"regions": [SPAN], "relations": [], "answers": {}, "lead_time": 3.0}
    bo.post(f"/api/tasks/{task}/annotations/", body)
    return project, task
