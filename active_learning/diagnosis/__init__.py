"""Where a model is right and where not: by class, by slice, against another model."""

from active_learning.diagnosis.classes import ClassRecord, by_class, confusion
from active_learning.diagnosis.facets import Facet, facet_of
from active_learning.diagnosis.fairness import Gap, GroupRecord, group_records, largest_gap
from active_learning.diagnosis.lure import (
    Corrected,
    corrected_mean,
    corrected_share,
    lure_weights,
)
from active_learning.diagnosis.macro_f1 import macro_f1
from active_learning.diagnosis.paired import Paired, paired_difference
from active_learning.diagnosis.slices import Slice, weak_slices
from active_learning.diagnosis.swaying import Swaying, measure_swaying

__all__ = [
    "ClassRecord",
    "Corrected",
    "Facet",
    "Gap",
    "GroupRecord",
    "Paired",
    "Slice",
    "Swaying",
    "by_class",
    "confusion",
    "corrected_mean",
    "corrected_share",
    "facet_of",
    "group_records",
    "largest_gap",
    "lure_weights",
    "macro_f1",
    "measure_swaying",
    "paired_difference",
    "weak_slices",
]
