"""A training is ordered, followed, promoted and written as a file in a real browser."""

import io
import re
import zipfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Cookie, Page, expect

from tests.e2e.conftest import Site, tab_in
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.reviews import CLASS_OF
from tests.e2e.test_accessibility import serious
from tests.e2e.test_label_errors import label

PATIENT_MS = SLOW_MS * 8


@pytest.fixture(scope="module")
def project(site: Site) -> str:
    """Sixty labelled reviews, some of them held out."""
    made = site.api.project(
        "trained reviews", site.api.template("text_classification"), holdout_share=0.2
    )
    site.api.add_tasks(made, [{"text": text} for text in CLASS_OF])
    for task in site.api.all(f"/api/projects/{made}/tasks/"):
        label(site.api, task["id"], CLASS_OF[task["data"]["text"]])
    return made


@pytest.fixture
def page(chromium: Browser, cookies: list[Cookie]) -> Iterator[Page]:
    with tab_in("dark", chromium, cookies) as page:
        yield page


def test_a_training_becomes_a_version_that_is_promoted_and_exported(
    page: Page, site: Site, project: str
) -> None:
    page.goto(f"{site.url}/projects/{project}/models/train")
    expect(page.get_by_role("status").filter(has_text="labelled tasks")).to_be_visible(
        timeout=SLOW_MS
    )
    page.get_by_role("spinbutton", name="Epochs").fill("25")
    assert serious(page) == []
    page.get_by_role("button", name="Start training").click()
    expect(page.get_by_role("heading", name=re.compile(r"^Training \d"))).to_be_visible(
        timeout=SLOW_MS
    )
    expect(page.get_by_text("On the shelf as version")).to_be_visible(timeout=PATIENT_MS)
    expect(page.get_by_role("img", name="Loss.")).to_be_visible(timeout=SLOW_MS)
    assert serious(page) == []

    shelf = site.api.get(f"/api/projects/{project}/models/")
    trained = next(one for one in shelf["versions"] if one["trigger"] == "job")
    assert trained["snapshot"] == shelf["runs"][0]["snapshot"]
    page.goto(f"{site.url}/projects/{project}/models")
    page.get_by_role("button", name=f"More about version {trained['number']}").click()
    page.get_by_role("menuitem", name="Promote").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Hold it in use").check()
    dialog.get_by_role("button", name="Promote").click()
    expect(page.get_by_text("It is held")).to_be_visible(timeout=SLOW_MS)
    assert serious(page) == []

    page.goto(f"{site.url}/projects/{project}/models/versions/{trained['id']}")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("dialog").get_by_role("button", name="Export").click()
    zips = page.get_by_role("link", name="Zip")
    expect(zips.first).to_be_visible(timeout=PATIENT_MS)
    with page.expect_download() as waiting:
        zips.first.click()
    with zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes())) as package:
        assert {"model.onnx", "predict.py", "MODEL_CARD.md"} <= set(package.namelist())
