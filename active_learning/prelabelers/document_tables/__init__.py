"""Tables of pages: where they are, their rows, columns, headings and cells."""

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, View
from active_learning.prelabelers.document_layout import MOST_PAGES

__all__ = ["CARD", "page_image", "page_words", "table_views"]

MOST_SCANS = 4
"""Scanned pages of one document; seconds of a processor each."""


def page_words(facts: Mapping[str, Any], page: int) -> View:
    """Return the view of a page's words: its own, or those that are read from a scan."""
    texts = facts.get("page_texts") or ()
    is_scan = page < len(texts) and not texts[page]
    return View("scan" if is_scan else "words", (("page", str(page)),))


def page_image(page: int) -> View:
    """Return the view in which lines are looked for, at a pixel and a half a point."""
    return View("page", (("page", str(page)), ("scale", "1.5")))


def table_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for the words and pictures of the first pages."""
    words = [page_words(facts, p) for p in range(min(len(facts.get("pages") or ()), MOST_PAGES))]
    scans = [view for view in words if view.name == "scan"]
    kept = [view for view in words if view not in scans[MOST_SCANS:]]
    return tuple(one for view in kept for one in (view, page_image(int(view.given[0][1]))))


CARD = Card(
    id="document_tables",
    reads=frozenset({"document"}),
    fills=frozenset({"page_box"}),
    module="active_learning.prelabelers.document_tables.proposing",
    licence="Apache-2.0",
    classes=("table", "row", "column", "header", "cell"),
    also={
        "table": ("tables", "grid", "表格", "表"),
        "row": ("table row", "line item", "item", "行"),
        "column": ("table column", "列"),
        "header": ("table header", "column header", "heading", "表头"),
        "cell": ("table cell", "单元格"),
    },
    views=table_views,
    nests=True,
    seconds=120.0,
)
