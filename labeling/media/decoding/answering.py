"""The far side of a `LineProcess`: one request a line in, one answer a line out."""

import json
import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["answer_lines", "end_with_parent", "lower_limits"]

LOOK_S = 1.0


def answer_lines(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer requests until the other side hangs up, or is killed amid one."""
    end_with_parent()
    # What libraries print must not get into the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


def end_with_parent() -> None:
    """End this process when its parent is gone: nobody waits for what it computes."""
    threading.Thread(target=_end_with, args=[os.getppid()], daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_S)
    os._exit(1)


def lower_limits(wanted: Mapping[int, int]) -> None:
    """Lower what this process may use: the soft limits alone, so that the next may be higher."""
    for kind, most in wanted.items():
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))
