"""`manage.py worker`: runs the jobs of one lane until it is told to stop."""

import logging
import math
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.utils import timezone

from labeling.kernel.jobs import chores, registry
from labeling.models import Job
from labeling.services.job_runs import run_job
from labeling.services.work_queue import (
    Process,
    beat_worker,
    claim_job,
    retire_worker,
)

logger = logging.getLogger(__name__)
WAKE_S = 0.5
BEAT_S = 5.0
NICE = {"learning": 10}
"""Training takes whole cores for minutes: whoever annotates meanwhile goes first."""


class Command(BaseCommand):
    """A worker is one process of one lane; start several for more at once."""

    help = "Run background jobs (imports, exports; with --queue learning: training, ranking)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the lane, and whether to end when it is empty."""
        parser.add_argument("--queue", default="default", choices=["default", "learning"])
        parser.add_argument("--once", action="store_true", help="end when no job waits")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT; a running job goes back to the queue."""
        os.nice(NICE.get(options["queue"], 0))
        Worker(options["queue"], once=options["once"]).work()


class Worker:
    """Claims, runs, beats."""

    def __init__(self, queue: str, *, once: bool = False) -> None:
        self.queue = queue
        self.once = once
        self.host = socket.gethostname()
        self.id = f"{self.host}-{os.getpid()}-{queue}-{secrets.token_hex(3)}"[:64]
        self._stop = threading.Event()
        self._ended = threading.Event()
        self._job_id: int | None = None
        self._done_at: dict[str, float] = {}

    def work(self) -> None:
        """Run jobs one after the other until stopped."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: self._stop.set())
        self._beat()
        beating = threading.Thread(target=self._keep_beating, name="beat", daemon=True)
        beating.start()
        try:
            self._loop()
        finally:
            self._ended.set()
            beating.join(timeout=BEAT_S)
            retire_worker(worker=self.id)

    def _loop(self) -> None:
        while not self._stop.is_set():
            self._do_chores()
            if self._run_next():
                continue
            if self.once:
                return
            self._stop.wait(WAKE_S)

    def _do_chores(self) -> None:
        """Do what is due between jobs; a chore that fails is logged and tried again later."""
        now = time.monotonic()
        for name, item in chores.items():
            is_ours = item.queue in {None, self.queue}
            if is_ours and now - self._done_at.get(name, -math.inf) >= item.every_s:
                self._done_at[name] = now
                try:
                    item.function()
                except Exception:
                    logger.exception("Chore %s failed", name)

    def _run_next(self) -> bool:
        job = claim_job(queue=self.queue, worker=self.id, now=timezone.now())
        if job is None:
            return False
        gives_way = job.name in registry and registry.get(job.name).gives_way
        self._run(job, give_way=self._run_urgent if gives_way else lambda: None)
        return True

    def _run(self, job: Job, *, give_way: Callable[[], None] = lambda: None) -> None:
        before, self._job_id = self._job_id, job.pk
        self._beat()
        run_job(job, is_stopping=self._stop.is_set, give_way=give_way)
        self._job_id = before
        self._beat()

    def _run_urgent(self) -> None:
        """Run what must not wait for the job in hand: somebody annotates and waits for a model."""
        self._do_chores()  # they tell what is due
        job = claim_job(queue=self.queue, worker=self.id, now=timezone.now(), urgent=True)
        if job is not None:
            self._run(job)

    def _keep_beating(self) -> None:
        """Beat from a thread of its own: a long job must not look dead."""
        while not self._ended.wait(BEAT_S):
            self._beat()
        connection.close()

    def _beat(self) -> None:
        process = Process(
            self.id, "worker", self.host, os.getpid(), settings.VERSION, queue=self.queue
        )
        beat_worker(process=process, job_id=self._job_id, now=timezone.now())
