"""What in a volume is told apart by its values alone: the body, what is bright in it, bone, air."""

from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.prelabelers.base import Card, View
from labeling.media.parameters import Number

__all__ = ["CARD", "slice_views"]

MOST_SLICES = 600
MOST_VOXELS = 160_000_000


def slice_views(facts: Mapping[str, Any]) -> Sequence[View]:
    """Ask for every axial slice; of volumes that memory would not hold, for none."""
    depth = int(facts.get("depth") or 0)
    voxels = depth * int(facts.get("width") or 0) * int(facts.get("height") or 0)
    if depth > MOST_SLICES or voxels > MOST_VOXELS:
        return ()
    return tuple(View("slice", (("index", str(index)),)) for index in range(depth))


CARD = Card(
    id="volume_parts",
    reads=frozenset({"volume"}),
    fills=frozenset({"mask"}),
    module="active_learning.prelabelers.volume_parts.proposing",
    licence="Apache-2.0",
    classes=("body", "bright", "bone", "air"),
    also={
        "body": (
            "head",
            "brain",
            "tissue",
            "foreground",
            "torso",
            "skin",
            "organ",
            "体",
            "头",
            "脑",
        ),
        "bright": ("lesion", "contrast", "vessel", "hyperintense", "高信号"),
        "bone": ("skeleton", "skull", "骨"),
        "air": ("lung", "lungs", "airway", "gas", "肺", "气"),
    },
    views=slice_views,
    options={"smallest_ml": Number(0.5, 0.0, 1_000.0)},
    memory_mb=6_144,
    seconds=180.0,
)
