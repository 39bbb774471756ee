"""The volume surface: its planes, and where their slices lie on the screen."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS


@dataclass(frozen=True)
class Volume:
    """The three planes of one scan."""

    desk: Desk

    @property
    def page(self) -> Page:
        return self.desk.page

    def plane(self, name: str) -> Locator:
        """Return what is drawn on: Axial, Coronal or Sagittal."""
        return self.desk.data.get_by_role("application", name=f"{name} plane of").first

    def opened(self) -> "Volume":
        """Wait for the first slice."""
        expect(self.plane("Axial")).to_be_visible(timeout=SLOW_MS)
        self.stands_at("Axial", None)
        return self

    def stands_at(self, name: str, slice_: int | None) -> None:
        """Wait until a plane shows a slice, counted from 1."""
        words = f"{name} " if slice_ is None else f"{name} {slice_} /"
        head = self.desk.data.get_by_role("button", name=words).first
        expect(head).to_be_visible(timeout=SLOW_MS)

    def drag(self, name: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Pull on a plane, from and to shares of its width and height."""
        box = self.plane(name).bounding_box()
        assert box is not None
        points = [
            (box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)
        ]
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        mouse.move(*points[1], steps=6)
        mouse.up()
