"""The page of pre-labelers: a function is written, switched on, and seen while annotating."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.test_accessibility import serious

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "thing", "on": "text", "kind": "span", "name": "Thing",
         "classes": [{"id": "goods", "name": "Goods"}]},
    ],
}  # fmt: skip


def test_a_function_is_written_switched_on_and_proposes_while_annotating(
    signed_in: Page, site: Site
):
    page = signed_in
    project = site.api.project("parcels", ONTOLOGY, holdout_share=0.0)
    site.api.add_tasks(project, [{"text": "Where is my parcel?"}, {"text": "Parcel broken."}])
    page.goto(f"{site.url}/projects/{project}/prelabelers")
    card = page.get_by_role("article", name="Your own functions")
    card.get_by_role("button", name="Write functions").click()
    card.get_by_role("button", name="Add a function").click()
    card.get_by_role("textbox", name="Words, with commas between").fill("parcel")
    assert serious(page) == []
    card.get_by_role("button", name="Save", exact=True).click()
    card.get_by_role("switch").check()
    expect(card.get_by_text("covers 100%")).to_be_visible(timeout=6 * SLOW_MS)
    page.goto(f"{site.url}/projects/{project}/annotate")
    expect(page.get_by_text("Your own functions, 70%").first).to_be_visible(timeout=SLOW_MS)
