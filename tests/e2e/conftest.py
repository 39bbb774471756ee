"""Server and browser of the browser tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, sync_playwright

from tests.e2e.pages.api import Api
from tests.e2e.pages.door import sign_in
from tests.e2e.server import Server
from tests.harness.services import find

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = Path(__file__).resolve().parents[2] / "static" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return Debian's Chromium, headless."""
    program = os.environ.get("TEST_CHROMIUM") or find("chromium")
    if program is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@dataclass(frozen=True)
class Site:
    """A running installation with one account, and a program's view of it."""

    server: Server
    api: Api
    user: str = "ada"
    password: str = "a quiet lamp"

    @property
    def url(self) -> str:
        return self.server.url


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run one installation for all tests that make projects of their own."""
    server = Server(tmp_path_factory.mktemp("site"))
    server.start()
    yield Site(server, Api.set_up(server.url, Site.user, Site.password))
    server.stop()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """Run an empty installation of the test's own."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@contextmanager
def profile(chromium: Browser) -> Iterator[BrowserContext]:
    """Open a clean browser profile that fails the test on any uncaught page error."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context
    context.close()
    assert not errors, errors


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Return the profile of the person the test is about."""
    with profile(chromium) as context:
        yield context


@pytest.fixture
def other_context(chromium: Browser) -> Iterator[BrowserContext]:
    """Return the profile of somebody else."""
    with profile(chromium) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """Return an empty tab."""
    return context.new_page()


@pytest.fixture(scope="session")
def cookies(chromium: Browser, site: Site) -> list[Cookie]:
    """Sign the site's user in by the form, once: a password costs its half second each time."""
    with profile(chromium) as context:
        sign_in(context.new_page(), site.url, site.user, site.password)
        return context.cookies()


@pytest.fixture
def signed_in(context: BrowserContext, page: Page, cookies: list[Cookie]) -> Page:
    """Return an empty tab of a profile in which the site's user is signed in."""
    context.add_cookies(cookies)
    return page


@contextmanager
def tab_in(scheme: str, chromium: Browser, cookies: list[Cookie]) -> Iterator[Page]:
    """Open a tab of the site's user, dark or light, in which nothing moves."""
    with profile(chromium) as context:
        context.add_cookies(cookies)
        page = context.new_page()
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        yield page
