"""Asks a pre-labeler: about the value, or about each of what was cut out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from active_learning.flows.base import (
    Asked,
    FlowFault,
    Passing,
    Shape,
    StepKind,
    StepSettings,
    Stream,
)
from active_learning.flows.settings import Names
from active_learning.prelabelers.base import Card, Proposal
from labeling.ontology.answers import ANSWER_KINDS
from labeling.regions.registry import KINDS

__all__ = ["STEP", "asked_kinds"]

MOVED = frozenset({"box", "span"})
"""Kinds of marks that can be told in the field's terms, where what was read is made of it."""


def asked_kinds(card: Card, stream: Stream) -> list[str]:
    """Return the label kinds that a model may be asked for, the likeliest first."""
    marks = sorted(kind for kind in card.fills if kind in KINDS)
    classes = [kind for kind in ("choice", "multichoice") if kind in card.fills]
    if stream.shape == "crops":
        home = "box" if stream.type == "image" else "span"
        return classes[:1] + [kind for kind in marks if kind == home]
    if stream.is_own:
        return marks + classes
    if stream.kind:  # put together from other marks: only spans have a way back
        return [kind for kind in marks if kind == "span"]
    return [kind for kind in marks if kind in MOVED] + classes


def _gives(number: int, step: StepSettings, stream: Stream) -> Stream:
    card = step.card
    assert card is not None  # the declaration is read with its models
    if stream.shape not in {"value", "crops"}:
        raise FlowFault(
            "",
            "flow_between",
            "Between two models something has to be made of the first one's marks: cut them out, "
            "or take their text.",
        )
    if stream.type not in card.reads:
        raise FlowFault(
            "/model",
            "flow_reads",
            f"It reads {', '.join(sorted(card.reads))}; what comes here is a {stream.type}.",
            reads=", ".join(sorted(card.reads)),
            comes=stream.type,
        )
    if not stream.is_own and any(view.name != "display" for view in card.views({})):
        raise FlowFault(
            "/model",
            "flow_only_first",
            "It reads the stored file itself, so it can only come first.",
        )
    kinds = asked_kinds(card, stream)
    wanted = str(step.settings["asks"]) or (kinds[0] if kinds else "")
    if wanted not in kinds:
        if not kinds:
            raise FlowFault(
                "/model",
                "flow_no_use",
                "Nothing that it says has a place here. Choose another model, or another order.",
            )
        known = ", ".join(kinds)
        raise FlowFault("/asks", "flow_asks", f"Here it can be asked for {known}.", known=known)
    if stream.shape == "crops":
        home = "box" if stream.type == "image" else "span"
        return Stream("marks", stream.field, stream.field, home, named_by=number)
    shape: Shape = "answers" if wanted in ANSWER_KINDS else "marks"
    return Stream(shape, stream.field, stream.field, stream.kind or wanted, named_by=number)


def _run(passing: Passing, step: StepSettings, ask: Asked) -> None:
    kind = str(step.settings["asks"])
    wanted = [replace(one, kind=kind) for one in passing.wanted]
    if passing.crops is None:
        found = ask(passing.value, wanted)
        passing.marks = [mark for one in found for mark in passing.home(one)]
        return
    marks: list[Proposal] = []
    for mark, crop in zip(passing.marks, passing.crops, strict=True):
        said = [one for one in ask(crop.medium, wanted) if one.kind == kind]
        if kind in ANSWER_KINDS:
            marks += _classed(mark, said)
        else:
            marks += [moved for one in said for moved in crop.home(one)]
    passing.marks, passing.crops = marks, None


def _classed(mark: Proposal, said: Sequence[Proposal]) -> list[Proposal]:
    """Return the mark with the likeliest class that was said of it, for each label it is for."""
    found = []
    for label in {one.label for one in said}:
        best = max((one for one in said if one.label == label), key=lambda one: one.score)
        found.append(replace(mark, name=best.name, label=label, score=mark.score * best.score))
    return found


STEP = StepKind("model", {"asks": Names()}, _gives, _run, asks_model=True)
