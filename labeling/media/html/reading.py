"""HTML as one text, and the safe page that shows it; docs/html.md says the rules.

Spans on a field of HTML count the code points of this text. The page carries the text piece by
piece: each piece stands in an element of its own that says where it begins (`data-at`), so that a
screen and a program agree whatever stands around the pieces.
"""

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from labeling.media.html.cleaning import clean_html

__all__ = ["HtmlPage", "read_html"]

_BLOCKS = (
    "address article aside blockquote caption dd details div dl dt figcaption figure footer "
    "h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody "
    "tfoot thead tr ul"
)
BLOCKS = frozenset(_BLOCKS.split())
CELLS = frozenset({"td", "th"})
FOLDING = frozenset({"details", "summary"})
"""Shown unfolded: what is marked in them must be seen."""
VOID = frozenset({"br", "col", "hr", "img", "wbr"})
SPACES = " \t\n\r\f"
"""What HTML takes for a blank; a no-break space is none and stays what it is."""


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A page that is safe to show.

    Attributes
    ----------
    html
        The page; each piece of its text stands in `<span data-at="start">`, in code points.
    text
        What spans count in.
    """

    html: str
    text: str


@lru_cache(maxsize=64)
def read_html(html: str) -> HtmlPage:
    """Return the safe page and its text.

    A page is read when it is shown, when its spans are checked and when they are exported, and
    always gives the same text.
    """
    reader = _Reader()
    reader.feed(clean_html(html))
    reader.close()
    return HtmlPage("".join(reader.out), "".join(reader.text).rstrip("\n"))


class _Reader(HTMLParser):
    """Reads what `clean_html` wrote: elements that are known, nested and closed rightly."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.text: list[str] = []
        self._length = 0
        self._last = "\n"
        """The last character of the text; before the first one a line begins."""
        self._is_broken = False
        """Whether the next text begins a line."""
        self._is_blank = False
        """Whether blanks stand before the next text."""
        self._pre = 0
        self._rows: list[bool] = []
        """For each open row, innermost last, whether it has had a cell."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self._picture(dict(attrs).get("alt") or "")
            return
        self.out.append("<div>" if tag in FOLDING else self.get_starttag_text() or "")
        if tag == "br":
            self._new_line()
        elif tag in CELLS:
            self._cell()
        elif tag in BLOCKS:
            self._break()
        if tag == "tr":
            self._rows.append(False)
        elif tag == "pre":
            self._pre += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self.out.append("</div>" if tag in FOLDING else f"</{tag}>")
        if tag in BLOCKS:
            self._break()
        if tag == "tr" and self._rows:
            self._rows.pop()
        elif tag == "pre":
            self._pre -= 1

    def handle_data(self, data: str) -> None:
        if self._pre:
            if data:
                self._piece(data)
            return
        words = [word for word in _split(data) if word]
        if words:
            starts = data[0] in SPACES or self._is_blank
            begins = self._is_broken or self._last in "\n\t "
            self._piece((" " if starts and not begins else "") + " ".join(words))
            self._is_blank = data[-1] in SPACES
        elif data:
            self._is_blank = True

    def _piece(self, words: str) -> None:
        if self._is_broken:
            self._add("\n")
        self.out.append(f'<span data-at="{self._length}">{escape(words, quote=False)}</span>')
        self._add(words)

    def _add(self, words: str) -> None:
        self.text.append(words)
        self._length += len(words)
        self._last = words[-1]
        self._is_broken = self._is_blank = False

    def _break(self) -> None:
        """A block begins or ends: what follows stands on a line of its own."""
        self._is_blank = False
        if self._length and self._last not in "\n\t":
            self._is_broken = True

    def _new_line(self) -> None:
        if self._is_broken:
            self._add("\n")
        self._add("\n")

    def _cell(self) -> None:
        """Cells of a row are parted by tabs, as a spreadsheet takes them."""
        if not self._rows:
            self._break()
        elif self._rows[-1]:
            self._add("\t")
        else:
            self._rows[-1] = True

    def _picture(self, words: str) -> None:
        """A placeholder, which is no text."""
        said = escape(words.strip())[:400]
        label = f' role="img" aria-label="{said}"' if said else ""
        self.out.append(f'<span data-picture=""{label}></span>')


def _split(data: str) -> list[str]:
    for blank in SPACES[1:]:
        data = data.replace(blank, " ")
    return data.split(" ")
