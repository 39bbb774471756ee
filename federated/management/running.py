"""What the federation's commands share: they run until a signal, with children on a leash."""

import logging
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from federated.transport.environment import flower_environment
from federated.transport.leash import leashed
from federated.transport.supervising import Child

__all__ = ["child_of", "ended_by_signal", "hush_transport", "manage_child"]


def ended_by_signal() -> threading.Event:
    """Return an event that SIGTERM and SIGINT set."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    return ended


def hush_transport() -> None:
    """Leave Flower's word for every object it moves out of the log; call it after its import."""
    logging.getLogger("flwr").setLevel(logging.WARNING)


def manage_child(name: str, home: Path, *arguments: str) -> Child:
    """Return one of our own commands as a child."""
    manage = str(settings.BASE_DIR / "manage.py")
    return child_of(name, home, [sys.executable, manage, *arguments], {})


def child_of(name: str, home: Path, command: list[str], more: Mapping[str, str]) -> Child:
    """Return a command as a child with Flower's environment, own home and log."""
    environment = {
        **flower_environment(home / "flower"),
        "PENUMBRA_DATA": str(settings.PENUMBRA_DATA),
        **more,
    }
    return Child(name, leashed(command), environment, home / "log.txt")
