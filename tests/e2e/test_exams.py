"""A manager makes gold, an exam and a plan; an annotator practises, passes, and then may work."""

import os
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.api import Api, Json
from tests.e2e.pages.door import SLOW_MS, sign_in
from tests.e2e.test_accessibility import serious

ONTOLOGY: Json = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "mood",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "pos", "hotkey": "1"}, {"id": "neg", "hotkey": "2"}],
        }
    ],
}
QUESTIONS = 6
PERSON, PASSWORD = "grace", "a steady hand"


def look_of(page: Page, name: str) -> None:
    """Keep a picture where the caller asks for some."""
    if folder := os.environ.get("TEST_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def project_with_gold(site: Site) -> str:
    """Six tasks whose truth is known, and two of ordinary work."""
    project = site.api.project("Entry", ONTOLOGY, overlap=2)
    texts = [*(f"question {n}" for n in range(QUESTIONS)), "work 1", "work 2"]
    tasks = site.api.add_tasks(project, [{"data": {"text": text}} for text in texts])
    for task in tasks[:QUESTIONS]:
        answer = {"answers": {"mood": "pos"}, "regions": [], "relations": [], "lead_time": 1.0}
        made = site.api.post(f"/api/tasks/{task}/annotations/", answer)
        site.api.put(f"/api/tasks/{task}/gold/", {"annotation": made["id"]})
    return project


def member(site: Site, project: str) -> None:
    site.api.post("/api/users/", {"username": PERSON, "password": PASSWORD})
    site.api.post(f"/api/projects/{project}/members/", {"user": PERSON, "role": "annotator"})


def test_an_exam_opens_the_work_and_the_plan_says_who_gets_it(
    signed_in: Page, other_context: BrowserContext, site: Site
) -> None:
    project = project_with_gold(site)
    member(site, project)
    page = signed_in

    page.goto(f"{site.url}/projects/{project}/gold")
    rows = page.get_by_role("row").filter(has_text="question")
    expect(rows).to_have_count(QUESTIONS, timeout=SLOW_MS)
    look_of(page, "gold")
    assert serious(page) == []
    for _ in range(QUESTIONS):
        rows.first.get_by_role("combobox").select_option("exam")
        page.wait_for_timeout(300)
    expect(page.get_by_text("No gold is hidden yet")).to_be_visible(timeout=SLOW_MS)

    page.goto(f"{site.url}/projects/{project}/exams")
    page.get_by_role("button", name="New exam").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("Entry exam")
    for label, value in (("Practice", "1"), ("at least", "5"), ("at most", "5"), ("Mark", "50")):
        form.get_by_label(label).fill(value)
    look_of(page, "exam-form")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Entry exam")).to_be_visible(timeout=SLOW_MS)
    look_of(page, "exams-manager")
    assert serious(page) == []

    page.goto(f"{site.url}/projects/{project}/settings")
    switch = page.get_by_role("switch", name="As many opinions as each task needs")
    switch.check()
    page.get_by_label("Opinions at most").fill("5")
    look_of(page, "routing")
    page.get_by_role("button", name="Save routing").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible(timeout=SLOW_MS)
    assert site.api.get(f"/api/projects/{project}/routing/")["plan"]["most"] == 5
    assert serious(page) == []

    person = other_context.new_page()
    sign_in(person, site.url, PERSON, PASSWORD)
    person.goto(f"{site.url}/projects/{project}/annotate")
    expect(person.get_by_text("Pass this project's exam first")).to_be_visible(timeout=SLOW_MS)
    look_of(person, "exam-required")
    person.get_by_role("link", name="Exams").click()
    person.get_by_role("button", name="Begin").click()
    expect(person.get_by_text("practice, task 1 of 1")).to_be_visible(timeout=SLOW_MS)
    look_of(person, "exam-practice")
    for number in range(QUESTIONS):
        expect(person.get_by_text("question").first).to_be_visible(timeout=SLOW_MS)
        if number:
            expect(person.get_by_text(f"question {number}; at least 5")).to_be_visible(
                timeout=SLOW_MS
            )
        person.keyboard.press("1")
        person.keyboard.press("Enter")
    expect(person.get_by_text("passed. The work goes on.")).to_be_visible(timeout=SLOW_MS)
    expect(person.get_by_text("work").first).to_be_visible(timeout=SLOW_MS)
    person.goto(f"{site.url}/projects/{project}/exams")
    expect(person.get_by_role("figure", name="Certificate")).to_be_visible(timeout=SLOW_MS)
    look_of(person, "exams-passed")
    assert serious(person) == []
    grace = Api(site.url, PERSON, PASSWORD)
    assert grace.get(f"/api/projects/{project}/exams/")["exams"][0]["is_valid"] is True
