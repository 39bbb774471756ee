"""All that a fit leaves behind: heads by their part in the model, and plain facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from active_learning.learners.heads.linear import LinearHead

__all__ = ["Heads"]


@dataclass(frozen=True)
class Heads:
    """What a judge predicts with.

    Attributes
    ----------
    main : says the classes
    more : further heads by name, such as one that refines places
    facts : JSON that the judge needs, such as a usual length
    """

    main: LinearHead
    more: Mapping[str, LinearHead] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
