"""Exams: set up, begun, answered question by question, decided by an interval or by a person."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from annotators.exams import Verdict, judge_attempt
from annotators.models import (
    RUNNING,
    AttemptState,
    Exam,
    ExamAnswer,
    ExamAttempt,
    Qualification,
)
from annotators.selectors.exam_choice import exam_tasks
from annotators.services.gold_grading import graded, truth_of
from annotators.services.standings import skill_of, write_required, write_standing
from labeling.kernel.errors import BadInput, Conflict, NotFound
from labeling.models import Gold, Task
from labeling.policies import Access
from labeling.services.drafts import AnswerContent
from labeling.services.leases import release_all_leases

NOTHING = 1
"""Number of an answer to a question fetched ahead, when the exam was over: it is kept nowhere."""
DECIDED = {
    "passed": AttemptState.PASSED,
    "failed": AttemptState.FAILED,
    "undecided": AttemptState.UNDECIDED,
}


@transaction.atomic
def save_exam(*, access: Access, values: Mapping[str, Any], exam_id: int | None = None) -> Exam:
    """Make or change an exam; attempts that run go on under the new terms."""
    exam = get_exam(access, exam_id) if exam_id else Exam(project=access.project)
    for key, value in values.items():
        setattr(exam, key, value)
    if exam.most < exam.least:
        detail = f"At least {exam.least}, as many as the questions asked at least."
        raise BadInput(f"most: {detail}", errors=[{"pointer": "/most", "detail": detail}])
    twins = Exam.objects.filter(project=access.project, name=exam.name).exclude(pk=exam.pk)
    if twins.exists():
        detail = "Another exam here has this name."
        raise BadInput(f"name: {detail}", errors=[{"pointer": "/name", "detail": detail}])
    exam.save()
    write_required(project=access.project)
    return exam


@transaction.atomic
def delete_exam(*, access: Access, exam_id: int) -> None:
    """Delete an exam with its attempts; what people earned by it stays theirs."""
    exam = get_exam(access, exam_id)
    people = list(exam.tries.filter(state__in=RUNNING).values_list("user_id", flat=True))
    exam.delete()
    write_required(project=access.project)
    for user_id in people:
        write_standing(project=access.project, user_id=user_id)


@transaction.atomic
def start_exam(*, access: Access, exam_id: int, now: datetime) -> ExamAttempt:
    """Begin an attempt, or go on with the one that runs."""
    exam = get_exam(access, exam_id)
    mine = ExamAttempt.objects.filter(exam__project=access.project, user=access.user)
    running = mine.filter(state__in=RUNNING).first()
    if running is not None:
        if running.exam_id != exam.pk:
            raise Conflict("Finish or leave the exam that you began.", code="exam_running")
        return running
    own = mine.filter(exam=exam)
    counted = own.exclude(state=AttemptState.UNDECIDED).count()
    if not exam.is_open:
        raise Conflict("This exam is closed.", code="exam_closed")
    if own.filter(state=AttemptState.UNDECIDED).exists():
        raise Conflict("Your last attempt waits for a manager's decision.", code="exam_undecided")
    if counted >= exam.attempts:
        raise Conflict("All attempts are used up; ask a manager.", code="no_attempts_left")
    pool = len(exam_tasks(access.project.pk))
    if pool < exam.least + exam.practice:
        raise Conflict(
            f"The exam needs {exam.least + exam.practice} exam tasks and has {pool}: "
            "a manager must add some on the page Gold.",
            code="too_few_exam_tasks",
            params={"wanted": exam.least + exam.practice, "count": pool},
        )
    number = (own.aggregate(last=Max("number"))["last"] or 0) + 1
    attempt = ExamAttempt.objects.create(
        exam=exam,
        user=access.user,
        number=number,
        state=AttemptState.PRACTICE if exam.practice else AttemptState.TEST,
    )
    # What the person holds of ordinary work goes back: the exam comes first now.
    release_all_leases(project=access.project, user=access.user)
    write_standing(project=access.project, user_id=access.user.pk)
    return attempt


@transaction.atomic
def leave_exam(*, access: Access, exam_id: int, now: datetime) -> ExamAttempt:
    """End one's own running attempt; it counts."""
    attempt = _running(access, exam_id)
    return _end(access, attempt, AttemptState.ENDED, now)


