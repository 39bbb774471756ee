"""The point cloud on the annotate page."""

from playwright.sync_api import Locator, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS

Spot = tuple[float, float]


class Space:
    """The views of a cloud: where each pane is, and what the bars say."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.page = desk.page
        self.host = desk.data.get_by_role("application").first

    def opened(self) -> "Space":
        """Wait until the points are there."""
        expect(self.looks).to_be_visible(timeout=SLOW_MS)
        expect(self.page.get_by_text("Points: ")).to_have_count(0, timeout=SLOW_MS)
        return self

    @property
    def looks(self) -> Locator:
        return self.page.get_by_role("toolbar", name="How the points look")

    @property
    def size(self) -> Locator:
        """The button that says how large the selected cuboid is."""
        return self.page.get_by_title("Where and how large")

    @property
    def frames(self) -> Locator:
        return self.page.get_by_role("toolbar", name="Frames")

    def top(self, x: float, y: float) -> Spot:
        """A spot of the plan from above, in shares of its pane."""
        box = self.host.bounding_box()
        assert box is not None
        side = min(max(box["width"] * 0.3, 170), 460)
        foot = 46 if self.frames.count() else 0
        high = (box["height"] - foot - 4) / 3
        return box["x"] + box["width"] - side + x * side, box["y"] + y * high

    def scene(self, x: float, y: float) -> Spot:
        """A spot of the upper left of the scene, in shares of the surface."""
        box = self.host.bounding_box()
        assert box is not None
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def drag(self, *spots: Spot) -> None:
        """Press at the first, move through the others, let go at the last."""
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        for spot in spots[1:]:
            self.page.mouse.move(*spot, steps=4)
        self.page.mouse.up()

    def type_place(self, **values: float) -> None:
        """Type numbers of the selected cuboid: `Forward=12`."""
        if self.size.get_attribute("aria-expanded") != "true":
            self.size.click()
        for name, value in values.items():
            box = self.page.get_by_role("spinbutton", name=name)
            box.fill(str(value))
            box.press("Tab")
        self.size.click()
        self.host.focus()
