"""A killed server, a closed tab, double presses, a stale tab: nothing is lost, nothing twice."""

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS, sign_in
from tests.e2e.pages.waiting import until
from tests.shared_data import shared

# With a second question the answering key does not submit by itself.
NOTE = {"id": "note", "on": "text", "kind": "textarea", "name": "Note"}
QUESTIONS = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "tone",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "calm"}, {"id": "angry"}],
        },
        {"id": "note", "on": "text", "kind": "textarea", "name": "Note"},
    ],
}
RATING = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "points", "on": "text", "kind": "rating", "name": "Points", "min": 1, "max": 10},
        NOTE,
    ],
}


@pytest.fixture
def project(site: Site) -> str:
    """Four texts in order, with two questions each."""
    made = site.api.project("Letters", QUESTIONS, order="sequential")
    site.api.add_tasks(made, [{"text": f"Letter number {n}"} for n in range(1, 5)])
    return made


def first_task(site: Site, project: str) -> str:
    tasks = site.api.all(f"/api/projects/{project}/tasks/")
    return next(task["id"] for task in tasks if task["data"]["text"] == "Letter number 1")


def test_edits_wait_out_a_killed_server_and_nothing_is_lost(
    signed_in: Page, site: Site, project: str
) -> None:
    desk = Desk(signed_in).open(site.url, project)
    desk.page.keyboard.press("1")
    desk.saved()
    site.server.kill_web()
    note = desk.page.get_by_role("textbox", name="Note")
    note.fill("Written while nobody listened")
    desk.say(re.compile(r"edits? waits? for the network, kept on this computer"))

    site.server.wait_ready()
    desk.saved()
    draft = site.api.get(f"/api/tasks/{first_task(site, project)}/draft/")
    assert draft["answers"] == {"tone": "calm", "note": "Written while nobody listened"}
    desk.submit_button.click()
    stored = site.api.submitted(first_task(site, project))
    assert stored["answers"] == draft["answers"]


def test_a_submit_made_while_the_server_is_dead_arrives_once(
    signed_in: Page, site: Site, project: str
) -> None:
    desk = Desk(signed_in).open(site.url, project)
    desk.page.keyboard.press("2")
    desk.saved()
    desk.settle()
    expect(desk.foot).to_contain_text("Next task is ready", timeout=SLOW_MS)
    site.server.kill_web()
    desk.page.keyboard.press("Enter")
    # The next task was there already; the submit waits.
    until(lambda: "Letter number 2" in desk.shown(), "the next task is in front")
    site.server.wait_ready()
    desk.saved()
    assert site.api.submitted(first_task(site, project))["answers"] == {"tone": "angry"}


def test_a_closed_tab_comes_back_to_its_task_and_draft(
    signed_in: Page, site: Site, project: str
) -> None:
    desk = Desk(signed_in).open(site.url, project)
    name = desk.task()
    desk.page.keyboard.press("2")
    desk.page.get_by_role("textbox", name="Note").fill("half a thou")
    desk.saved()
    context = desk.page.context
    desk.page.close()

    again = Desk(context.new_page()).open(site.url, project)
    assert again.task() == name
    expect(again.page.get_by_role("radio", name="angry")).to_be_checked()
    expect(again.page.get_by_role("textbox", name="Note")).to_have_value("half a thou")


@pytest.mark.parametrize("how", ["keys", "clicks"])
def test_a_double_submit_stores_one_annotation(
    signed_in: Page, site: Site, project: str, how: str
) -> None:
    """Case O35, and the second press does not fall on the next task either."""
    desk = Desk(signed_in).open(site.url, project)
    desk.page.keyboard.press("1")
    desk.saved()
    desk.settle()
    expect(desk.foot).to_contain_text("Next task is ready", timeout=SLOW_MS)
    if how == "keys":
        desk.page.keyboard.press("Enter")
        desk.page.keyboard.press("Enter")
    else:
        desk.submit_button.dblclick()
    until(lambda: "Letter number 2" in desk.shown(), "the next task is in front")
    stored = site.api.submitted(first_task(site, project))
    assert stored["answers"] == {"tone": "calm"}
    expect(desk.foot).to_contain_text("All saved", timeout=SLOW_MS)
    assert site.api.get(f"/api/projects/{project}/")["counts"]["annotations"] == 1
    assert "Letter number 2" in desk.shown()


