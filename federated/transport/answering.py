"""A site's worker: takes Flower's tasks and answers them from the installed code, kept warm.

Flower would start a process for every message and run the code that the message's app brings. This
worker runs nothing that travels, and refuses apps other than ours by their hash.
"""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flwr.supernode.runtime.run_clientapp as flower
import httpx
from flwr.app import Error, Message
from flwr.common.constant import ErrorCode, SubStatus
from flwr.proto.runtime_pb2 import AcquireTaskRequest
from flwr.supercore.constant import TaskType
from flwr.supercore.interceptors import (
    RuntimeTokenHttpInterceptor,
    SuperExecAuthHttpInterceptor,
)

from federated.transport.calling import beating, runtime_client
from federated.transport.messages import ask_in, reply_to
from federated.transport.pace import Pace
from federated.transport.thin_app import APPROVED_HASH
from federated.wire.asking import Ask

__all__ = ["NodeWorker", "take_tasks"]

log = logging.getLogger(__name__)

SHORTEST_S, LONGEST_S = 0.05, 1.0
"""Between two looks for a task, while they come and when none does."""
AGAIN_S = 2.0
PULL_LIMIT_S = 20.0
"""A run stopped while its messages travel leaves tasks whose objects never come; Flower would wait
two hours for them."""
_ACQUIRE = "/flwr.proto.Runtime/AcquireTask"

_inside: Any = flower
_inside.pull_and_inflate_object_from_tree = functools.partial(
    _inside.pull_and_inflate_object_from_tree,
    max_time=PULL_LIMIT_S,
    initial_backoff=0.2,
    backoff_cap=1.0,
)


class NodeWorker:
    """Answers what arrives at this site's SuperNode (its Runtime API is on loopback)."""

    def __init__(self, *, address: str, answer: Callable[[Ask], bytes]) -> None:
        self.address, self.answer = address, answer

    def __call__(self, token: str) -> None:
        """Work one task off."""
        interceptors = [RuntimeTokenHttpInterceptor(token)]
        client = runtime_client(
            self.address, authority=None, name="flwr-clientapp", interceptors=interceptors
        )
        message = context = None
        status, details = SubStatus.COMPLETED, ""
        try:
            with beating(client):
                message, context, _, app = flower.pull_task_input(client)
                if app.hash_str != APPROVED_HASH:
                    raise PermissionError("This app is not approved at this site.")
                reply = reply_to(message, self.answer(ask_in(message)))
        except Exception as error:
            log.exception("a task of the SuperNode failed")
            status, details = SubStatus.FAILED, type(error).__name__
            if message is None or context is None:
                # Nothing to reply to: close the task, so that the next one is given out.
                flower.push_task_output(client, None, status, details)
                return
            code = ErrorCode.CLIENT_APP_RAISED_EXCEPTION
            reply = Message(Error(code=code, reason=details), reply_to=message)
        flower.push_message(client, reply, context)
        flower.push_task_output(client, context, status, details)
        client.close()


def take_tasks(
    *,
    address: str,
    kind: str,
    work: Callable[[str], None],
    secret: Path,
    ended: threading.Event,
    authority: Path | None = None,
) -> None:
    """Ask Flower for tasks of a kind and work them off one by one, until ``ended``."""
    auth = SuperExecAuthHttpInterceptor(
        master_secret=secret.read_bytes(), protected_methods=frozenset({_ACQUIRE})
    )
    client = runtime_client(address, authority=authority, name="SuperExec", interceptors=[auth])
    pace = Pace(shortest_s=SHORTEST_S, longest_s=LONGEST_S)
    while not ended.is_set():
        try:
            found = client.AcquireTask(AcquireTaskRequest(supported_task_types=[kind]))
        except (httpx.HTTPError, OSError) as error:
            log.warning("no task from %s: %s", address, error)
            ended.wait(AGAIN_S)
            continue
        if not (found.HasField("task") and found.token):
            ended.wait(pace.pause_s)
            continue
        try:
            work(found.token)
        except Exception:
            # The outermost loop of a worker: one task must not end it.
            log.exception("task %s failed", found.task.task_id)
        pace.came()
    client.close()


NODE_TASKS, COORDINATOR_TASKS = TaskType.CLIENT_APP, TaskType.SERVER_APP
