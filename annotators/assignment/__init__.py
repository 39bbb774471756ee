"""Who should answer what next: the worth of one more opinion, per unit of cost."""

from annotators.assignment.value import opinion_value, sampled_accuracy, wants_more

__all__ = ["opinion_value", "sampled_accuracy", "wants_more"]
