"""Draws by lot who works without a pre-label, and notes it before the task is seen."""

import random

from labeling.models import PrelabelDraw, Task, User

__all__ = ["draw_prelabel", "lot_of"]


def draw_prelabel(*, task: Task, user: User) -> None:
    """Note whether this person sees the task's pre-label; a second hand-out keeps the first lot.

    The lot hangs on nothing but the two ids, so neither the model nor the queue can lean on it.
    """
    policy = task.project.settings
    if not (policy.prelabel and policy.blind_share and task.prediction_count):
        return
    draw = PrelabelDraw(
        project_id=task.project_id,
        task=task,
        user=user,
        is_hidden=lot_of(task.pk, user.pk) < policy.blind_share,
        share=policy.blind_share,
        model_version=task.project.model_version,
        said=task.predicted or {},
    )
    PrelabelDraw.objects.bulk_create([draw], ignore_conflicts=True)


def lot_of(task_id: int, user_id: int) -> float:
    """Return a number in [0, 1) that is as good as drawn."""
    return random.Random(f"blind:{task_id}:{user_id}").random()
