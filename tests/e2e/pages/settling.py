"""Waiting until a page has fetched what it shows."""

from playwright.sync_api import Page, expect

from tests.e2e.pages.door import SLOW_MS

# No new request for half a second; Playwright's own `networkidle` also waits for what was cut off.
QUIET = """() => new Promise((settled) => {
    let last = -1;
    const look = () => {
        const now = performance.getEntriesByType('resource').length;
        if (now === last) return settled();
        last = now;
        setTimeout(look, 500);
    };
    look();
})"""


def settle(page: Page) -> None:
    """Wait for something in the main part, and then for quiet."""
    expect(page.get_by_role("main")).not_to_be_empty(timeout=SLOW_MS)
    page.evaluate(QUIET)
