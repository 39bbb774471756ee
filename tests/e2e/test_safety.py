"""Content of strangers stays content, on every page (case O48)."""

import json
import re
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Api, Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.making import choose_file, start_import
from tests.e2e.pages.settling import settle
from tests.e2e.pages.waiting import until
from tests.shared_data import shared

MARK = '<img src=x onerror="window.__xss=1">'
GUIDELINES = f"# {MARK}\n\n[a link](javascript:window.__xss=1)\n\n<script>window.__xss=1</script>"
PAGES = (
    "",
    "/annotate",
    "/tasks",
    "/learning",
    "/quality",
    "/import",
    "/export",
    "/ontology",
    "/settings",
    "/members",
)
# Nothing that came as data may have become an element that could act.
ALIVE = """() => ({
    ran: window.__xss,
    elements: [...document.querySelectorAll(
        '[onerror], [onload], [onclick], [onmouseover], iframe, [srcdoc], '
        + 'a[href^="javascript:" i], img[src="x"], script:not([src])'
    )].map((element) => element.outerHTML),
})"""


def harmless(page: Page) -> None:
    assert page.evaluate(ALIVE) in (
        {"ran": None, "elements": []},
        {"elements": []},
    ), page.url


@pytest.fixture(scope="module")
def hostile(site: Site) -> str:
    """A project whose name, labels, guidelines and texts all try to run script."""
    config = shared("cases/files/O48/label_config.xml").read_text("utf-8")
    ontology = site.api.post("/api/ontologies/read/", {"text": config})["ontology"]
    project = site.api.project(
        f"Hostile {MARK}", ontology, guidelines=GUIDELINES, order="sequential"
    )
    tasks = json.loads(shared("cases/files/O48/tasks.json").read_text("utf-8"))
    site.api.add_tasks(project, [*tasks, {"text": MARK}, {"text": "plain"}])
    return project


def test_script_in_texts_labels_and_guidelines_is_shown_as_text(
    signed_in: Page, site: Site, hostile: str
) -> None:
    page = signed_in
    desk = Desk(page).open(site.url, hostile)
    assert "<img src=x onerror=" in desk.shown()
    expect(page.get_by_role("radio", name="<svg onload=window.__xss=1>")).to_be_visible()
    expect(page.get_by_text("<script>window.__xss=1</script>").first).to_be_visible()
    for path in PAGES:
        page.goto(f"{site.url}/projects/{hostile}{path}")
        settle(page)
        harmless(page)
    for path in ("/", "/jobs", "/account", f"/projects/{MARK}"):
        page.goto(f"{site.url}{path}")
        settle(page)
        harmless(page)


def test_a_file_name_is_only_a_name(
    signed_in: Page, site: Site, hostile: str, tmp_path: Path
) -> None:
    page = signed_in
    file = tmp_path / "<img src=x onerror='window.__xss=1'>.csv"
    column = "<svg onload=window.__xss=1>"
    file.write_text(f'text,{column}\n"{MARK.replace(chr(34), chr(34) * 2)}",b\n', "utf-8")
    page.goto(f"{site.url}/projects/{hostile}/import")
    choose_file(page, file)
    expect(page.get_by_role("heading", name=file.name)).to_be_visible()
    expect(page.get_by_text(column).first).to_be_visible()
    harmless(page)
    start_import(page, 1)
    harmless(page)
    page.goto(f"{site.url}/jobs")
    project = page.get_by_role("link", name=f"Hostile {MARK}")
    expect(project.first).to_be_visible(timeout=SLOW_MS)
    harmless(page)


def test_a_configuration_that_is_refused_echoes_only_text(signed_in: Page, site: Site) -> None:
    page = signed_in
    page.goto(f"{site.url}/projects/new")
    page.get_by_role("button", name="Paste a configuration").click(timeout=SLOW_MS)
    page.get_by_label("Configuration").fill(f"<View>{MARK}<Nonsense")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("alert").first).to_be_visible(timeout=SLOW_MS)
    harmless(page)


def test_every_page_comes_with_a_strict_policy(site: Site) -> None:
    answer = httpx.get(f"{site.url}/projects/1", timeout=60)
    policy = dict(
        directive.strip().split(" ", 1)
        for directive in answer.headers["Content-Security-Policy"].split(";")
    )
    assert policy["script-src"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ["x.svg", "x.html", "img_named_png.png"])
def test_an_upload_that_is_a_page_never_runs(site: Site, name: str) -> None:
    project = site.api.project(f"Uploads {name}", site.api.template("image_classification"))
    file = shared(f"cases/files/O48/{name}")
    with file.open("rb") as stream:
        answer = site.api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": (name, stream)},
            data={"format": "auto"},
        )
    if answer.is_success:
        until(lambda: over(site.api, answer.json()["job"]["id"]), "the import ends")
    else:
        assert answer.headers["Content-Type"].startswith("application/problem+json")
    for task in site.api.all(f"/api/projects/{project}/tasks/"):
        check_media(site, task)


def over(api: Api, job: str) -> bool:
    return api.get(f"/api/jobs/{job}/")["state"] not in ("queued", "running")


def test_media_are_served_in_a_sandbox(site: Site, tmp_path: Path) -> None:
    project = site.api.project("Sandbox", site.api.template("image_classification"))
    file = tmp_path / "grey.png"
    Image.new("RGB", (32, 24), "grey").save(file)
    site.api.import_file(project, file)
    (task,) = site.api.all(f"/api/projects/{project}/tasks/")
    check_media(site, task)


def check_media(site: Site, task: Json) -> None:
    image = task["data"]["image"]
    for url in filter(None, (image["url"], image["thumbnail"])):
        answer = site.api.http.get(url)
        assert answer.status_code == 200, url
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert httpx.get(f"{site.url}{url}", timeout=60).status_code in (401, 403, 404)
