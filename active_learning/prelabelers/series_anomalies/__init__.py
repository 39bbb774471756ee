"""Moments at which a series departs from how it has just been."""

from active_learning.prelabelers.base import Card
from labeling.media.parameters import Number, Whole

__all__ = ["CARD"]

CARD = Card(
    id="series_anomalies",
    reads=frozenset({"timeseries"}),
    fills=frozenset({"range"}),
    module="active_learning.prelabelers.series_anomalies.proposing",
    licence="Apache-2.0",
    classes=("anomaly",),
    also={"anomaly": ("outlier", "fault", "defect", "error", "spike", "failure", "异常", "故障")},
    options={"distance": Number(8.0, 2.0, 50.0), "window": Whole(101, 11, 10_001)},
    memory_mb=3_072,
    seconds=120.0,
)
