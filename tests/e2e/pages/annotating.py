"""The annotate page."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.waiting import until


class Desk:
    """The annotate page of one project in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.data = page.get_by_role("group", name="The data of this task")
        self.panel = page.get_by_role("complementary", name="Labels and regions")
        self.head = page.locator("header")
        self.foot = page.locator("footer")

    def open(self, url: str, project: str, task: str | None = None) -> "Desk":
        """Go there and wait for a task."""
        place = "annotate" if task is None else f"tasks/{task}"
        self.page.goto(f"{url}/projects/{project}/{place}")
        self.ready()
        return self

    def ready(self) -> None:
        """Wait until a task lies on the desk and hears the keys."""
        expect(self.submit_button).to_be_visible(timeout=SLOW_MS)
        surface = self.data.get_by_role("region").or_(self.data.get_by_role("application"))
        expect(surface.first).to_be_visible(timeout=SLOW_MS)

    @property
    def submit_button(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(r"^(Submit|Save changes)"))

    @property
    def text(self) -> Locator:
        """The text surface in front (the next task waits behind it, hidden)."""
        return self.data.get_by_role("region", name=re.compile("^Text: ")).first

    def task(self) -> str:
        """Return the id that the top line names."""
        return self._name.inner_text(timeout=SLOW_MS).removeprefix("Task ").strip()

    @property
    def _name(self) -> Locator:
        return self.head.get_by_text(re.compile(r"^Task "))

    def shown(self) -> str:
        """Return the text of the task in front."""
        return self.text.inner_text(timeout=SLOW_MS)

    def submit(self) -> str:
        """Submit by Enter; return the next task, or 'finished'."""
        self.settle()
        return self.press_and_advance("Enter")

    def settle(self) -> None:
        """Let the guard pass that drops an Enter meant for the task before."""
        self.page.evaluate("() => new Promise((passed) => setTimeout(passed, 400))")

    def press_and_advance(self, *keys: str) -> str:
        """Press keys that end the task; wait for the next, and return its id or ''."""
        before = self.task()
        for key in keys:
            self.page.keyboard.press(key)
        following = until(lambda: self._after(before), f"another task follows {before}")
        # Keys count from the frame after a task is shown on; no person is quicker than that.
        self.page.evaluate(
            "() => new Promise((drawn) =>"
            " requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        return following

    def _after(self, before: str) -> str:
        if self.finished.is_visible():
            return "finished"
        names = self._name.all_inner_texts()
        now = names[0].removeprefix("Task ").strip() if names else before
        return now if now != before else ""

    @property
    def finished(self) -> Locator:
        return self.page.get_by_role("heading", name="Nothing is left for you")

    def skip(self, reason_key: str = "1") -> str:
        """Skip for one of the usual reasons, by keys."""
        before = self.task()
        self.page.keyboard.press("s")
        expect(self.page.get_by_role("dialog", name="Skip this task")).to_be_visible()
        self.page.keyboard.press(reason_key)
        following = until(lambda: self._after(before), f"another task follows {before}")
        # Keys count from the frame after a task is shown on; no person is quicker than that.
        self.page.evaluate(
            "() => new Promise((drawn) =>"
            " requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        return following

    def say(self, words: str | re.Pattern[str]) -> None:
        """Wait for words at the foot of the page."""
        expect(self.foot.get_by_text(words).first).to_be_visible(timeout=SLOW_MS)

    def saved(self) -> None:
        """Wait until the server has every edit."""
        expect(self.foot).to_contain_text(re.compile(r"^\s*(All saved|Saved )"), timeout=SLOW_MS)

    def rows(self) -> Locator:
        """Return the rows of the region list."""
        return self.page.get_by_role("list", name="Regions of this task").get_by_role("listitem")

    def class_button(self, group: str, name: str) -> Locator:
        return self.panel.get_by_role("group", name=group).get_by_role("button", name=name)

    def pick(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.page.keyboard.press(key)
