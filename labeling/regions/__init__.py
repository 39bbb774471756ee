"""Region kinds: one file each with geometry, overlap and validation; knows no Django."""

from labeling.regions.kind import Bounds, RegionKind
from labeling.regions.registry import KINDS

__all__ = ["KINDS", "Bounds", "RegionKind"]
