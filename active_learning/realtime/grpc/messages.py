"""JSON objects as protobuf's Struct, and failures as statuses."""

import json
from collections.abc import Mapping
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]
from google.protobuf.struct_pb2 import Struct  # type: ignore[import-untyped]  # no stubs

from labeling.kernel.errors import PenumbraError

__all__ = ["PROBLEM", "as_object", "as_struct", "status_of", "trailers_of"]

PROBLEM = "penumbra-problem-bin"
_STATUSES = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    409: grpc.StatusCode.FAILED_PRECONDITION,
    413: grpc.StatusCode.INVALID_ARGUMENT,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    503: grpc.StatusCode.UNAVAILABLE,
}


def as_object(message: Struct) -> dict[str, Any]:
    """Return a message as JSON has it; protobuf knows no whole numbers, so those come back so."""
    found: dict[str, Any] = _whole(MessageToDict(message))
    return found


def as_struct(content: Mapping[str, Any]) -> Struct:
    """Return a JSON object as a message."""
    message = Struct()
    message.update(content)
    return message


def status_of(error: PenumbraError) -> grpc.StatusCode:
    """Return the status that a failure has in this protocol."""
    return _STATUSES.get(error.status, grpc.StatusCode.INTERNAL)


def trailers_of(error: PenumbraError) -> tuple[tuple[str, str | bytes], ...]:
    """Return what is told beside the status: the problem, and when to come back."""
    problem: tuple[str, bytes] = (PROBLEM, json.dumps(error.as_problem()).encode())
    wait_s = error.extra.get("retry_after_s")
    return (problem, ("retry-after", str(wait_s))) if wait_s else (problem,)


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
