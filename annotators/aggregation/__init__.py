"""Truth inference: from several opinions to one consensus with its confidence."""

from annotators.aggregation.auto import auto
from annotators.aggregation.consensus import Aggregated, Aggregator
from annotators.aggregation.dawid_skene import dawid_skene
from annotators.aggregation.glad import glad
from annotators.aggregation.item_response import item_response
from annotators.aggregation.mace import mace
from annotators.aggregation.majority import majority
from annotators.aggregation.one_coin import one_coin
from annotators.aggregation.online import OnlineDawidSkene
from annotators.aggregation.pooled import anchored, pooled
from annotators.aggregation.subtypes import subtypes
from annotators.aggregation.with_model import with_model

AGGREGATORS: dict[str, Aggregator] = {
    "auto": auto,
    "majority": majority,
    "one_coin": one_coin,
    "dawid_skene": dawid_skene,
    "pooled": pooled,
    "anchored": anchored,
    "subtypes": subtypes,
    "glad": glad,
    "mace": mace,
    "item_response": item_response,
}

__all__ = [
    "AGGREGATORS",
    "Aggregated",
    "Aggregator",
    "OnlineDawidSkene",
    "anchored",
    "auto",
    "dawid_skene",
    "glad",
    "item_response",
    "mace",
    "majority",
    "one_coin",
    "pooled",
    "subtypes",
    "with_model",
]
