"""HTML: it stands in the task itself, and is shown without what could do harm."""

from typing import Any

from labeling.media.html.reading import HtmlPage, read_html
from labeling.media.kind import Inline, MediaKind
from labeling.media.text import text_faults
from labeling.regions.kind import Bounds

__all__ = ["KIND", "HtmlPage", "read_html"]


def _bounds(value: object) -> Bounds:
    return Bounds(text=read_html(str(value)).text)


def _shown(value: object) -> dict[str, Any]:
    page = read_html(str(value))
    return {"html": page.html, "text": page.text}


KIND = MediaKind(type="html", inline=Inline(text_faults, _bounds, _shown))
