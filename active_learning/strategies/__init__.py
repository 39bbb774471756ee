"""Query strategies: from utilities, geometry and a budget to the next batch, with reasons."""

from active_learning.strategies.auto import Auto
from active_learning.strategies.auto_start import AutoStart
from active_learning.strategies.batch_bald import BatchBald
from active_learning.strategies.pool import Draws, Pool, Query, Reason, Strategy, Turn
from active_learning.strategies.random_order import RandomOrder
from active_learning.strategies.registry import STRATEGIES
from active_learning.strategies.top_utility import TopUtility
from active_learning.strategies.typiclust import TypiClust

__all__ = [
    "STRATEGIES",
    "Auto",
    "AutoStart",
    "BatchBald",
    "Draws",
    "Pool",
    "Query",
    "RandomOrder",
    "Reason",
    "Strategy",
    "TopUtility",
    "Turn",
    "TypiClust",
]
