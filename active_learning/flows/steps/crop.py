"""Cuts out what was marked, for a second model to look at: parts of a picture, words of a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.flows.base import (
    Asked,
    Crop,
    FlowFault,
    Passing,
    StepKind,
    StepSettings,
    Stream,
)
from active_learning.flows.pictures import picture_medium, scaled_home
from active_learning.prelabelers.base import Medium, Proposal
from active_learning.prelabelers.pictures import picture_of
from active_learning.prelabelers.wording import text_of_medium
from labeling.media.parameters import Number

__all__ = ["STEP"]

CUT = {"box": "image", "span": "text"}
"""What a mark of a kind is cut out as."""
FIELDS = {"image": "box", "text": "span", "html": "span"}


def _gives(number: int, step: StepSettings, stream: Stream) -> Stream:
    if stream.shape != "marks":
        raise FlowFault(
            "", "flow_crop", "It cuts out what a model marked. Put it after a model that marks."
        )
    if FIELDS.get(stream.field) != stream.kind:
        raise FlowFault(
            "",
            "flow_crop_kind",
            f"It cuts boxes out of pictures and spans out of texts, not a {stream.kind}. Ask the "
            "model before it for those.",
            kind=stream.kind,
        )
    return replace(stream, shape="crops", type=CUT[stream.kind])


def _run(passing: Passing, step: StepSettings, ask: Asked) -> None:
    margin = float(step.settings["margin"])
    if passing.own.type == "image":
        pixels = picture_of(passing.own)
        passing.crops = [
            _cut(passing, pixels, mark, margin, number) for number, mark in enumerate(passing.marks)
        ]
        return
    text = text_of_medium(passing.own)
    passing.crops = [_words(text, mark, margin) for mark in passing.marks]


def _cut(
    passing: Passing, pixels: NDArray[np.uint8], mark: Proposal, margin: float, number: int
) -> Crop:
    """Return a box's pixels and as much around it as the margin's share of its sides."""
    high, wide = pixels.shape[:2]
    known = passing.own.facts
    scale = (float(known.get("width") or wide) / wide, float(known.get("height") or high) / high)
    place: Any = mark.geometry
    extra = (place["width"] * margin, place["height"] * margin)
    left = max(0, round((place["x"] - extra[0]) / scale[0]))
    top = max(0, round((place["y"] - extra[1]) / scale[1]))
    right = min(wide, round((place["x"] + place["width"] + extra[0]) / scale[0]))
    bottom = min(high, round((place["y"] + place["height"] + extra[1]) / scale[1]))
    # A box thinner than a pixel of the shown picture still has one.
    left, top = min(left, wide - 1), min(top, high - 1)
    part = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
    medium = picture_medium(Image.fromarray(part), passing.folder / f"crop-{number}.png")
    origin = (left * scale[0], top * scale[1])

    def home(proposal: Proposal) -> Iterable[Proposal]:
        return (scaled_home(proposal, origin, scale),)

    return Crop(medium, home)


def _words(text: str, mark: Proposal, margin: float) -> Crop:
    """Return a span's words and as much around them as the margin's share of its length."""
    place: Any = mark.geometry
    extra = round((place["end"] - place["start"]) * margin)
    start, end = max(0, place["start"] - extra), min(len(text), place["end"] + extra)

    def home(proposal: Proposal) -> Iterable[Proposal]:
        if proposal.geometry is None:
            return (proposal,)
        inner: Any = proposal.geometry
        moved = {"start": start + inner["start"], "end": start + inner["end"]}
        return (replace(proposal, geometry=moved),)

    return Crop(Medium("text", text[start:end]), home)


STEP = StepKind("crop", {"margin": Number(0.05, 0.0, 4.0)}, _gives, _run)
