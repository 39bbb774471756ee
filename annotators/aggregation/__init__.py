"""Truth inference: from several opinions to one consensus with its confidence."""

from annotators.aggregation.consensus import Aggregated, Aggregator
from annotators.aggregation.dawid_skene import dawid_skene
from annotators.aggregation.majority import majority

AGGREGATORS: dict[str, Aggregator] = {
    "majority": majority,
    "dawid_skene": dawid_skene,
}

__all__ = ["AGGREGATORS", "Aggregated", "Aggregator", "dawid_skene", "majority"]
