"""Keeps the one row a route reads of a person in step with what it is copied from."""

from typing import Any

from annotators.models import (
    RUNNING,
    Exam,
    ExamAttempt,
    Pause,
    Qualification,
    RoutingPlan,
    Standing,
)
from labeling.models import Project


def write_standing(*, project: Project, user_id: int) -> None:
    """Copy skills, pause and running exam of one person."""
    skills: dict[str, Any] = {
        row.skill: row.expires_at.isoformat() if row.expires_at else None
        for row in Qualification.objects.filter(project=project, user=user_id)
    }
    attempt = ExamAttempt.objects.filter(
        exam__project=project, user=user_id, state__in=RUNNING
    ).first()
    Standing.objects.update_or_create(
        project=project,
        user_id=user_id,
        defaults={
            "skills": skills,
            "is_paused": Pause.objects.filter(
                project=project, user=user_id, ended_at=None
            ).exists(),
            "attempt": attempt.pk if attempt else None,
        },
    )


def write_required(*, project: Project) -> None:
    """Copy into the plan what its open exams make everybody show."""
    exams = Exam.objects.filter(project=project, is_required=True, is_open=True).order_by("pk")
    required = [skill_of(exam) for exam in exams]
    RoutingPlan.objects.update_or_create(project=project, defaults={"required": required})


def skill_of(exam: Exam) -> str:
    """Return what passing an exam earns; without a skill of its own, the right to work here."""
    return exam.skill or f"exam:{exam.pk}"
