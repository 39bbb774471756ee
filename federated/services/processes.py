"""The federation's processes in the table of processes, where health pages see them."""

import os
import socket
import threading
from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from labeling.services.work_queue import Process, beat_worker, retire_worker

__all__ = ["beating_as", "with_fresh_connection"]

BEAT_S = 5.0
P = ParamSpec("P")
R = TypeVar("R")


def beating_as(kind: str, ended: threading.Event) -> threading.Thread:
    """Beat from a thread of its own until ``ended``."""
    host = socket.gethostname()
    name = f"{host}-{os.getpid()}-{kind}"[:64]
    process = Process(name, kind, host, os.getpid(), settings.VERSION)
    thread = threading.Thread(target=_beat, args=(process, ended), name="beat", daemon=True)
    thread.start()
    return thread


def with_fresh_connection(function: Callable[P, R]) -> Callable[P, R]:
    """Let a lasting thread use the database as a request does: a lost connection is replaced."""

    def fresh(*args: P.args, **kwargs: P.kwargs) -> R:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return fresh


def _beat(process: Process, ended: threading.Event) -> None:
    while True:
        _once(process, timezone.now())
        if ended.wait(BEAT_S):
            break
    retire_worker(worker=process.id)
    connection.close()


def _once(process: Process, now: datetime) -> None:
    try:
        beat_worker(process=process, job_id=None, now=now)
    except DatabaseError:
        # A busy database costs a beat, not the process.
        connection.close()
