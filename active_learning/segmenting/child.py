"""The segmenting process: one prompt a line in, one outline a line out. Started by `asking`."""

import json
import os
import resource
import sys
from typing import Any

from active_learning.segmenting.desk import Desk
from active_learning.segmenting.onnx_pair import ModelFault
from active_learning.segmenting.prompt import PromptFault

__all__ = ["answer", "serve"]

MEMORY_MB = 6_144


def serve() -> None:
    """Answer requests until the other side hangs up."""
    # What libraries print must not get into the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = MEMORY_MB << 20
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    desk = Desk()
    for line in sys.stdin:
        answers.write(json.dumps(answer(desk, json.loads(line))) + "\n")
        answers.flush()


def answer(desk: Desk, request: dict[str, Any]) -> dict[str, Any]:
    """Return the desk's answer, or `{"fault": code, "detail": ...}`."""
    try:
        return desk.answer(request)
    except PromptFault as fault:
        return {"fault": "bad_prompt", "detail": fault.detail, "pointer": fault.pointer}
    except ModelFault as fault:
        return {"fault": "bad_model", "detail": str(fault)}
    except MemoryError:
        return {"fault": "too_large", "detail": "it needs more memory than it may use"}
    except Exception as error:  # the outermost loop of this process: a model's bug is one answer
        return {"fault": "failed", "detail": f"{type(error).__name__}: {error}"[:400]}


if __name__ == "__main__":
    serve()
