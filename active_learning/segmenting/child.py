"""The segmenting process: one prompt a line in, one outline a line out. Started by `asking`."""

import resource
from functools import partial
from typing import Any

from active_learning.segmenting.desk import Desk
from active_learning.segmenting.onnx_pair import ModelFault
from active_learning.segmenting.prompt import PromptFault
from labeling.media.decoding.answering import answer_lines, lower_limits

__all__ = ["answer", "serve"]

MEMORY_MB = 6_144


def serve() -> None:
    """Answer requests until the other side hangs up."""
    lower_limits({resource.RLIMIT_AS: MEMORY_MB << 20})
    answer_lines(partial(answer, Desk()))


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
