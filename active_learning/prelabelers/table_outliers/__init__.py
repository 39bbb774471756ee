"""Cells of tables that stand out: far from their column, missing, or of another type."""

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, View
from labeling.media.parameters import Number
from labeling.media.table import BLOCK_ROWS

__all__ = ["CARD", "row_views"]

MOST_BLOCKS = 10


def row_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for the first twenty thousand rows."""
    blocks = min(MOST_BLOCKS, -(-int(facts.get("rows") or 0) // BLOCK_ROWS))
    return tuple(View("rows", (("block", str(block)),)) for block in range(blocks))


CARD = Card(
    id="table_outliers",
    reads=frozenset({"table"}),
    fills=frozenset({"cell"}),
    module="active_learning.prelabelers.table_outliers.proposing",
    licence="Apache-2.0",
    classes=("outlier", "missing", "wrong_type"),
    also={
        "outlier": ("anomaly", "extreme", "error", "suspicious", "异常", "离群"),
        "missing": ("empty", "blank", "null", "缺失", "空"),
        "wrong_type": ("type", "format", "类型错误"),
    },
    views=row_views,
    options={"distance": Number(6.0, 2.0, 50.0)},
    memory_mb=1_024,
)
