"""Leaves marks out: too unsure, too small, of other classes, or too many."""

from __future__ import annotations

from active_learning.flows.base import Asked, FlowFault, Passing, StepKind, StepSettings, Stream
from active_learning.flows.settings import Names, names_in
from active_learning.prelabelers.base import Proposal
from labeling.media.parameters import Number, Whole

__all__ = ["STEP"]


def _gives(number: int, step: StepSettings, stream: Stream) -> Stream:
    if stream.shape not in {"marks", "answers"}:
        raise FlowFault(
            "", "flow_keep", "It picks among what a model found. Put it right after a model."
        )
    return stream


def _run(passing: Passing, step: StepSettings, ask: Asked) -> None:
    settings = step.settings
    names = set(names_in(settings["classes"]))
    kept = [
        mark
        for mark in passing.marks
        if mark.score >= settings["least"]
        and (not names or mark.name in names)
        and _side(mark) >= settings["least_side"]
    ]
    kept.sort(key=lambda mark: -mark.score)
    passing.marks = kept[: settings["most"]]


def _side(mark: Proposal) -> float:
    """Return the shorter side of a box, or the length of a span or range."""
    place = mark.geometry or {}
    if "width" in place:
        return float(min(place["width"], place["height"]))
    return float(place["end"] - place["start"]) if "end" in place else float("inf")


STEP = StepKind(
    "keep",
    {
        "least": Number(0.3, 0.0, 1.0),
        "classes": Names(),
        "least_side": Number(0.0, 0.0, 100_000.0),
        "most": Whole(50, 1, 500),
    },
    _gives,
    _run,
)
