"""`manage.py serve`: web, job workers and model serving under one supervisor."""

import os
import secrets
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from labeling.config.environment import BASE_DIR
from labeling.config.supervisor import Child, Supervisor

READY_S = 120
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Command(BaseCommand):
    """Start everything and say where it is."""

    help = "Start the product: web, job workers, model serving."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the command's options."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="prepare the demo projects")

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        """Migrate, load the demo if asked, then run until stopped."""
        serving_port = self._free_port(host, port)
        call_command("migrate", verbosity=0)
        if demo:
            call_command("demo", later=True)
        serving_url = f"http://127.0.0.1:{serving_port}"
        # Commands run beside `serve` (doctor, shell) find the serving process through this note.
        (settings.PENUMBRA_DATA / "serving_url").write_text(serving_url, encoding="ascii")
        environment = os.environ | {
            "PENUMBRA_DATA": str(settings.PENUMBRA_DATA),
            "SERVING_URL": serving_url,
        }
        if host not in LOOPBACK:
            environment.setdefault("ALLOWED_HOSTS", f"{host},localhost,127.0.0.1,[::1]")
            environment.setdefault("PENUMBRA_SETUP_CODE", secrets.token_hex(4))
        supervisor = Supervisor(
            children=_children(host, port, serving_port),
            environment=environment,
            tell=self.stderr.write,
        )
        supervisor.start()
        threading.Thread(target=self._announce, args=(host, port, environment), daemon=True).start()
        supervisor.watch()
        self.stdout.write("Stopped.")

    def _free_port(self, host: str, port: int) -> int:
        """Refuse a busy port at once, and find a free one for the serving process."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise CommandError(
                    f"{host}:{port} cannot be used ({error.strerror}). Stop what listens there, "
                    f"or choose another port: make run ARGS='--port {port + 10}'."
                ) from error
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def _announce(self, host: str, port: int, environment: dict[str, str]) -> None:
        """Print the one line that a person needs, once everything answers."""
        address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104
        if not _wait_ready(f"{address}/readyz"):
            self.stderr.write(
                "Not everything is ready yet; `manage.py doctor` says what is missing."
            )
        account = settings.PENUMBRA_DATA / "demo_account"
        who = f"  {account.read_text(encoding='utf-8').strip()}" if account.exists() else ""
        code = environment.get("PENUMBRA_SETUP_CODE")
        more = f"  set-up code {code}" if code and not who else ""
        self.stdout.write(self.style.SUCCESS(f"\nPenumbra is ready: {address}{who}{more}\n"))


def _children(host: str, port: int, serving_port: int) -> list[Child]:
    manage = [sys.executable, str(BASE_DIR / "manage.py")]
    web = [
        *(sys.executable, "-m", "uvicorn", "labeling.config.asgi:application"),
        *("--host", host, "--port", str(port), "--log-level", "warning", "--no-server-header"),
        *("--timeout-graceful-shutdown", "5", "--app-dir", str(BASE_DIR)),
    ]
    return [
        Child("web", web),
        Child("worker", [*manage, "worker", "--queue", "default"]),
        Child("learning worker", [*manage, "worker", "--queue", "learning"]),
        Child("serving", [*manage, "serving", "--port", str(serving_port)]),
        *_grpc(manage, host),
    ]


def _grpc(manage: list[str], host: str) -> list[Child]:
    """Return the process that answers pre-labeling calls over gRPC, where one is wanted."""
    if settings.PENUMBRA_GRPC_PORT is None:
        return []
    if find_spec("grpc") is None:
        raise CommandError(
            "PENUMBRA_GRPC_PORT is set, and the package grpcio is not installed. Install it with "
            "pip, or take the variable away."
        )
    address = ("--host", host, "--port", str(settings.PENUMBRA_GRPC_PORT))
    return [Child("grpc", [*manage, "prelabel_grpc", *address])]


def _wait_ready(url: str) -> bool:
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310  (our own)
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    return False
