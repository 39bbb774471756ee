"""The federation's processes in the table of processes, where health pages see them."""

import os
import socket
import threading
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from labeling.services.work_queue import Process, beat_worker, retire_worker

__all__ = ["beating_as"]

BEAT_S = 5.0


def beating_as(kind: str, ended: threading.Event) -> threading.Thread:
    """Beat from a thread of its own until ``ended``."""
    host = socket.gethostname()
    name = f"{host}-{os.getpid()}-{kind}"[:64]
    process = Process(name, kind, host, os.getpid(), settings.VERSION)
    thread = threading.Thread(target=_beat, args=(process, ended), name="beat", daemon=True)
    thread.start()
    return thread


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
