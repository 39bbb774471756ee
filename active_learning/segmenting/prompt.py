"""What a person points at: clicks on and off the thing, a box around it, and the part seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

__all__ = ["MOST_CLICKS", "Click", "Frame", "Prompt", "PromptFault", "read_prompt"]

MOST_CLICKS = 64
SMALLEST_PX = 1.0

Frame = tuple[float, float, float, float]
"""x, y, width, height in pixels of the upright picture."""


class PromptFault(ValueError):
    """A prompt that means nothing; `pointer` says where."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Click:
    """A place in pixels of the upright picture, on the thing or off it."""

    x: float
    y: float
    is_on: bool


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is known of the thing, in the order in which it was said.

    `window` is the part of the picture that was seen: nothing outside it is looked at.
    """

    clicks: tuple[Click, ...] = ()
    box: Frame | None = None
    window: Frame | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said about the thing: the picture is only made ready."""
        return not self.clicks and self.box is None

    def as_json(self) -> dict[str, Any]:
        """Return what `read_prompt` reads."""
        return {
            "clicks": [{"x": c.x, "y": c.y, "on": c.is_on} for c in self.clicks],
            "box": _frame_json(self.box),
            "window": _frame_json(self.window),
        }


def read_prompt(given: Mapping[str, Any], width: int, height: int) -> Prompt:
    """Return the prompt of a request for a picture of that size.

    Raises
    ------
    PromptFault
        For what is no number, lies outside the picture, or is too much.
    """
    clicks = given.get("clicks") or []
    if not isinstance(clicks, list) or len(clicks) > MOST_CLICKS:
        raise PromptFault("/clicks", f"clicks are a list of at most {MOST_CLICKS}")
    return Prompt(
        tuple(_click(item, f"/clicks/{i}", width, height) for i, item in enumerate(clicks)),
        _frame(given.get("box"), "/box", width, height),
        _frame(given.get("window"), "/window", width, height),
    )


def _click(item: Any, pointer: str, width: int, height: int) -> Click:
    if not isinstance(item, Mapping) or not isinstance(item.get("on", True), bool):
        raise PromptFault(pointer, 'a click is {"x": number, "y": number, "on": true or false}')
    x, y = (_number(item.get(axis), f"{pointer}/{axis}") for axis in ("x", "y"))
    if not (0 <= x <= width and 0 <= y <= height):
        raise PromptFault(pointer, f"the click lies outside the picture ({width} x {height})")
    return Click(x, y, item.get("on", True))


def _frame(item: Any, pointer: str, width: int, height: int) -> Frame | None:
    """Return the part of a frame that lies in the picture."""
    if item is None:
        return None
    if not isinstance(item, Mapping):
        raise PromptFault(pointer, 'it is {"x", "y", "width", "height"} in pixels')
    x, y, w, h = (_number(item.get(k), f"{pointer}/{k}") for k in ("x", "y", "width", "height"))
    left, top = max(0.0, x), max(0.0, y)
    inner = (min(float(width), x + w) - left, min(float(height), y + h) - top)
    if min(inner) < SMALLEST_PX:
        raise PromptFault(pointer, f"it has no pixels inside the picture ({width} x {height})")
    return left, top, *inner


def _number(value: Any, pointer: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise PromptFault(pointer, "it must be a number")
    return float(value)


def _frame_json(frame: Frame | None) -> dict[str, float] | None:
    return None if frame is None else dict(zip(("x", "y", "width", "height"), frame, strict=True))
