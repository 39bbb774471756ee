"""Who gets which of the first candidates: a file a policy, and a registry."""

from annotators.assignment.policies.policy import Asker, Policy, Queue, drawn_luck
from annotators.assignment.policies.registry import POLICIES, ranked

__all__ = ["POLICIES", "Asker", "Policy", "Queue", "drawn_luck", "ranked"]
