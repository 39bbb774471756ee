"""One call for the model as any connection carries it: who may ask, what is asked, the answer.

Everything is checked anew at every call: a token that was revoked, or a member that was shown out,
is refused at the next one.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.db import database_sync_to_async

from active_learning.services.prelabel import prelabel_inputs, prelabel_task
from active_learning.services.prelabel_inputs import read_deadline
from labeling.kernel.errors import BadInput
from labeling.kernel.wire import read_id
from labeling.models import User
from labeling.policies import Action, open_project, open_task

__all__ = ["AT_ONCE", "answer_call", "in_thread"]

THREADS = 4
"""As many as REST calls of the model have; they fight for the same interpreter."""
AT_ONCE = 8
"""Calls of one connection that may wait together."""
_POOL = ThreadPoolExecutor(THREADS, thread_name_prefix="live-model")


def answer_call(
    user: User,
    project_id: int,
    call: Mapping[str, Any],
    *,
    arrived_at: float,
    most_ms: float | None = None,
) -> dict[str, Any]:
    """Answer `{"inputs", "deadline_ms"?}` or `{"task"}`; `most_ms` is the connection's limit."""
    if "task" in call:
        access, task = open_task(user, read_id(call["task"], "/task"), Action.PRELABEL)
        if access.project.pk != project_id:
            raise BadInput("The task belongs to another project.")
        return prelabel_task(project=access.project, task=task, arrived_at=arrived_at)
    access = open_project(user, project_id, Action.PRELABEL)
    limits = [limit for limit in (read_deadline(call.get("deadline_ms")), most_ms) if limit]
    return prelabel_inputs(
        project=access.project,
        inputs=call.get("inputs"),
        arrived_at=arrived_at,
        deadline_ms=min(limits, default=None),
    )


async def in_thread(work: Any, *given: Any, **more: Any) -> Any:
    """Do what waits for the database and the model outside the loop."""
    return await database_sync_to_async(work, thread_sensitive=False, executor=_POOL)(
        *given, **more
    )
