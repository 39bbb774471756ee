"""The query rules by name; the first is the default."""

from __future__ import annotations

from active_learning.acquisition import entropy, margin
from federated.querying.rules import (
    ByUtility,
    ClassBalanced,
    LogoClusters,
    QueryRule,
    RandomRows,
)
from labeling.kernel.registry import Registry

__all__ = ["QUERY_RULES"]

QUERY_RULES: Registry[QueryRule] = Registry("federated query rule")
for _name, _rule in (
    ("global_margin", ByUtility(margin, by_shared=True)),
    ("global_entropy", ByUtility(entropy, by_shared=True)),
    ("local_margin", ByUtility(margin, by_shared=False)),
    ("local_entropy", ByUtility(entropy, by_shared=False)),
    ("logo", LogoClusters(entropy)),
    ("logo_margin", LogoClusters(margin)),
    ("class_balanced", ClassBalanced(margin)),
    ("random", RandomRows()),
):
    QUERY_RULES.add(_name, _rule)
