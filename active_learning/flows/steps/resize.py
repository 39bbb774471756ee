"""Makes a picture smaller or larger before a model reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from active_learning.flows.base import Asked, FlowFault, Passing, StepKind, StepSettings, Stream
from active_learning.flows.pictures import picture_medium, scaled_home
from active_learning.prelabelers.base import Proposal
from active_learning.prelabelers.pictures import picture_of
from labeling.media.parameters import Whole

__all__ = ["STEP"]


def _gives(number: int, step: StepSettings, stream: Stream) -> Stream:
    if stream.shape != "value" or stream.type != "image":
        raise FlowFault("", "flow_resize", "It resizes a picture. Put it first, before the model.")
    return replace(stream, is_own=False)


def _run(passing: Passing, step: StepSettings, ask: Asked) -> None:
    pixels = picture_of(passing.value)
    high, wide = pixels.shape[:2]
    scale = int(step.settings["longest_px"]) / max(high, wide)
    size = (max(1, round(wide * scale)), max(1, round(high * scale)))
    resized = Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR)
    before, known = passing.home, passing.value.facts
    shares = (
        float(known.get("width") or wide) / size[0],
        float(known.get("height") or high) / size[1],
    )

    def home(proposal: Proposal) -> Iterable[Proposal]:
        return before(scaled_home(proposal, (0.0, 0.0), shares))

    passing.value = picture_medium(resized, passing.folder / "resized.png")
    passing.home = home


STEP = StepKind("resize", {"longest_px": Whole(1_280, 32, 4_096)}, _gives, _run)
