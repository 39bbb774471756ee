"""Labeling functions that people write without code: a pattern or words, and what they mean."""

from active_learning.prelabelers.base import Card

__all__ = ["CARD"]

CARD = Card(
    id="functions",
    reads=frozenset({"text", "html", "dialogue"}),
    fills=frozenset({"choice", "multichoice", "taxonomy", "span"}),
    module="active_learning.prelabelers.functions.proposing",
    licence="Apache-2.0",
    classes=None,
    has_functions=True,
    memory_mb=1_024,
    seconds=10.0,
)
