"""How routing, gold and exams look on the wire."""

from typing import Any

from rest_framework import serializers

from annotators.api.shapes import person
from annotators.models import (
    AttemptState,
    Exam,
    ExamAttempt,
    GoldUse,
    Pause,
    Qualification,
    RoutingPlan,
)
from annotators.selectors.exam_page import ExamPage, OwnExam
from annotators.selectors.gold_page import GoldRow
from labeling.kernel.clock import wire_time


class PlanShape(serializers.Serializer[Any]):
    """Who gets which task; in a change, what is not named stays."""

    policy = serializers.CharField(required=False)
    most = serializers.IntegerField(required=False, allow_null=True)
    target = serializers.FloatField(required=False)
    escalation = serializers.CharField(required=False)
    counts_model = serializers.BooleanField(required=False)
    worth = serializers.DictField(child=serializers.FloatField(), required=False)
    gold_rate = serializers.FloatField(required=False)
    repeat_rate = serializers.FloatField(required=False)
    daily_most = serializers.IntegerField(required=False, allow_null=True)
    uses_skills = serializers.BooleanField(required=False)
    author_key = serializers.CharField(required=False, allow_blank=True)
    pause_below = serializers.FloatField(required=False, allow_null=True)


class CountInput(serializers.Serializer[Any]):
    """How many."""

    count = serializers.IntegerField(min_value=1, max_value=500)
    least = serializers.IntegerField(min_value=2, max_value=100, required=False, default=3)


class GoldChangeInput(serializers.Serializer[Any]):
    """What some gold tasks are for."""

    tasks = serializers.ListField(child=serializers.CharField(), min_length=1, max_length=500)
    use = serializers.ChoiceField(GoldUse.choices, required=False)
    explanation = serializers.CharField(required=False, allow_blank=True, max_length=4000)


class TruthInput(serializers.Serializer[Any]):
    """A truth: an annotation's answer, or one written out."""

    annotation = serializers.CharField(required=False)
    regions = serializers.ListField(child=serializers.JSONField(), required=False)
    relations = serializers.ListField(child=serializers.JSONField(), required=False)
    answers = serializers.DictField(required=False)
    explanation = serializers.CharField(required=False, allow_blank=True, max_length=4000)


class ExamInput(serializers.Serializer[Any]):
    """An exam; in a change, what is not named stays."""

    name = serializers.CharField(max_length=120)
    introduction = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    skill = serializers.CharField(required=False, allow_blank=True, max_length=64)
    is_required = serializers.BooleanField(required=False)
    is_open = serializers.BooleanField(required=False)
    practice = serializers.IntegerField(required=False, min_value=0, max_value=100)
    mark = serializers.FloatField(required=False, min_value=0.05, max_value=0.99)
    least = serializers.IntegerField(required=False, min_value=1, max_value=200)
    most = serializers.IntegerField(required=False, min_value=1, max_value=200)
    attempts = serializers.IntegerField(required=False, min_value=1, max_value=50)
    valid_days = serializers.IntegerField(
        required=False, min_value=1, max_value=3650, allow_null=True
    )


class DecisionInput(serializers.Serializer[Any]):
    """A manager's word on an attempt."""

    passes = serializers.BooleanField()


class PauseInput(serializers.Serializer[Any]):
    """Whom to pause, and why."""

    user = serializers.CharField()
    note = serializers.CharField(max_length=4000)


class AppealInput(serializers.Serializer[Any]):
    """Why somebody should go on."""

    appeal = serializers.CharField(max_length=4000)


class PauseAnswerInput(serializers.Serializer[Any]):
    """Whether a pause ends, and what the person is told."""

    lifts = serializers.BooleanField()
    answer = serializers.CharField(required=False, allow_blank=True, max_length=4000, default="")


class SkillInput(serializers.Serializer[Any]):
    """A skill that somebody has."""

    user = serializers.CharField()
    skill = serializers.CharField(max_length=64)


def plan_payload(plan: RoutingPlan) -> dict[str, Any]:
    """Return the plan."""
    return {name: getattr(plan, name) for name, _ in PlanShape().fields.items()}


def gold_payload(row: GoldRow) -> dict[str, Any]:
    """Return one gold task."""
    gold = row.gold
    return {
        "task": str(gold.task_id),
        "external_id": gold.task.external_id or None,
        "data": row.shown.data,
        "origin": gold.origin,
        "use": gold.use,
        "has_truth": gold.has_truth,
        "explanation": gold.explanation,
        "made_by": person(gold.made_by) if gold.made_by else None,
        "made_at": wire_time(gold.made_at),
        "answers": row.answers,
        "credit": row.credit,
        "truth": row.truth,
    }


def exam_payload(exam: Exam) -> dict[str, Any]:
    """Return an exam's terms."""
    terms = {name: getattr(exam, name) for name, _ in ExamInput().fields.items()}
    return {"id": str(exam.pk), **terms}


def attempt_payload(attempt: ExamAttempt) -> dict[str, Any]:
    """Return one attempt; during the test its interval is nobody's affair."""
    is_over = attempt.state not in (AttemptState.PRACTICE, AttemptState.TEST)
    return {
        "id": str(attempt.pk),
        "number": attempt.number,
        "state": attempt.state,
        "value": attempt.value if is_over else None,
        "low": attempt.low if is_over else None,
        "high": attempt.high if is_over else None,
        "started_at": wire_time(attempt.started_at),
        "ended_at": wire_time(attempt.ended_at) if attempt.ended_at else None,
        "expires_at": wire_time(attempt.expires_at) if attempt.expires_at else None,
    }


def page_payload(page: ExamPage) -> dict[str, Any]:
    """Return the whole page."""
    return {
        "exams": [_own(one) for one in page.exams],
        "pause": pause_payload(page.pause) if page.pause else None,
        "pool": page.pool,
        "attempts": [
            attempt_payload(one) | {"exam": one.exam.name, "user": person(one.user)}
            for one in page.attempts
        ],
        "pauses": [pause_payload(one) | {"user": person(one.user)} for one in page.pauses],
        "skills": [skill_payload(one) for one in page.qualifications],
    }


def pause_payload(pause: Pause) -> dict[str, Any]:
    """Return a pause with what it rests on."""
    return {
        "id": str(pause.pk),
        "reason": pause.reason,
        "note": pause.note,
        "facts": pause.facts,
        "started_at": wire_time(pause.started_at),
        "appeal": pause.appeal,
        "appealed_at": wire_time(pause.appealed_at) if pause.appealed_at else None,
        "ended_at": wire_time(pause.ended_at) if pause.ended_at else None,
        "answer": pause.answer,
    }


def skill_payload(row: Qualification) -> dict[str, Any]:
    """Return who has which skill, and whence."""
    return {
        "id": str(row.pk),
        "user": person(row.user),
        "skill": row.skill,
        "by": person(row.granted_by) if row.granted_by else None,
        "is_earned": row.attempt_id is not None,
        "earned_at": wire_time(row.earned_at),
        "expires_at": wire_time(row.expires_at) if row.expires_at else None,
    }


def _own(one: OwnExam) -> dict[str, Any]:
    return exam_payload(one.exam) | {
        "attempt": attempt_payload(one.attempt) if one.attempt else None,
        "used": one.used,
        "answered": one.answered,
        "is_valid": one.is_valid,
        "expires_at": wire_time(one.expires_at) if one.expires_at else None,
        "feedback": one.feedback,
    }
