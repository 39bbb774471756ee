"""Set up, make a project, import, label by keyboard, see the model, export, import again."""

import json
import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Api, Json
from tests.e2e.pages.door import SLOW_MS, set_up
from tests.e2e.pages.exporting import export
from tests.e2e.pages.making import choose_file, make_project, start_import
from tests.e2e.reviews import CLASS_OF
from tests.e2e.server import Server

USER, PASSWORD = "ada", "a quiet lamp"
KEYS = {"positive": "1", "neutral": "2", "negative": "3"}
TO_LABEL = 25


def test_a_person_goes_from_nothing_to_an_export_that_comes_back(
    fresh: Server, page: Page, tmp_path: Path
) -> None:
    set_up(page, fresh.url, USER, PASSWORD)
    page.get_by_role("button", name="Start a project").click()
    project = make_project(page, "Text classification", "Reviews")
    import_reviews(page, tmp_path / "reviews.jsonl")

    page.get_by_role("link", name="Annotate", exact=True).last.click()
    desk = Desk(page)
    desk.ready()
    answers = label_by_keyboard(desk)
    api = Api(fresh.url, USER, PASSWORD)
    assert stored_answers(api, project) == answers

    see_the_model(desk)
    look_at_learning(page, fresh.url, project)
    see_every_process_live(page, fresh.url)
    exported = export(page, fresh.url, project, "JSON lines", tmp_path)
    assert comes_back(api, project, exported)


def import_reviews(page: Page, file: Path) -> None:
    texts = list(CLASS_OF)
    random.Random(1).shuffle(texts)
    file.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    choose_file(page, file)
    sample = page.get_by_role("table")
    expect(sample).to_contain_text(texts[0])
    expect(page.get_by_text(f"{len(texts)} tasks").first).to_be_visible()
    start_import(page, len(texts))


def label_by_keyboard(desk: Desk) -> dict[str, str]:
    """One key a task, and nothing else."""
    answers: dict[str, str] = {}
    for _ in range(TO_LABEL):
        task, answer = desk.task(), CLASS_OF[desk.shown()]
        answers[task] = answer
        desk.press_and_advance(KEYS[answer])
    expect(desk.foot).to_contain_text("All saved", timeout=SLOW_MS)
    return answers


def stored_answers(api: Api, project: str) -> dict[str, str]:
    done = api.all(f"/api/projects/{project}/tasks/", filter='state = "done"')
    return {task["id"]: api.submitted(task["id"])["answers"]["sentiment"] for task in done}


def see_the_model(desk: Desk) -> None:
    """The note of the first model, then a task with its opinion, in the colour of machines."""
    note = desk.page.get_by_role("status").filter(has_text=re.compile(r"Model \d+ is ready"))
    expect(note).to_be_visible(timeout=3 * SLOW_MS)
    # The task in hand came before the model; those after it have its word.
    for _ in range(3):
        if desk.page.get_by_role("radio", name=re.compile("suggested by the model")).count():
            break
        desk.press_and_advance(KEYS[CLASS_OF[desk.shown()]])
    guess = desk.page.get_by_role("radio", name=re.compile(r"suggested by the model \d+\s?%"))
    expect(guess.first).to_be_visible(timeout=SLOW_MS)
    said = desk.head.get_by_text(re.compile(r"^\d+\s?%$"))
    expect(said.first).to_be_visible()
    assert said.first.evaluate(IS_MACHINE_COLOURED)


IS_MACHINE_COLOURED = """element => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--machine)';
    const amber = getComputedStyle(probe).color;
    probe.remove();
    return getComputedStyle(element).color === amber;
}"""


def look_at_learning(page: Page, url: str, project: str) -> None:
    page.goto(f"{url}/projects/{project}/learning")
    curve = page.get_by_role("img", name=re.compile(r"^Learning curve\. .* after \d+ labels"))
    expect(curve).to_be_visible(timeout=SLOW_MS)
    histogram = page.get_by_role("figure", name="Where the model stands")
    expect(histogram).to_be_visible(timeout=SLOW_MS)
    expect(histogram.get_by_role("button", name=re.compile(r"[1-9]\d* task")).first).to_be_visible()
    page.get_by_role("tab", name="Versions").click()
    expect(page.get_by_role("table", name="Model versions")).to_contain_text("1")


def see_every_process_live(page: Page, url: str) -> None:
    page.goto(f"{url}/jobs")
    for process in ("Web", "Jobs", "Model serving"):
        heading = page.get_by_role("heading", name=re.compile(rf"^{process}\s*alive$"))
        expect(heading).to_be_visible(timeout=SLOW_MS)


def comes_back(api: Api, project: str, exported: Path) -> bool:
    """Import into a second project and compare everything that people made."""
    ontology = api.get(f"/api/projects/{project}/")["ontology"]
    second = api.project("Reviews, again", ontology)
    report = api.import_file(second, exported)["report"]
    assert report["created"] == len(CLASS_OF), report
    assert work_of(api, second) == work_of(api, project)
    return True


def work_of(api: Api, project: str) -> list[Any]:
    tasks = api.all(f"/api/projects/{project}/tasks/")
    return sorted((essence(api, task) for task in tasks), key=lambda one: one[0]["text"])


def essence(api: Api, task: Json) -> tuple[Json, str | None, list[Json]]:
    found = api.annotations(task["id"]) if task["counts"]["annotations"] else []
    return task["data"], task["external_id"], [one["answers"] for one in found]
