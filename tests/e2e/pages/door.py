"""Set-up and sign-in."""

from playwright.sync_api import Page, expect

SLOW_MS = 60_000


def set_up(page: Page, url: str, user: str, password: str) -> None:
    """Make the first account by the form of a new server."""
    page.goto(url)
    expect(page.get_by_role("heading", name="Set up Penumbra")).to_be_visible(timeout=SLOW_MS)
    page.get_by_label("Username").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name=f"Welcome, {user}")).to_be_visible(timeout=SLOW_MS)


def sign_in(page: Page, url: str, user: str, password: str, *, path: str = "/") -> None:
    """Sign in, and stand on the page that was asked for."""
    page.goto(f"{url}{path}")
    page.get_by_label("Username").fill(user, timeout=SLOW_MS)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Password")).to_have_count(0, timeout=SLOW_MS)
