"""The region kinds that exist; a new kind is a file of its own and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from labeling.regions import (
    box,
    ellipse,
    keypoints,
    mask,
    polygon,
    polyline,
    range,
    rotated_box,
    span,
)
from labeling.regions.kind import RegionKind

__all__ = ["KINDS"]

KINDS: Mapping[str, RegionKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            span.KIND,
            range.KIND,
            box.KIND,
            rotated_box.KIND,
            ellipse.KIND,
            polygon.KIND,
            polyline.KIND,
            keypoints.KIND,
            mask.KIND,
        )
    }
)
