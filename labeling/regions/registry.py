"""The region kinds that exist; a new kind is a file of its own and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from labeling.regions import (
    box,
    cell,
    cuboid,
    ellipse,
    keypoints,
    mask,
    page_box,
    point_labels,
    polygon,
    polyline,
    range,
    rotated_box,
    span,
    track,
    turn,
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
            cuboid.KIND,
            point_labels.KIND,
            track.KIND,
            page_box.KIND,
            cell.KIND,
            turn.KIND,
        )
    }
)
