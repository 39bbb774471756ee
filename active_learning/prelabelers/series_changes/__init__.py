"""Moments at which a series becomes another: its level, or how it is spread."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Number

__all__ = ["CARD"]

CARD = Card(
    id="series_changes",
    reads=frozenset({"timeseries"}),
    fills=frozenset({"range"}),
    module="active_learning.prelabelers.series_changes.proposing",
    licence="BSD-2-Clause (ruptures)",
    classes=("change", "segment"),
    also={
        "change": ("change point", "changepoint", "shift", "break", "event", "transition", "变点"),
        "segment": ("state", "regime", "phase", "period", "阶段", "分段"),
    },
    needs=(Need("ruptures", "ruptures"),),
    options={"caution": Number(12.0, 0.5, 50.0)},
    memory_mb=3_072,
    seconds=120.0,
)
