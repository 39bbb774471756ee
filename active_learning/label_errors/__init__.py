"""Label errors: given answers that out-of-sample predictions speak against."""

from active_learning.label_errors.confident_joint import ConfidentJoint, confident_joint
from active_learning.label_errors.finding import LabelErrors, find_label_errors
from active_learning.label_errors.folding import folds_of
from active_learning.label_errors.multilabel import MarkErrors, doubt_of_rows, find_mark_errors
from active_learning.label_errors.regions import (
    RegionError,
    RegionsOfTask,
    find_region_errors,
)
from active_learning.label_errors.spans import MarkedText, Place, SpanError, find_span_errors

__all__ = [
    "ConfidentJoint",
    "LabelErrors",
    "MarkErrors",
    "MarkedText",
    "Place",
    "RegionError",
    "RegionsOfTask",
    "SpanError",
    "confident_joint",
    "doubt_of_rows",
    "find_label_errors",
    "find_mark_errors",
    "find_region_errors",
    "find_span_errors",
    "folds_of",
]
