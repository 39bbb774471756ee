"""Which parts of a value an answer rests on: hide them one by one, and see what changes."""

from active_learning.explaining.pictures import Cell, finer_cells, grid_parts, without_cells
from active_learning.explaining.plan import OcclusionPlan, Weighed
from active_learning.explaining.words import Words, finer_words, text_parts, without_words

__all__ = [
    "Cell",
    "OcclusionPlan",
    "Weighed",
    "Words",
    "finer_cells",
    "finer_words",
    "grid_parts",
    "text_parts",
    "without_cells",
    "without_words",
]
