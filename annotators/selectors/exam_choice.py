"""Which question of a running exam comes next."""

import random
from collections.abc import Collection

from annotators.models import AttemptState, ExamAttempt, GoldTask, GoldUse

EXAM = "exam"
"""Name of the leases under which questions are answered."""


def exam_question(attempt_id: int, held: Collection[int], rng: random.Random) -> int | None:
    """Return a task of the exam that was not asked in this attempt; None when there is none now.

    Practice never shows a task of the test, nor of an earlier attempt where there are others.
    """
    attempt = ExamAttempt.objects.select_related("exam").filter(pk=attempt_id).first()
    if attempt is None or attempt.state not in (AttemptState.PRACTICE, AttemptState.TEST):
        return None
    asked = set(attempt.answers.values_list("task_id", flat=True)) | set(held)
    pool = [task for task in exam_tasks(attempt.exam.project_id) if task not in asked]
    if not pool or not _wants_more(attempt, len(held)):
        return None
    earlier = set(
        ExamAttempt.objects.filter(exam=attempt.exam_id, user=attempt.user_id)
        .exclude(pk=attempt.pk)
        .values_list("answers__task_id", flat=True)
    )
    return rng.choice([task for task in pool if task not in earlier] or pool)


def exam_tasks(project_id: int) -> list[int]:
    """Return the tasks that exams of a project ask from."""
    rows = GoldTask.objects.filter(project=project_id, use=GoldUse.EXAM, has_truth=True)
    return list(rows.order_by("task_id").values_list("task_id", flat=True))


def _wants_more(attempt: ExamAttempt, in_hand: int) -> bool:
    """A client asks for the next question while the last answer is still on its way."""
    if attempt.state == AttemptState.PRACTICE:
        return True
    given = attempt.answers.filter(is_practice=False).count()
    return not in_hand or given + in_hand < attempt.exam.most
