"""A call to the serving process as it is read from the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

__all__ = ["MAX_INPUTS", "BadRequest", "Beside", "Call", "gone", "read_call"]

MAX_INPUTS = 256


class BadRequest(ValueError):
    """The body is no call; the message says what one looks like."""


@dataclass(frozen=True)
class Beside:
    """Another version to be asked the same, for comparison only."""

    version: str
    is_stable: bool
    """Whether it is the version in use, and the one that answers the candidate."""


@dataclass(frozen=True)
class Call:
    """What one request asks.

    Attributes
    ----------
    version : names the model
    inputs : values by the names of fields
    waited_s : how long ago the web process got the call
    deadline_s : how long, from then on, an answer is wanted; None: however long it takes
    beside : what it is compared with
    """

    version: str
    inputs: Sequence[Mapping[str, Any]]
    waited_s: float = 0.0
    deadline_s: float | None = None
    beside: Beside | None = None


def read_call(body: Any) -> Call:
    """Read a JSON body.

    Raises
    ------
    BadRequest
        When it is none.
    """
    if not isinstance(body, dict) or not isinstance(body.get("inputs"), list):
        raise BadRequest('Send {"version": ..., "inputs": [...]}.')
    inputs = body["inputs"]
    if len(inputs) > MAX_INPUTS or not all(isinstance(item, dict) for item in inputs):
        raise BadRequest(f"Inputs are at most {MAX_INPUTS} objects.")
    beside = body.get("beside")
    return Call(
        version=str(body.get("version")),
        inputs=inputs,
        waited_s=_seconds(body.get("waited_s")) or 0.0,
        deadline_s=_seconds(body.get("deadline_s")),
        beside=Beside(str(beside["version"]), bool(beside.get("is_stable"))) if beside else None,
    )


async def gone(request: Request) -> None:
    """Return when the caller hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _seconds(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return max(0.0, value) if is_number else None
