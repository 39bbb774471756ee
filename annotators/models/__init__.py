"""What was judged about people's answers: consensus, facts, gold, exams, routing."""

from annotators.models.adjudication import Adjudication
from annotators.models.consensus import Consensus
from annotators.models.exams import (
    RUNNING,
    AttemptState,
    Exam,
    ExamAnswer,
    ExamAttempt,
    Pause,
    Qualification,
)
from annotators.models.facts import AnnotatorFacts, TaskFacts
from annotators.models.gold import GoldOrigin, GoldResult, GoldTask, GoldUse, Repeat
from annotators.models.report import QualityReport
from annotators.models.routing import BeliefState, Escalation, RoutingPlan, Standing, TaskBelief

__all__ = [
    "RUNNING",
    "Adjudication",
    "AnnotatorFacts",
    "AttemptState",
    "BeliefState",
    "Consensus",
    "Escalation",
    "Exam",
    "ExamAnswer",
    "ExamAttempt",
    "GoldOrigin",
    "GoldResult",
    "GoldTask",
    "GoldUse",
    "Pause",
    "Qualification",
    "QualityReport",
    "Repeat",
    "RoutingPlan",
    "Standing",
    "TaskBelief",
    "TaskFacts",
]
