"""Explains one answer of a version, a few hidden parts at a time, so that calls get in between."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from active_learning.embeddings.fields import TEXTUAL, Encoders, FieldLayout
from active_learning.explaining import (
    OcclusionPlan,
    finer_cells,
    finer_words,
    grid_parts,
    text_parts,
    without_cells,
    without_words,
)
from active_learning.learners.heads import Features
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.kinds import KINDS
from active_learning.learners.resolving import judge_of
from active_learning.serving.asking import BadRequest
from active_learning.serving.bundle import Bundle
from active_learning.serving.predictor import readable

__all__ = ["MOST_BUDGET_S", "Wish", "explain", "read_wish"]

STEP = 4
REFINED_RUNS = 3
MOST_BUDGET_S = 5.0
MOST_TEXT = 20_000
"""Characters of a text that are sent back with its weights."""
Answer = TypeVar("Answer")


class Compute(Protocol):
    """Runs a function on the computing thread."""

    def __call__(self, work: Callable[[], Answer], /) -> Awaitable[Answer]: ...


@dataclass(frozen=True)
class Wish:
    """What is to be explained.

    Attributes
    ----------
    version : names the model
    values : by the names of fields, as `Call.inputs`
    field : whose parts are hidden; empty: the first that has parts
    label_class : whose probability is watched; empty: that of the answer
    budget_s : after so long what is known is told
    """

    version: str
    values: Mapping[str, Any]
    field: str = ""
    label_class: str = ""
    budget_s: float = 2.0


def read_wish(body: Any) -> Wish:
    """Read a JSON body.

    Raises
    ------
    BadRequest
        When it is no wish.
    """
    if not isinstance(body, dict) or not isinstance(body.get("values"), dict):
        raise BadRequest('Send {"version": ..., "values": {...}}.')
    return Wish(
        version=str(body.get("version")),
        values=body["values"],
        field=str(body.get("field") or ""),
        label_class=str(body.get("class") or ""),
        budget_s=min(MOST_BUDGET_S, max(0.0, float(body.get("budget_s", 2.0)))),
    )


async def explain(
    bundle: Bundle,
    wish: Wish,
    encoders: Encoders,
    compute: Compute,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Return the weights of a value's parts.

    Raises
    ------
    ValueError
        When there is nothing to hide, the class is unknown, or the value cannot be read.
    """
    started = clock()
    subject = await compute(partial(_Subject.of, bundle, wish, encoders))
    (plain,) = await compute(partial(subject.judged, [subject.values]))
    watched = subject.watched(plain, wish.label_class)
    base = plain.probabilities[watched]
    evaluations = 1
    while (clock() - started < wish.budget_s) and (parts := subject.plan.take(STEP)):
        hidden = [subject.without(part) for part in parts]
        found = await compute(partial(subject.judged, hidden))
        subject.plan.tell([base - one.probabilities[watched] for one in found])
        evaluations += len(parts)
    return {
        "field": subject.field,
        "class": watched,
        "probability": base,
        "is_complete": subject.plan.is_complete,
        "evaluations": evaluations,
        "seconds": round(clock() - started, 4),
    } | subject.told()


@dataclass(frozen=True)
class _Subject:
    """A value, its parts, and the model that judges it."""

    bundle: Bundle
    layout: FieldLayout
    values: Mapping[str, Any]
    field: str
    is_text: bool
    plan: OcclusionPlan[Any]

    @classmethod
    def of(cls, bundle: Bundle, wish: Wish, encoders: Encoders) -> _Subject:
        if not KINDS[bundle.kind].reads_vectors:
            raise ValueError(f"answers of the kind {bundle.kind} show by themselves where they are")
        layout = bundle.layout_on(encoders)
        values = {f.name: readable(f.type, wish.values.get(f.name)) for f in bundle.fields}
        types = {f.name: f.type for f in bundle.fields}
        parted = [
            name
            for name, value in values.items()
            if value is not None and (types[name] == "image" or types[name] in TEXTUAL)
        ]
        field = wish.field or next(iter(parted), "")
        if field not in parted:
            raise ValueError("only texts and pictures have parts to hide, and there is none here")
        value, is_text = values[field], types[field] in TEXTUAL
        plan: OcclusionPlan[Any] = (
            OcclusionPlan(text_parts(value), partial(finer_words, value), refined=REFINED_RUNS)
            if is_text
            else OcclusionPlan(grid_parts(), finer_cells)
        )
        return cls(bundle, layout, values, field, is_text, plan)

    def judged(self, inputs: Sequence[Mapping[str, Any]]) -> list[Judgement]:
        """Return what the model says of some values."""
        features = Features(self.layout.encode(inputs))
        return judge_of(self.bundle.kind)(self.bundle.heads, features)

    def watched(self, plain: Judgement, wanted: str) -> str:
        """Return the class whose probability is watched."""
        if wanted and wanted not in plain.probabilities:
            known = ", ".join(plain.probabilities)[:300]
            raise ValueError(f"the version knows no class {wanted[:60]!r}, but {known}")
        return wanted or max(plain.probabilities, key=plain.probabilities.__getitem__)

    def without(self, part: Any) -> dict[str, Any]:
        """Return the values with one part hidden."""
        hide = without_words if self.is_text else without_cells
        return {**self.values, self.field: hide(self.values[self.field], part)}

    def told(self) -> dict[str, Any]:
        """Return the weights as they travel."""
        weighed = self.plan.weights()
        if self.is_text:
            parts = [
                {"start": w.part[0], "end": w.part[1], "weight": round(w.weight, 6)}
                for w in weighed
                if w.part[1] <= MOST_TEXT
            ]
            return {"kind": "text", "text": self.values[self.field][:MOST_TEXT], "parts": parts}
        cells = [
            {
                "x": w.part[1] / w.part[2],
                "y": w.part[0] / w.part[2],
                "side": 1 / w.part[2],
                "weight": round(w.weight, 6),
            }
            for w in weighed
        ]
        return {"kind": "image", "parts": cells}
