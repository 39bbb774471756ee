"""Whether new tasks look like those that a model saw."""

from active_learning.drift.population import Population, Shift, compare, describe

__all__ = ["Population", "Shift", "compare", "describe"]
