"""How people work: pace, habits, and what the model's suggestions do to them."""

from annotators.behaviour.advice import Advice, advise, streak
from annotators.behaviour.anchoring import Anchoring, anchoring
from annotators.behaviour.patterns import Pattern, constant, copying, hasty
from annotators.behaviour.speed import Pace, pace, pace_by, size_of, worked_seconds
from annotators.behaviour.stated_confidence import StatedConfidence, stated_confidence

__all__ = [
    "Advice",
    "Anchoring",
    "Pace",
    "Pattern",
    "StatedConfidence",
    "advise",
    "anchoring",
    "constant",
    "copying",
    "hasty",
    "pace",
    "pace_by",
    "size_of",
    "stated_confidence",
    "streak",
    "worked_seconds",
]
