"""Series of measurements over time: CSV files, or values that stand in the task."""

from labeling.media.kind import Inline, MediaKind
from labeling.media.parameters import Whole
from labeling.media.timeseries.inline import series_bounds, series_faults

__all__ = ["KIND"]

KIND = MediaKind(
    type="timeseries",
    mimes=frozenset({"text/plain"}),
    suffixes=frozenset({".csv", ".tsv"}),
    decoder="labeling.media.timeseries.decoder",
    views={
        "series": {
            "channel": Whole(0, 0, 1023),
            "level": Whole(0, 0, 15),
            "tile": Whole(0, 0, 10_000_000),
        },
        "times": {},
    },
    prepared=("times",),
    inline=Inline(series_faults, series_bounds),
    seconds=300.0,
)
