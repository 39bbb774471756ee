"""From the sites' updates to one step of the shared model: plain, adaptive and robust."""

from federated.aggregation.registry import AGGREGATORS
from federated.aggregation.updates import Aggregator, BadUpdate, Updates

__all__ = ["AGGREGATORS", "Aggregator", "BadUpdate", "Updates"]
