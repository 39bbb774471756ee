"""The text of a page as one string, and where each of its characters stands.

The text is what PDFium reads, in the order of the file, with a newline at the end of each line.
Regions count its code points, so the rules are fixed:

- carriage returns are left out, and any other control character is a space;
- a hyphen that only breaks a word at the end of a line is `-`;
- a glyph without a known character is U+FFFD, and a surrogate pair one character.

Places are PDF points from the top left of the page's unrotated crop box.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pypdfium2 import PdfTextPage
from pypdfium2 import raw as pdfium

__all__ = ["Box", "Glyph", "Run", "glyphs_of", "runs_of", "text_of"]

Box = tuple[float, float, float, float]
"""left, top, right, bottom."""
HYPHENS = frozenset({0x02, 0xFFFE})
UNKNOWN = "\ufffd"
NEAR = 1.5
"""A gap of more letter heights than this starts a new run: another column, another cell."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character of the text; `index` is PDFium's."""

    character: str
    index: int


def glyphs_of(page: PdfTextPage) -> Iterator[Glyph]:
    """Yield the characters of a page."""
    high: int | None = None
    for index in range(page.count_chars()):
        code = pdfium.FPDFText_GetUnicode(page, index)
        if high is not None:
            if 0xDC00 <= code < 0xE000:
                yield Glyph(chr(0x10000 + ((high - 0xD800) << 10) + code - 0xDC00), index)
                high = None
                continue
            yield Glyph(UNKNOWN, index)
            high = None
        if 0xD800 <= code < 0xDC00:
            high = code
        elif code != 0x0D:
            yield Glyph(_character(code), index)
    if high is not None:
        yield Glyph(UNKNOWN, page.count_chars() - 1)


def _character(code: int) -> str:
    if code in HYPHENS:
        return "-"
    if code == 0 or code > 0x10FFFF or 0xDC00 <= code < 0xE000:
        return UNKNOWN
    return " " if (code < 0x20 and code != 0x0A) or 0x7F <= code < 0xA0 else chr(code)


def text_of(page: PdfTextPage) -> str:
    """Return the text that spans on this page count in."""
    return "".join(glyph.character for glyph in glyphs_of(page))


@dataclass(slots=True)
class Run:
    """Characters in one row without a gap.

    Attributes
    ----------
    start
        Place of the first character in the page's text, in code points.
    way
        Where the next character stands: `right`, `left` (Hebrew, Arabic), `down` or `up`.
    boxes
        Of each character.
    """

    start: int
    boxes: list[Box]
    way: str = ""
    _last: Box = field(init=False)

    def __post_init__(self) -> None:
        self._last = self.boxes[-1]

    def takes(self, box: Box) -> bool:
        """Take the next character if it carries on the row."""
        way = _way(self._last, box)
        if not way or self.way not in {"", way}:
            return False
        self.way = way
        self.boxes.append(box)
        self._last = box
        return True

    def takes_blank(self) -> None:
        """Take a blank without ink: it fills what is left to the next character."""
        self.boxes.append(_end(self._last, self.way or "right"))

    def to_json(self) -> dict[str, Any]:
        """Return the row's box and, along the way, where each character begins and the last ends.

        One number a character instead of four: a page of a book is 20 kB.
        """
        way = self.way or "right"
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        begin, finish = {"right": (0, 2), "left": (2, 0), "down": (1, 3), "up": (3, 1)}[way]
        edges = [box[begin] for box in self.boxes] + [self.boxes[-1][finish]]
        box = (min(lefts), min(tops), max(rights), max(bottoms))
        return {
            "start": self.start,
            "way": way,
            "box": [round(value, 2) for value in box],
            "edges": [round(value, 2) for value in edges],
        }


def runs_of(page: PdfTextPage, left: float, top: float) -> list[Run]:
    """Return where the characters stand, of a crop box with that corner in the file's frame."""
    runs: list[Run] = []
    run: Run | None = None
    for offset, glyph in enumerate(glyphs_of(page)):
        if glyph.character == "\n":
            run = None
            continue
        box = _box(page, glyph.index, left, top)
        if box is None:
            if run is not None:
                run.takes_blank()
        elif run is None or not run.takes(box):
            run = Run(offset, [box])
            runs.append(run)
    return runs


def _box(page: PdfTextPage, index: int, left: float, top: float) -> Box | None:
    """Return a character's box as high as its line, or None where it has no extent."""
    tight = page.get_charbox(index)
    x0, y0, x1, y1 = page.get_charbox(index, loose=True)
    height, ink = y1 - y0, tight[3] - tight[1]
    # Fonts that lie about their height would cover the page.
    if height <= 0 or (ink > 0 and height > 6 * ink and height > 100):
        x0, y0, x1, y1 = tight
    if x1 - x0 <= 0 or y1 - y0 <= 0:
        return None
    return (x0 - left, top - y1, x1 - left, top - y0)


def _way(last: Box, box: Box) -> str:
    """Return where `box` lies from `last` if it is its neighbour in a row or column."""
    height = min(last[3] - last[1], box[3] - box[1])
    width = min(last[2] - last[0], box[2] - box[0])
    shared_y = min(last[3], box[3]) - max(last[1], box[1])
    shared_x = min(last[2], box[2]) - max(last[0], box[0])
    if shared_y >= 0.5 * height:
        reach = NEAR * max(last[3] - last[1], box[3] - box[1])
        if box[0] >= last[0] and box[0] - last[2] <= reach:
            return "right"
        if box[2] <= last[2] and last[0] - box[2] <= reach:
            return "left"
    elif shared_x >= 0.5 * width:
        reach = NEAR * max(last[2] - last[0], box[2] - box[0])
        if box[1] >= last[1] and box[1] - last[3] <= reach:
            return "down"
        if box[3] <= last[3] and last[1] - box[3] <= reach:
            return "up"
    return ""


def _end(box: Box, way: str) -> Box:
    """Return the edge, without extent, at which the next character begins."""
    x0, y0, x1, y1 = box
    return {
        "right": (x1, y0, x1, y1),
        "left": (x0, y0, x0, y1),
        "down": (x0, y1, x1, y1),
        "up": (x0, y0, x1, y0),
    }[way]
