"""The aggregators by name, each made anew for a run: some keep state between rounds."""

from __future__ import annotations

from collections.abc import Callable

from federated.aggregation.adaptive import FedAdam
from federated.aggregation.mean import WeightedMean
from federated.aggregation.robust import Krum, Median, TrimmedMean
from federated.aggregation.updates import Aggregator
from labeling.kernel.registry import Registry

__all__ = ["AGGREGATORS"]

AGGREGATORS: Registry[Callable[[], Aggregator]] = Registry("federated aggregator")
for _name, _make in (
    ("fedavg", WeightedMean),
    ("fedadam", FedAdam),
    ("median", Median),
    ("trimmed_mean", TrimmedMean),
    ("krum", Krum),
):
    AGGREGATORS.add(_name, _make)
