"""The page of pre-labelers: a function is written, switched on, and seen while annotating."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.test_accessibility import serious

GOODS = [{"id": "goods", "name": "Goods"}]
WHO = [{"id": "person", "name": "Person"}, {"id": "place", "name": "Place"}]


def things(classes: list[dict[str, str]]) -> dict[str, object]:
    label = {"id": "thing", "on": "text", "kind": "span", "name": "Thing", "classes": classes}
    return {"fields": {"text": {"type": "text"}}, "labels": [label]}


def test_a_function_is_written_switched_on_and_proposes_while_annotating(
    signed_in: Page, site: Site
):
    page = signed_in
    project = site.api.project("parcels", things(GOODS), holdout_share=0.0)
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


def test_a_flow_is_drawn_kept_switched_on_and_proposes(signed_in: Page, site: Site):
    page = signed_in
    project = site.api.project("letters", things(WHO), holdout_share=0.0)
    site.api.add_tasks(project, [{"text": "Marie Curie worked in Paris."}])
    page.goto(f"{site.url}/projects/{project}/prelabelers/flows")
    page.get_by_role("button", name="Names, classed by their surroundings").click()
    drawing = page.get_by_label("What passes from step to step")
    expect(drawing.get_by_role("listitem")).to_have_count(4, timeout=SLOW_MS)
    assert serious(page) == []
    page.get_by_role("button", name="Keep this flow").click()
    page.get_by_role("switch").check()
    read = page.get_by_role("definition").first
    expect(read).to_have_text("1", timeout=6 * SLOW_MS)
    page.goto(f"{site.url}/projects/{project}/annotate")
    expect(page.get_by_text("a flow of this project, ").first).to_be_visible()
