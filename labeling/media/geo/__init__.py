"""Maps: GeoTIFF and other very large pictures, shown by tiles, placed on the earth where known."""

from labeling.media.kind import MediaKind
from labeling.media.parameters import Choice, Number, Parameter, Whole

__all__ = ["KIND", "STRETCHES"]

STRETCHES = ("auto", "full", "percent", "deviation")
_BAND = Whole(0, 0, 10_000)
_LOOK: dict[str, Parameter] = {
    "red": _BAND,
    "green": _BAND,
    "blue": _BAND,
    "stretch": Choice(STRETCHES),
    "gamma": Number(1.0, 0.2, 5.0),
}

KIND = MediaKind(
    type="geo",
    mimes=frozenset({"image/tiff", "image/png", "image/jpeg", "image/jp2"}),
    suffixes=frozenset({".tif", ".tiff", ".gtiff", ".jp2", ".j2k", ".png", ".jpg", ".jpeg"}),
    decoder="labeling.media.geo.decoder",
    views={
        "tile": {
            "level": Whole(0, 0, 24),
            "x": Whole(0, 0, 1_000_000),
            "y": Whole(0, 0, 1_000_000),
            **_LOOK,
        },
        "info": {},
        "thumb": {},
    },
    prepared=("thumb", "info"),
    memory_mb=6_144,
    seconds=900.0,
)
