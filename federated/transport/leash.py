"""Runs a command that ends when the process that started it ends, even by SIGKILL.

Run as a script; `python leash.py command ...` becomes the command itself.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

__all__ = ["leashed"]

_PR_SET_PDEATHSIG = 1


def leashed(command: list[str]) -> list[str]:
    """Return the command on a leash; only Linux knows one."""
    if sys.platform != "linux":
        return command
    return [sys.executable, __file__, *command]


if __name__ == "__main__":
    parent = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == parent:
        os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606  our own command line
