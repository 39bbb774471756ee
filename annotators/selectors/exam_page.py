"""Exams as an annotator and a manager see them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from annotators.models import (
    RUNNING,
    AttemptState,
    Exam,
    ExamAnswer,
    ExamAttempt,
    Pause,
    Qualification,
)
from annotators.selectors.exam_choice import exam_tasks
from labeling.models import Gold, Project
from labeling.policies import Access, Action


@dataclass(frozen=True, slots=True)
class OwnExam:
    """One exam, and how the person stands in it."""

    exam: Exam
    attempt: ExamAttempt | None
    used: int
    answered: int
    is_valid: bool
    expires_at: datetime | None
    feedback: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExamPage:
    """Everything on the page: the exams, one's pause, and for managers what waits for them."""

    exams: list[OwnExam]
    pause: Pause | None
    pool: int
    attempts: list[ExamAttempt]
    pauses: list[Pause]
    qualifications: list[Qualification]


def exam_page(access: Access, now: datetime) -> ExamPage:
    """Return one's own standing; of others only what a manager may see."""
    project, manages = access.project, access.may(Action.CHANGE_PROJECT)
    exams = Exam.objects.filter(project=project).order_by("pk")
    if not manages:
        exams = exams.filter(is_open=True)
    own = Pause.objects.filter(project=project, user=access.user, ended_at=None).first()
    held = Qualification.objects.filter(project=project).select_related("user", "granted_by")
    return ExamPage(
        exams=[_own(exam, access, now) for exam in exams],
        pause=own,
        pool=len(exam_tasks(project.pk)),
        attempts=_attempts(project) if manages else [],
        pauses=_pauses(project) if manages else [],
        qualifications=list(held if manages else held.filter(user=access.user)),
    )


def _own(exam: Exam, access: Access, now: datetime) -> OwnExam:
    mine = list(ExamAttempt.objects.filter(exam=exam, user=access.user).order_by("-number"))
    last = mine[0] if mine else None
    passed = next((one for one in mine if one.state == AttemptState.PASSED), None)
    is_valid = passed is not None and (passed.expires_at is None or passed.expires_at > now)
    answered = 0
    if last is not None:
        practises = last.state == AttemptState.PRACTICE
        answered = last.answers.filter(is_practice=practises).count()
    return OwnExam(
        exam=exam,
        attempt=last,
        used=sum(one.state != AttemptState.UNDECIDED for one in mine),
        answered=answered,
        is_valid=is_valid,
        expires_at=passed.expires_at if passed else None,
        feedback=_feedback(exam, last) if last is not None else [],
    )


def _feedback(exam: Exam, attempt: ExamAttempt) -> list[dict[str, Any]]:
    """What was right in practice; of the test, nothing that would help the next attempt."""
    answers = ExamAnswer.objects.filter(attempt=attempt, is_practice=True).order_by("pk")
    rows = list(answers.select_related("task__gold_task"))
    truths = {
        gold.task_id: gold for gold in Gold.objects.filter(task__in=[r.task_id for r in rows])
    }
    return [
        {
            "task": str(row.task_id),
            "credit": row.credit,
            "credits": row.credits,
            "said": (row.content or {}).get("answers", {}),
            "marks": len((row.content or {}).get("regions", [])),
            "truth": truths[row.task_id].answers if row.task_id in truths else {},
            "true_marks": len(truths[row.task_id].regions) if row.task_id in truths else 0,
            "explanation": row.task.gold_task.explanation,
        }
        for row in rows
    ]


def _attempts(project: Project) -> list[ExamAttempt]:
    rows = ExamAttempt.objects.filter(exam__project=project).select_related("exam", "user")
    waiting = list(rows.filter(state=AttemptState.UNDECIDED).order_by("-pk")[:50])
    others = rows.exclude(state__in=[*RUNNING, AttemptState.UNDECIDED]).order_by("-pk")
    return waiting + list(others[:50])


def _pauses(project: Project) -> list[Pause]:
    rows = Pause.objects.filter(project=project).select_related("user", "paused_by", "ended_by")
    standing = list(rows.filter(ended_at=None).order_by("-pk"))
    return standing + list(rows.exclude(ended_at=None).order_by("-pk")[:20])
