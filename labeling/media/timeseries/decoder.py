"""Series of measurements: what their file holds, and the part of it that a screen shows."""

from pathlib import Path
from typing import Any

import numpy as np

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.levels import facts_of, read_tile
from labeling.media.probe import MediaError, Probe
from labeling.media.timeseries import pyramid
from labeling.media.timeseries.reading import Series, read_series

__all__ = ["VIEWS", "probe"]

GAP = 4.0
"""A step so many times as long as the usual one is a gap: nothing was measured there."""
MAX_GAPS = 1_000
BINARY = "application/octet-stream"


def probe(path: Path) -> Probe:
    """Reads every row."""
    series = read_series(path)
    steps = np.diff(series.seconds)
    usual = float(np.median(steps[steps > 0])) if (steps > 0).any() else 1.0
    return Probe(
        type="timeseries",
        mime="text/plain",
        size=path.stat().st_size,
        duration=float(series.seconds[-1]),
        facts={
            "samples": len(series.seconds),
            "channels": [_channel(series, i) for i in range(len(series.names))],
            "time": {
                "kind": series.clock.kind,
                "name": series.time_name,
                "start": series.start,
                "zone": series.clock.zone,
            },
            "step_s": usual,
            "gap_s": usual * GAP,
            "gaps": _gaps(series, usual * GAP),
            "levels": pyramid.levels_of(len(series.seconds)),
            "factor": pyramid.FACTOR,
            "tile": pyramid.TILE,
        },
        warnings=tuple(series.warnings),
    )


def _channel(series: Series, place: int) -> dict[str, Any]:
    values = series.values[place]
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
    missing = len(values) - len(known)
    return {"name": series.names[place], "low": low, "high": high, "missing": missing}


def _gaps(series: Series, least: float) -> list[list[float]]:
    """The longest gaps, in the order of time."""
    steps = np.diff(series.seconds)
    found = np.flatnonzero(steps > least)
    longest = np.sort(found[np.argsort(-steps[found])][:MAX_GAPS])
    return [[float(series.seconds[i]), float(series.seconds[i + 1])] for i in longest]


def _pyramid(order: Order) -> Path:
    return written_once(
        order.folder / "series", lambda out: pyramid.write_pyramid(read_series(order.source), out)
    )


def _render_series(order: Order) -> str:
    path = _pyramid(order)
    channels, channel = facts_of(path)["channels"], order.whole("channel")
    if channel >= channels:
        raise MediaError("unasked", f"channel must be less than {channels}")
    level, tile = order.whole("level"), order.whole("tile")
    order.out.write_bytes(pyramid.read_channel(path, channels, channel, level, tile))
    return BINARY


def _render_times(order: Order) -> str:
    """Writes the first time of each tile of level 0: where in the file a second is."""
    path = _pyramid(order)
    firsts: list[float] = []
    while rows := read_tile(path, 0, len(firsts), pyramid.TILE):
        firsts.append(float(np.frombuffer(rows[:8], "<f8")[0]))
    order.out.write_bytes(np.array(firsts, "<f8").tobytes())
    return BINARY


VIEWS = {"series": _render_series, "times": _render_times}
