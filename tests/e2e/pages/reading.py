"""The text surface: marking words by mouse and by keys."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.waiting import until

# Where a stretch begins and ends on the screen, also where a script runs leftwards.
ENDS = """(root, [words, occurrence]) => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const letters = [...segmenter.segment(words)];
    const range = document.createRange();
    const box = (node, from, to) => {
        range.setStart(node, from);
        range.setEnd(node, to);
        return range.getBoundingClientRect();
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let at = node.data.indexOf(words);
        while (at >= 0 && occurrence-- > 0) at = node.data.indexOf(words, at + 1);
        if (at < 0) continue;
        const end = at + words.length;
        const first = box(node, at, at + letters[0].segment.length);
        const last = box(node, end - letters.at(-1).segment.length, end);
        const { left, right, top, height } = box(node, at, end);
        const isLeftwards = last.left < first.left;
        return {
            start: isLeftwards ? first.right : first.left,
            end: isLeftwards ? last.left : last.right,
            left, right, y: top + height / 2,
        };
    }
    return null;
}"""


@dataclass(frozen=True)
class Reader:
    """What a hand and a keyboard do to the text in front."""

    desk: Desk

    @property
    def page(self) -> Page:
        return self.desk.page

    def place(self, words: str, occurrence: int = 0) -> dict[str, Any]:
        """Return where the words stand on the screen."""
        # A typeface that arrives late moves every letter: two looks must agree.
        self.page.evaluate("() => document.fonts.ready.then(() => undefined)")
        looks: list[dict[str, Any] | None] = [None]

        def steady() -> bool:
            looks.append(self.desk.text.evaluate(ENDS, [words, occurrence]))
            return looks[-1] is not None and looks[-1] == looks[-2]

        until(steady, f"{words!r} stands still on the screen")
        found = looks[-1]
        assert found is not None
        return found

    def select(self, words: str, occurrence: int = 0) -> None:
        """Drag from the first letter to the last, in the direction of the script."""
        place = self.place(words, occurrence)
        start, end, y = place["start"], place["end"], place["y"]
        inwards = 1 if end > start else -1
        self.page.mouse.move(start + inwards, y)
        self.page.mouse.down()
        self.page.mouse.move((start + end) / 2, y, steps=4)
        self.page.mouse.move(end - inwards, y, steps=4)
        self.page.mouse.up()

    def mark(self, words: str, key: str, occurrence: int = 0) -> None:
        """Select, then press the key of a class; wait for the row."""
        before = self.desk.rows().count()
        self.select(words, occurrence)
        self.page.keyboard.press(key)
        expect(self.desk.rows()).to_have_count(before + 1)

    def click(self, words: str) -> None:
        """Click in the middle of the words."""
        place = self.place(words)
        self.page.mouse.click((place["left"] + place["right"]) / 2, place["y"])

    def row(self, words: str) -> Locator:
        """Return the row of the region list that shows these words."""
        return self.desk.rows().filter(has_text=words)
