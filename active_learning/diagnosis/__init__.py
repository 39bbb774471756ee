"""Where a model is right and where not: by class, by slice, against another model."""

from active_learning.diagnosis.classes import ClassRecord, by_class, confusion
from active_learning.diagnosis.facets import Facet, facet_of
from active_learning.diagnosis.paired import Paired, paired_difference
from active_learning.diagnosis.slices import Slice, weak_slices

__all__ = [
    "ClassRecord",
    "Facet",
    "Paired",
    "Slice",
    "by_class",
    "confusion",
    "facet_of",
    "paired_difference",
    "weak_slices",
]
