"""The field types' media; a new one is a folder of its own and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from labeling.media import (
    audio,
    dialogue,
    document,
    geo,
    html,
    image,
    pointcloud,
    table,
    text,
    timeseries,
    video,
    volume,
)
from labeling.media.kind import MediaKind

__all__ = ["MEDIA", "takes_files"]

MEDIA: Mapping[str, MediaKind] = MappingProxyType(
    {
        kind.type: kind
        for kind in (
            text.KIND,
            html.KIND,
            dialogue.KIND,
            table.KIND,
            image.KIND,
            audio.KIND,
            timeseries.KIND,
            video.KIND,
            document.KIND,
            pointcloud.KIND,
            volume.KIND,
            geo.KIND,
        )
    }
)


def takes_files(field_type: str) -> bool:
    """Whether values of that field type can be files."""
    return field_type in MEDIA and MEDIA[field_type].takes_files
