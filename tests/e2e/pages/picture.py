"""The image surface: where its pixels lie on the screen."""

import io
from dataclasses import dataclass

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS


@dataclass(frozen=True)
class Picture:
    """A picture of known size, shown pixel for pixel in the middle of its surface."""

    desk: Desk
    width: int
    height: int

    @property
    def page(self) -> Page:
        return self.desk.page

    @property
    def surface(self) -> Locator:
        return self.desk.data.get_by_role("application").first

    def at_full_size(self) -> "Picture":
        """One screen pixel an image pixel, the middle in the middle."""
        expect(self.surface).to_be_visible(timeout=SLOW_MS)
        self.page.keyboard.press("f")
        self.page.keyboard.press("Shift+Digit0")
        zoom = self.page.get_by_role("toolbar", name="Zoom")
        expect(zoom).to_contain_text("100", timeout=SLOW_MS)
        return self

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Return the screen point of an image point."""
        box = self.surface.bounding_box()
        assert box is not None
        left = box["x"] + box["width"] / 2 - self.width / 2
        top = box["y"] + box["height"] / 2 - self.height / 2
        return left + x, top + y

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one image point, pull, let go at another."""
        mouse = self.page.mouse
        mouse.move(*self.on_screen(*start))
        mouse.down()
        mouse.move(*self.on_screen((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), steps=3)
        mouse.move(*self.on_screen(*end), steps=3)
        mouse.up()

    def colour(self, x: float, y: float) -> tuple[int, int, int]:
        """Return what is seen at an image point."""
        left, top = self.on_screen(x, y)
        clip = {"x": left - 1, "y": top - 1, "width": 3, "height": 3}
        shot = Image.open(io.BytesIO(self.page.screenshot(clip=clip))).convert("RGB")
        red, green, blue = shot.getpixel((1, 1))
        return red, green, blue
