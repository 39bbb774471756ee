"""Who should answer what next: the worth of one more opinion, per unit of cost."""

from annotators.assignment.belief import (
    Known,
    agreed_confidence,
    class_accuracy,
    vote_evidence,
    vote_posterior,
)
from annotators.assignment.policies import POLICIES, Asker, Policy, Queue, drawn_luck, ranked
from annotators.assignment.stopping import Decision, Limits, decide, turn_again
from annotators.assignment.tempering import evidence_temper
from annotators.assignment.value import (
    opinion_gain,
    opinion_information,
    opinion_value,
    sampled_accuracy,
    wants_more,
)

__all__ = [
    "POLICIES",
    "Asker",
    "Decision",
    "Known",
    "Limits",
    "Policy",
    "Queue",
    "agreed_confidence",
    "class_accuracy",
    "decide",
    "drawn_luck",
    "evidence_temper",
    "opinion_gain",
    "opinion_information",
    "opinion_value",
    "ranked",
    "sampled_accuracy",
    "turn_again",
    "vote_evidence",
    "vote_posterior",
    "wants_more",
]
