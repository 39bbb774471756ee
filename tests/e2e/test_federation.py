"""A coordinator lets a site in by comparing keys; the site sees what would leave, and pauses."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.test_accessibility import serious


def test_a_site_is_invited_compared_and_let_in_and_may_pause(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    page = signed_in
    project = site.api.project("letters", site.api.template("text_classification"))

    page.goto(f"{site.url}/federations")
    page.get_by_role("button", name="New federation").click(timeout=SLOW_MS)
    page.get_by_label("Name").fill("Mood of letters", timeout=SLOW_MS)
    page.get_by_label("The question").select_option(label="letters")
    page.get_by_role("button", name="Make federation").click()
    page.get_by_role("button", name="Invite a site").first.click(timeout=SLOW_MS)
    page.get_by_role("textbox", name="Site").fill("north-clinic")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save invitation").last.click()
    invitation = tmp_path / "north.invitation.json"
    saved.value.save_as(invitation)
    coordinator = page.url

    page.goto(f"{site.url}/projects/{project}/federation")
    page.get_by_label("Invitation file").set_input_files(invitation, timeout=SLOW_MS)
    page.get_by_role("button", name="Join").click()
    shown = page.get_by_role("textbox", name="Fingerprint of this site’s key")
    expect(shown).to_be_visible(timeout=SLOW_MS)
    fingerprint = shown.input_value()
    assert serious(page) == []
    (membership,) = site.api.get("/api/federation/memberships/")["results"]

    page.goto(coordinator)
    row = page.get_by_role("row").filter(has_text="north-clinic")
    row.get_by_role("button", name="Save invitation").click(timeout=SLOW_MS)
    page.get_by_role("button", name="Save invitation").last.click()
    page.get_by_text("The site cannot reach this web page?").click()
    page.get_by_label("Public key").fill(membership["public_line"])
    page.get_by_role("button", name="Take this key").click()
    row.get_by_role("button", name="Compare key").click(timeout=SLOW_MS)
    heard = page.get_by_label("Fingerprint as read out")
    heard.fill("0000 1111")
    page.get_by_role("button", name="Compare and let in").click()
    expect(page.get_by_role("alert")).to_contain_text("The fingerprints differ")
    heard.fill(fingerprint)
    page.get_by_role("button", name="Compare and let in").click()
    expect(row.get_by_text("Offline")).to_be_visible(timeout=SLOW_MS)
    assert serious(page) == []

    page.get_by_role("button", name="Start a run").click()
    expect(page.get_by_text("The coordinator’s process does not run").last).to_be_visible()
    expect(page.get_by_role("button", name="Start run")).to_be_disabled()

    page.goto(f"{site.url}/projects/{project}/federation/ledger")
    page.get_by_role("button", name="What would leave?").first.click(timeout=SLOW_MS)
    expect(page.get_by_text("Version of Penumbra")).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name="Close").last.click()
    expect(page.get_by_text("Nothing has left this site")).to_be_visible()
    page.get_by_role("tab", name="Overview").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("every question is refused")).to_be_visible(timeout=SLOW_MS)
    page.goto(f"{site.url}/projects/{project}")
    expect(page.get_by_text("Mood of letters is paused")).to_be_visible(timeout=SLOW_MS)
