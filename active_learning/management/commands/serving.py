"""`manage.py serving`: the process that holds the models and answers pre-label calls."""

import logging
import os
import socket
import threading
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from active_learning.embeddings.folder import models_folder
from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.server import ServingOptions, serve
from labeling.services.work_queue import Process, beat_worker, retire_worker

logger = logging.getLogger(__name__)
BEAT_S = 5.0


class Command(BaseCommand):
    """Loopback only by default: it trusts whoever can reach it."""

    help = "Serve the projects' models to the web process."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8001)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal ends it."""
        models = models_folder(settings.PENUMBRA_DATA)
        ended = threading.Event()
        beating = threading.Thread(target=keep_beating, args=(ended,), name="beat", daemon=True)
        beating.start()
        try:
            serve(models, host=options["host"], port=options["port"], options=_tuned())
        finally:
            ended.set()
            beating.join(timeout=BEAT_S)


def _tuned() -> ServingOptions:
    tuned = settings.SERVING
    policy = partial(
        AdaptivePolicy,
        target_ms=tuned["target_ms"],
        largest=int(tuned["largest"]),
        max_queue=int(tuned["max_queue"]),
        longest_s=float(tuned["longest_ms"]) / 1000,
    )
    return ServingOptions(
        memory_mb=int(tuned["memory_mb"]), policy=policy, threads=int(tuned["threads"])
    )


def keep_beating(ended: threading.Event) -> None:
    """Tell the table of processes that this one lives, until it ends."""
    host = socket.gethostname()
    worker = f"{host}-{os.getpid()}-serving"[:64]
    process = Process(worker, "serving", host, os.getpid(), settings.VERSION)
    while True:
        try:
            beat_worker(process=process, job_id=None, now=timezone.now())
        except DatabaseError:
            # It serves without a database; only the page of processes misses a beat.
            logger.warning("The database did not take the beat of model serving.", exc_info=True)
        if ended.wait(BEAT_S):
            break
    retire_worker(worker=worker)
    connection.close()
