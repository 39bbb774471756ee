"""How far two annotators' marks or answers of one kind agree: a file a kind, and a registry."""

from annotators.agreement.kinds.measure import Measure
from annotators.agreement.kinds.registry import MEASURES

__all__ = ["MEASURES", "Measure"]
