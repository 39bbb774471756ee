"""Talks about regions: each thing said, and whether the matter is settled."""

from django.db import transaction

from labeling.kernel.errors import BadInput, NotAllowed, NotFound
from labeling.models import Annotation, Comment, CommentThread, Task
from labeling.models.comment import MAX_REGION_ID, MAX_TEXT
from labeling.policies import Access, Action
from labeling.selectors.comments import visible_threads
from labeling.services.event_log import log_event

__all__ = ["delete_comment", "say", "settle_thread", "thread_in"]


@transaction.atomic
def say(
    *, access: Access, task: Task, annotation: Annotation | None, region: str, text: str
) -> CommentThread:
    """Say something about a region of an annotation, or of one's own draft where there is none.

    Whoever speaks opens a settled matter again.
    """
    access.require(Action.COMMENT)
    said = text.strip()
    if not said or len(said) > MAX_TEXT:
        detail = f"A comment has 1 to {MAX_TEXT:,} characters."
        raise BadInput(detail, errors=[{"pointer": "/text", "detail": detail}])
    if annotation is not None and annotation.task_id != task.pk:
        raise NotFound("The annotation belongs to another task.")
    _check_region(annotation, region)
    thread, _ = CommentThread.objects.get_or_create(
        project=access.project,
        task=task,
        answer_of=annotation.annotator if annotation else access.user,
        region=region,
    )
    Comment.objects.create(thread=thread, author=access.user, text=said)
    _set_resolved(thread, is_resolved=False)
    _tell(access, thread)
    return thread


def thread_in(access: Access, thread_id: int) -> CommentThread:
    """Return a thread that the role may read; others do not exist."""
    thread = visible_threads(access).filter(pk=thread_id).first()
    if thread is None:
        raise NotFound("There is no such thread, or you may not read it.")
    return thread


@transaction.atomic
def settle_thread(*, access: Access, thread: CommentThread, is_resolved: bool) -> CommentThread:
    """Close the matter, or open it again."""
    access.require(Action.COMMENT)
    _set_resolved(thread, is_resolved=is_resolved)
    _tell(access, thread)
    return thread


@transaction.atomic
def delete_comment(*, access: Access, thread: CommentThread, comment_id: int) -> None:
    """Take back what one said, or as a manager what anybody said; the last takes the thread."""
    comment = thread.comments.filter(pk=comment_id).first()
    if comment is None:
        raise NotFound("There is no such comment in this thread.")
    if comment.author_id != access.user.pk and not access.may(Action.CHANGE_TASKS):
        raise NotAllowed("Only its author or a manager takes a comment back.")
    comment.delete()
    if not thread.comments.exists():
        thread.delete()
    _tell(access, thread)


def _check_region(annotation: Annotation | None, region: str) -> None:
    detail = ""
    if not region or len(region) > MAX_REGION_ID:
        detail = f"A region's id has 1 to {MAX_REGION_ID} characters."
    elif annotation and region not in {one.get("id") for one in annotation.regions}:
        detail = "The annotation has no region of this id (it may have been edited meanwhile)."
    if detail:
        raise BadInput(detail, errors=[{"pointer": "/region", "detail": detail}])


def _set_resolved(thread: CommentThread, *, is_resolved: bool) -> None:
    if thread.is_resolved != is_resolved:
        thread.is_resolved = is_resolved
        thread.save(update_fields=["is_resolved"])


def _tell(access: Access, thread: CommentThread) -> None:
    """Live pages load the thread again: nothing said travels to those who may not read it."""
    log_event(
        project_id=access.project.pk,
        type="comment",
        data={"task": str(thread.task_id), "region": thread.region},
        actor_id=access.user.pk,
    )
