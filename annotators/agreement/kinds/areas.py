"""Boxes, polygons, masks, cuboids and all else with an overlap: mean of the best matching."""

from annotators.agreement.kinds.measure import Marks, Measure, same_class
from annotators.agreement.marks import matched_overlap
from labeling.ontology.parts import Label
from labeling.regions import KINDS

__all__ = ["MATCHED_IOU"]


def _matched(label: Label, first: Marks, second: Marks) -> float:
    """Overlap is rotated IoU, volume, similarity of keypoints: what the kind itself defines."""
    iou = KINDS[label.kind].iou
    return matched_overlap(
        first,
        second,
        lambda a, b: iou(a["geometry"], b["geometry"]) if same_class(a, b) else 0.0,
    )


MATCHED_IOU = Measure("matched_iou", _matched)
