"""What the serving process says, as JSON: answers, and faults with their status and remedy."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from typing import Any

import orjson
from starlette.responses import Response

from active_learning.serving.batcher import TooLate
from active_learning.serving.policy import QueueFull
from active_learning.serving.predictor import BadServingInput

__all__ = ["BUSY", "Answer", "busy", "error", "json_reply", "outcome", "result"]

logger = logging.getLogger(__name__)

Answer = dict[str, Any]
BUSY = "Too many requests are waiting; try again shortly."
_OUTCOMES = {QueueFull: "busy", TooLate: "too_late", BadServingInput: "bad_input"}


def result(answer: Answer | BaseException) -> Answer:
    """Return what a caller gets for one input."""
    match answer:
        case dict():
            return answer
        case QueueFull():
            return _fault("busy", BUSY)
        case TooLate():
            return _fault("too_late", f"{answer} Ask with a longer `deadline_ms`.")
        case ValueError():
            return _fault("bad_input", str(answer))
        case _:
            logger.error("A question failed", exc_info=answer)
            return _fault("failed", "The model failed on this input.")


def outcome(answer: Answer | BaseException) -> str:
    """Return the word under which an answer is counted."""
    return "ok" if isinstance(answer, dict) else str(_OUTCOMES.get(type(answer), "failed"))


def busy(found: Sequence[Answer | BaseException]) -> Response:
    """Say when to come back: when the queue that refused will have drained."""
    wait_s = math.ceil(max(e.retry_after_s for e in found if isinstance(e, QueueFull)))
    response = json_reply(_fault("busy", BUSY) | {"retry_after_s": wait_s}, 429)
    response.headers["Retry-After"] = str(wait_s)
    return response


def error(status: int, code: str, detail: str) -> Response:
    """Say what is wrong with a call as a whole."""
    return json_reply(_fault(code, detail), status)


def json_reply(content: Any, status: int = 200) -> Response:
    """Return JSON; arrays of numpy are lists there."""
    body = orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(body, status, media_type="application/json")


def _fault(code: str, detail: str) -> Answer:
    return {"error": {"code": code, "detail": detail}}
