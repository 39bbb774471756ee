"""A model of one's own is brought, declared, mapped, tried and switched on."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from safetensors.numpy import save_file

from tests.e2e.conftest import Site
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious

TEXTS = ["The kettle is wonderful.", "This lamp broke after two days.", "It is a backpack."]


@pytest.fixture(scope="module")
def project(site: Site) -> str:
    made = site.api.project(
        "own model", site.api.template("text_classification"), holdout_share=0.0
    )
    site.api.add_tasks(made, [{"text": text} for text in TEXTS])
    return made


def test_a_head_goes_live_and_a_pickle_does_not(
    signed_in: Page, site: Site, project: str, tmp_path: Path
) -> None:
    page = signed_in
    pickled, head = tmp_path / "model.onnx", tmp_path / "always positive.safetensors"
    pickled.write_bytes(b"\x80\x04\x95 nothing good")
    layers = {"0.weight": np.zeros((2, 384), "f4"), "0.bias": np.array([0, 3], "f4")}
    save_file(layers, head)
    page.goto(f"{site.url}/projects/{project}/prelabelers")
    page.get_by_role("link", name="Bring your own model").click()
    chooser = page.locator("input[type=file][aria-label='Model file']")
    chooser.set_input_files(pickled)
    page.get_by_role("button", name="Plug it in").click()
    expect(page.get_by_role("alert")).to_contain_text("pickle")
    chooser.set_input_files(head)
    page.get_by_label("Name", exact=True).fill("always positive")
    page.get_by_role("button", name="Plug it in").click()
    expect(page.get_by_text("n × 384")).to_be_visible(timeout=SLOW_MS * 4)
    page.get_by_label("Its classes").fill("bad\npositive")
    page.get_by_role("button", name="Go on").click()
    card = page.get_by_role("article", name="always positive")
    expect(card).to_be_visible()
    assert serious(page) == []
    card.get_by_role("button", name="Try on ten tasks").click()
    expect(card.get_by_text("Tasks with proposals")).to_be_visible(timeout=SLOW_MS * 6)
    card.get_by_role("switch").click()

    def proposed() -> bool:
        tasks = site.api.all(f"/api/projects/{project}/tasks/")
        return all(task["counts"]["predictions"] for task in tasks)

    until(proposed, "every task got a suggestion")
