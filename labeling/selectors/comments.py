"""Threads about regions, as far as somebody may read them."""

from collections.abc import Collection

from django.db.models import Count, QuerySet

from labeling.models import CommentThread, Task
from labeling.policies import Access

__all__ = ["open_thread_counts", "threads_of", "visible_threads"]


def visible_threads(access: Access) -> QuerySet[CommentThread]:
    """Return the threads on answers that the role may see: one's own, or all."""
    threads = access.project.threads.all()
    return threads if access.sees_all_answers else threads.filter(answer_of=access.user)


def threads_of(access: Access, task: Task) -> list[CommentThread]:
    """Return the threads of a task, the oldest first, with what was said; two queries."""
    found = visible_threads(access).filter(task=task).select_related("answer_of")
    return list(found.prefetch_related("comments__author").order_by("pk"))


def open_thread_counts(access: Access, task_ids: Collection[int]) -> dict[int, int]:
    """Return how many threads of each task are not resolved; no query for no task."""
    if not task_ids:
        return {}
    waiting = visible_threads(access).filter(task__in=task_ids, is_resolved=False)
    rows = waiting.order_by().values("task_id").annotate(n=Count("pk"))
    return dict(rows.values_list("task_id", "n"))
