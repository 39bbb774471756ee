"""`manage.py prelabel_grpc`: the pre-labeling call over gRPC."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from active_learning.realtime.grpc.server import serve_grpc


class Command(BaseCommand):
    """A process beside the web process, with the same tokens, permissions and errors."""

    help = "Answer the pre-labeling call over gRPC."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8002)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Run until a signal ends it."""
        asyncio.run(_serve(host, port))


async def _serve(host: str, port: int) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    await serve_grpc(host, port, ended)