def test_a_stale_tab_cannot_overwrite_newer_work(signed_in: Page, site: Site, project: str) -> None:
    old = Desk(signed_in).open(site.url, project)
    new = Desk(old.page.context.new_page()).open(site.url, project)
    assert new.task() == old.task()
    new.page.get_by_role("textbox", name="Note").fill("the newer words")
    new.saved()
    old.page.get_by_role("textbox", name="Note").fill("the older words")
    warning = old.page.get_by_role("alert").filter(has_text="changed in another tab")
    expect(warning).to_be_visible(timeout=SLOW_MS)
    path = f"/api/tasks/{first_task(site, project)}/draft/"
    assert site.api.get(path)["answers"]["note"] == "the newer words"

    warning.get_by_role("button", name="Take the newer").click()
    expect(old.page.get_by_role("textbox", name="Note")).to_have_value("the newer words")
    expect(warning).to_have_count(0)


def test_a_changed_mind_is_one_value(signed_in: Page, site: Site) -> None:
    """Case O37: chosen thrice, saved between; and the tenth point is ten."""
    project = site.api.project("Points", RATING, order="sequential")
    first, second = site.api.add_tasks(project, [{"text": "one"}, {"text": "two"}])
    desk = Desk(signed_in).open(site.url, project)
    for key in ("5", "4", "5"):
        desk.page.keyboard.press(key)
        desk.saved()
    desk.submit()
    assert site.api.submitted(first)["answers"] == {"points": 5}
    desk.page.keyboard.press("0")
    desk.submit()
    assert site.api.submitted(second)["answers"] == {"points": 10}


def test_skipped_tasks_come_back_once_and_the_end_is_an_end(signed_in: Page, site: Site) -> None:
    """Case O38: skip, skip, submit, submit; then the skipped ones; then a page that says so."""
    tasks = json.loads(shared("cases/files/O38/tasks.json").read_text("utf-8"))
    project = site.api.project("Four", QUESTIONS, order="sequential")
    site.api.add_tasks(project, tasks)
    desk = Desk(signed_in).open(site.url, project)
    seen = [desk.shown()]
    desk.skip()
    seen.append(desk.shown())
    desk.skip()
    while not desk.finished.is_visible() and len(seen) < 10:
        seen.append(desk.shown())
        desk.page.keyboard.press("1")
        desk.submit()
    assert seen[:4] == ["t0", "t1", "t2", "t3"]
    assert sorted(seen[4:]) == ["t0", "t1"]
    desk.saved()
    assert site.api.get(f"/api/projects/{project}/")["counts"]["annotations"] == len(tasks)
    desk.page.get_by_role("button", name="Back to the last task").click()
    expect(desk.submit_button).to_have_text(re.compile("Save changes"), timeout=SLOW_MS)
    assert desk.shown() == seen[-1]


def test_skipping_everything_ends_and_leaves_the_tasks_to_others(
    signed_in: Page, site: Site, project: str, other_context: BrowserContext
) -> None:
    account = {"username": f"bea{project}", "password": "another quiet lamp"}
    site.api.post("/api/users/", account)
    member = {"user": account["username"], "role": "annotator"}
    site.api.post(f"/api/projects/{project}/members/", member)
    desk = Desk(signed_in).open(site.url, project)
    for _ in range(12):
        if desk.skip() == "finished":
            break
    expect(desk.finished).to_be_visible()

    other = other_context.new_page()
    sign_in(other, site.url, account["username"], account["password"])
    assert Desk(other).open(site.url, project).shown() == "Letter number 1"
