"""The video surface: which frame is on the screen, by what the picture itself shows."""

import re
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from playwright.sync_api import Locator, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.picture import Picture
from tests.e2e.pages.waiting import until


@dataclass(frozen=True)
class Video:
    """A clip made by `clips.clip`, shown pixel for pixel."""

    desk: Desk
    width: int
    height: int

    @property
    def picture(self) -> Picture:
        return Picture(self.desk, self.width, self.height)

    @property
    def timeline(self) -> Locator:
        return self.desk.data.get_by_role("slider", name=re.compile("^Time line"))

    def shown(self) -> "Video":
        """Wait for the surface, and show frames pixel for pixel."""
        expect(self.timeline).to_be_visible(timeout=SLOW_MS)
        zoom = self.desk.page.get_by_role("toolbar", name="Zoom")
        expect(zoom).to_be_visible(timeout=SLOW_MS)
        self.desk.page.keyboard.press("Shift+Digit0")
        expect(zoom).to_contain_text("100")
        return self

    def opened(self) -> "Video":
        """Wait for the first frame, too."""
        self.shown().stands_at(0)
        return self

    def number(self) -> int:
        """Return the number that the five blocks of the picture say."""
        left, top = self.picture.on_screen(0, self.height / 2)
        clip = {"x": left, "y": top, "width": self.width, "height": 1}
        row = Image.open(BytesIO(self.desk.page.screenshot(clip=clip))).convert("L")
        spots = [self.width * (2 + 4 * bit) // 24 + self.width // 16 for bit in range(5)]
        return sum((row.getpixel((x, 0)) > 128) << (4 - bit) for bit, x in enumerate(spots))

    def stands_at(self, frame: int) -> None:
        """Wait until the frame is said and shown."""
        box = self.desk.page.get_by_role("spinbutton", name="Go to a frame")
        expect(box).to_have_value(str(frame), timeout=SLOW_MS)
        until(lambda: self.number() == frame, f"the picture shows frame {frame}")

    def on_axis(self, frame: float, frames: int, row: int) -> tuple[float, float]:
        """Return the screen point of a frame in a row of the time line, which shows all frames."""
        box = self.timeline.bounding_box()
        assert box is not None
        gutter, head, high = 116, 62, 22
        x = gutter + (box["width"] - gutter) * (frame + 0.5) / frames
        return box["x"] + x, box["y"] + head + high * (row + 0.5)