@transaction.atomic
def decide_attempt(*, access: Access, attempt_id: int, passes: bool, now: datetime) -> ExamAttempt:
    """Let a manager decide what the interval left open."""
    attempt = ExamAttempt.objects.filter(
        exam__project=access.project, pk=attempt_id, state=AttemptState.UNDECIDED
    ).first()
    if attempt is None:
        raise NotFound("There is no such attempt that waits for a decision.")
    attempt.decided_by = access.user
    return _end(access, attempt, AttemptState.PASSED if passes else AttemptState.FAILED, now)


def get_exam(access: Access, exam_id: int | None) -> Exam:
    """Return an exam of the project."""
    exam = Exam.objects.filter(project=access.project, pk=exam_id or 0).first()
    if exam is None:
        raise NotFound("There is no such exam in this project.")
    return exam


class ExamAside:
    """Keeps answers of exams: they are no annotations, and nobody's lesson."""

    def keep(self, *, access: Access, task: Task, content: AnswerContent) -> int:
        """Grade the answer, and decide where that can be done."""
        return self._answered(access, task, content.as_json())

    def skip(self, *, access: Access, task: Task) -> None:
        """Whoever passes a question by has not answered it."""
        self._answered(access, task, None)

    def _answered(self, access: Access, task: Task, said: dict[str, Any] | None) -> int:
        attempt = _own_attempts(access).first()
        if attempt is None:
            return NOTHING
        gold = Gold.objects.filter(task=task).first()
        found = graded(access.project, truth_of(gold), said) if gold and said else None
        answer, _ = ExamAnswer.objects.get_or_create(
            attempt=attempt,
            task=task,
            defaults={
                "is_practice": attempt.state == AttemptState.PRACTICE,
                "content": said,
                "credit": found.credit if found else 0.0,
                "credits": found.credits if found else {},
            },
        )
        _advance(access, attempt, timezone.now())
        return answer.pk


def _advance(access: Access, attempt: ExamAttempt, now: datetime) -> None:
    """From practice to test, from test to a decision."""
    exam = attempt.exam
    if attempt.state == AttemptState.PRACTICE:
        if attempt.answers.filter(is_practice=True).count() >= exam.practice:
            attempt.state = AttemptState.TEST
            attempt.save(update_fields=["state"])
        return
    credits = list(attempt.answers.filter(is_practice=False).values_list("credit", flat=True))
    left = len(exam_tasks(exam.project_id)) - attempt.answers.count()
    most = min(exam.most, len(credits) + max(left, 0))
    found: Verdict = judge_attempt(credits, mark=exam.mark, least=exam.least, most=most)
    attempt.value, attempt.low, attempt.high = found.value, found.low, found.high
    attempt.save(update_fields=["value", "low", "high"])
    if found.outcome != "asking":
        _end(access, attempt, DECIDED[found.outcome], now)


def _end(access: Access, attempt: ExamAttempt, state: AttemptState, now: datetime) -> ExamAttempt:
    exam = attempt.exam
    attempt.state, attempt.ended_at = state, now
    if state == AttemptState.PASSED:
        days = exam.valid_days
        attempt.expires_at = now + timedelta(days=days) if days else None
        Qualification.objects.update_or_create(
            project=exam.project,
            user_id=attempt.user_id,
            skill=skill_of(exam),
            defaults={
                "attempt": attempt,
                "earned_at": now,
                "expires_at": attempt.expires_at,
                "granted_by": attempt.decided_by,
            },
        )
    attempt.save()
    write_standing(project=exam.project, user_id=attempt.user_id)
    return attempt


def _own_attempts(access: Access) -> QuerySet[ExamAttempt]:
    return ExamAttempt.objects.select_related("exam__project").filter(
        exam__project=access.project, user=access.user, state__in=RUNNING
    )


def _running(access: Access, exam_id: int) -> ExamAttempt:
    attempt = _own_attempts(access).filter(exam=exam_id).first()
    if attempt is None:
        raise Conflict("You are not sitting this exam.", code="no_exam_running")
    return attempt
