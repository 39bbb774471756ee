"""A surface with a time axis: where its seconds lie on the screen."""

from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS

GUTTER_PX, MARGIN_PX = 132, 12


@dataclass(frozen=True)
class Timeline:
    """A medium of known length, all of it in sight."""

    desk: Desk
    seconds: float
    place: int = 0
    """Which of the drawn surfaces of the task it is."""

    @property
    def surface(self) -> Locator:
        return self.desk.data.get_by_role("application").nth(self.place)

    def ready(self) -> "Timeline":
        """Wait for the surface and its bar, and put the keyboard there."""
        expect(self.surface).to_be_visible(timeout=SLOW_MS)
        expect(self.desk.data.get_by_role("toolbar").first).to_be_visible(timeout=SLOW_MS)
        self.surface.focus()
        return self

    def x(self, seconds: float) -> float:
        """Return the screen column of a second."""
        box = self.surface.bounding_box()
        assert box is not None
        width = box["width"] - GUTTER_PX - MARGIN_PX
        return box["x"] + GUTTER_PX + seconds / self.seconds * width

    def drag(self, start: float, end: float, *, below: float = 120) -> None:
        """Pull over the medium from one second to another."""
        box = self.surface.bounding_box()
        assert box is not None
        mouse, y = self.desk.page.mouse, box["y"] + below
        mouse.move(self.x(start), y)
        mouse.down()
        mouse.move(self.x((start + end) / 2), y, steps=3)
        mouse.move(self.x(end), y, steps=3)
        mouse.up()
