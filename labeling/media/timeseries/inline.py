"""Series that stand in the task: `{"time": [...], "channels": {name: [...]}}`."""

from collections.abc import Mapping
from typing import Any

from labeling.media.timeseries.clock import seconds_of
from labeling.regions.kind import Bounds, Fault
from labeling.regions.reading import is_number

__all__ = ["MAX_INLINE_VALUES", "series_bounds", "series_faults"]

MAX_INLINE_VALUES = 200_000
"""More belong into a CSV file, of which only what is seen is sent."""


def series_faults(value: object) -> list[Fault]:
    """Every fault of a series of unknown shape."""
    if not isinstance(value, Mapping) or not isinstance(value.get("channels"), Mapping):
        return [("", 'A series is {"time": [...], "channels": {name: [...]}}.')]
    channels = value["channels"]
    if not channels:
        return [("/channels", "A series has at least one channel.")]
    lists = [item for item in channels.values() if isinstance(item, list)]
    if sum(map(len, lists)) > MAX_INLINE_VALUES:
        said = f"At most {MAX_INLINE_VALUES:,} values stand in a task; send a CSV file instead."
        return [("/channels", said)]
    faults: list[Fault] = []
    length = _length(value)
    for name, values in channels.items():
        faults += _channel_faults(f"/channels/{name}", values, length)
    faults += _time_faults(value.get("time"), length)
    return faults


def _length(value: Mapping[str, Any]) -> int:
    time = value.get("time")
    longest = [time] if isinstance(time, list) else list(value["channels"].values())
    return len(longest[0]) if isinstance(longest[0], list) else 0


def _channel_faults(where: str, values: object, length: int) -> list[Fault]:
    if not isinstance(values, list):
        return [(where, "A channel is a list of numbers, null where a value is missing.")]
    if len(values) != length:
        return [(where, f"The channel has {len(values):,} values, expected {length:,}.")]
    bad = next((i for i, v in enumerate(values) if v is not None and not is_number(v)), None)
    return [] if bad is None else [(f"{where}/{bad}", "A value is a number or null.")]


def _time_faults(time: object, length: int) -> list[Fault]:
    if length < 1:
        return [("/channels", "A series has at least one value.")]
    if time is None:
        return []
    if not isinstance(time, list):
        return [("/time", "Times are a list of ISO stamps or numbers of seconds.")]
    if all(map(is_number, time)):
        seconds = [float(item) for item in time]
    else:
        read = [seconds_of(item) if isinstance(item, str) else None for item in time]
        bad = next((i for i, item in enumerate(read) if item is None), None)
        if bad is not None:
            return [(f"/time/{bad}", "A time is an ISO stamp such as 2024-03-31T01:30:00+01:00.")]
        seconds = [item for item in read if item is not None]
    late = next((i for i in range(1, length) if seconds[i] < seconds[i - 1]), None)
    return [] if late is None else [(f"/time/{late}", "Times must not go back.")]


def series_bounds(value: object) -> Bounds:
    """Return how long a series without faults lasts."""
    assert isinstance(value, Mapping)
    time = value.get("time")
    if not isinstance(time, list):
        return Bounds(duration=float(_length(value) - 1))
    first, last = time[0], time[-1]
    if isinstance(first, str) and isinstance(last, str):
        return Bounds(duration=(seconds_of(last) or 0.0) - (seconds_of(first) or 0.0))
    scale = _unit([first, last])
    return Bounds(duration=(last - first) * scale)


def _unit(ends: list[float]) -> float:
    """Numbers as large as milliseconds since 1970 are those."""
    return 0.001 if min(map(abs, ends)) > 1e11 else 1.0
