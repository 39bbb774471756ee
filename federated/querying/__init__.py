"""Which tasks a site asks its people about, by the shared model, its own, or both."""

from federated.querying.registry import QUERY_RULES
from federated.querying.rules import QueryRule, View

__all__ = ["QUERY_RULES", "QueryRule", "View"]
