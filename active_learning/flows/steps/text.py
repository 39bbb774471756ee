"""Takes the text out of something: a document's pages, a web page, the lines read in a picture."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from active_learning.flows.base import Asked, FlowFault, Passing, StepKind, StepSettings, Stream
from active_learning.flows.print import left_of, ruler_of, words_in
from active_learning.prelabelers.base import Medium, PrelabelerFault, Proposal, View
from active_learning.prelabelers.wording import text_of_medium
from labeling.media.parameters import Choice

__all__ = ["STEP", "TEXTS", "joined"]

TEXTS = View("texts")
"""A document's pages as texts."""
PAGE_END = "\n\n"


def _gives(number: int, step: StepSettings, stream: Stream) -> Stream:
    if stream.shape == "value" and stream.is_own and stream.type in {"document", "html"}:
        return Stream("value", stream.field, "text")
    if stream.shape == "marks" and stream.field == "image" and stream.kind == "box":
        return Stream("value", stream.field, "text", "box")
    raise FlowFault(
        "",
        "flow_text",
        "It takes the text out of a document, a web page, or the lines that were read in a "
        "picture. Put it first, or after the model that reads print.",
    )


def _run(passing: Passing, step: StepSettings, ask: Asked) -> None:
    match passing.own.type:
        case "document":
            _pages(passing)
        case "html":
            passing.value = Medium("text", text_of_medium(passing.own))
        case _:
            _lines(passing, step.settings["between"])


def _pages(passing: Passing) -> None:
    path = passing.own.views.get(TEXTS)
    if path is None:
        raise PrelabelerFault("unreadable", "The text of the document cannot be read.")
    pages: list[str] = json.loads(path.read_text(encoding="utf-8"))["texts"]
    text, starts = joined(pages, PAGE_END)

    def home(proposal: Proposal) -> Iterable[Proposal]:
        """Return the part of a span that lies on the page where it begins."""
        place: Any = proposal.geometry
        page = bisect_right(starts, place["start"]) - 1
        start = place["start"] - starts[page]
        end = min(place["end"] - starts[page], len(pages[page]))
        if start < end:
            geometry = {"page": page, "start": start, "end": end}
            yield replace(proposal, geometry=geometry)

    passing.value, passing.home = Medium("text", text), home


def _lines(passing: Passing, between: str) -> None:
    marks = [mark for mark in passing.marks if mark.more.get("text")]
    texts = [str(mark.more["text"]) for mark in marks]
    text, starts = joined(texts, "\n" if between == "line" else " ")
    known = words_in(passing.own)
    rulers = [ruler_of(mark, said, known) for mark, said in zip(marks, texts, strict=True)]

    def home(proposal: Proposal) -> Iterable[Proposal]:
        """Return the part of each line that a span covers."""
        place: Any = proposal.geometry
        first = max(0, bisect_right(starts, place["start"]) - 1)
        for number in range(first, len(marks)):
            if starts[number] >= place["end"]:
                break
            start = max(0, place["start"] - starts[number])
            end = min(len(texts[number]), place["end"] - starts[number])
            if start < end:
                sides = (left_of(rulers[number], start), left_of(rulers[number], end))
                said = texts[number][start:end]
                yield _part(proposal, marks[number], sides, said)

    passing.value, passing.home, passing.marks = Medium("text", text), home, []


def _part(proposal: Proposal, mark: Proposal, sides: tuple[float, float], said: str) -> Proposal:
    line: Any = mark.geometry
    geometry = {
        "x": round(sides[0], 2),
        "y": line["y"],
        "width": round(max(1.0, sides[1] - sides[0]), 2),
        "height": line["height"],
    }
    return replace(
        proposal,
        kind="box",
        geometry=geometry,
        score=proposal.score * mark.score,
        more={"text": said},
    )


def joined(texts: Sequence[str], between: str) -> tuple[str, list[int]]:
    """Return some texts as one, and where each begins in it."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + len(between)
    return between.join(texts), starts


STEP = StepKind("text", {"between": Choice(("line", "space"))}, _gives, _run)
