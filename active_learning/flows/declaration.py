"""Reads a flow as a person declares it, and says what is wrong with it, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from active_learning.flows.base import FlowFault, StepKind, StepSettings, Stream
from active_learning.flows.registry import STEPS
from active_learning.flows.settings import read_setting
from active_learning.flows.steps.model import asked_kinds
from active_learning.prelabelers.base import Card
from active_learning.prelabelers.options import option_faults, read_options

__all__ = ["MOST_STEPS", "BadFlow", "Flow", "read_flow"]

MOST_STEPS = 8


class BadFlow(Exception):
    """A declaration that is no flow; it tells all that is wrong with it."""

    def __init__(self, faults: Sequence[FlowFault]) -> None:
        super().__init__(faults[0].detail)
        self.faults = list(faults)


@dataclass(frozen=True, slots=True)
class Flow:
    """Steps that follow each other, and what comes out of each."""

    steps: tuple[StepSettings, ...]
    streams: tuple[Stream, ...]

    @property
    def end(self) -> Stream:
        """What the flow proposes."""
        return self.streams[-1]


def read_flow(given: Any, field_type: str, models: Mapping[str, Card]) -> Flow:
    """Return the flow that a list of ``{"step": kind, setting: value, ...}`` declares.

    Parameters
    ----------
    given
        JSON of anybody's.
    field_type
        Of the field that it reads.
    models
        The pre-labelers that its steps may name, by id.

    Raises
    ------
    BadFlow
        With a place and a remedy for each fault.
    """
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_STEPS:
        detail = f"A flow is a list of 1 to {MOST_STEPS} steps."
        raise BadFlow([FlowFault("/steps", "flow_length", detail, most=MOST_STEPS)])
    faults: list[FlowFault] = []
    steps = [_read_step(number, item, models, faults) for number, item in enumerate(given)]
    if faults:
        raise BadFlow(faults)
    return _followed([step for step in steps if step], field_type)


def _read_step(
    number: int, given: Any, models: Mapping[str, Card], faults: list[FlowFault]
) -> StepSettings | None:
    place = f"/steps/{number}"
    if not isinstance(given, Mapping) or given.get("step") not in STEPS:
        known = ", ".join(name for name, _ in STEPS.items())
        faults.append(
            FlowFault(f"{place}/step", "flow_step", f"A step is one of {known}.", known=known)
        )
        return None
    kind = STEPS.get(given["step"])
    settings = _settings(kind, given, place, faults)
    if not kind.asks_model:
        return StepSettings(kind.id, settings)
    card = models.get(str(given.get("model")))
    if card is None:
        known = ", ".join(models) or "none here"
        detail = f"Name one of these models: {known}."
        faults.append(FlowFault(f"{place}/model", "flow_model", detail, known=known))
        return None
    options = given.get("options") or {}
    if not isinstance(options, Mapping):
        faults.append(FlowFault(f"{place}/options", "flow_options", "Options are an object."))
        return None
    faults += [
        FlowFault(f"{place}{at}", "flow_option", f"{said}.")
        for at, said in option_faults(card, options)
    ]
    return StepSettings(kind.id, settings, card, read_options(card, options))


def _settings(
    kind: StepKind, given: Mapping[str, Any], place: str, faults: list[FlowFault]
) -> dict[str, Any]:
    own = {"step", *kind.settings, *(("model", "options") if kind.asks_model else ())}
    for name in sorted(set(given) - own):
        known = ", ".join(sorted(own - {"step"}))
        detail = f"The step {kind.id} has {known}."
        faults.append(FlowFault(f"{place}/{name}", "flow_setting", detail, known=known))
    settings = {}
    for name, parameter in kind.settings.items():
        try:
            settings[name] = read_setting(parameter, given.get(name))
        except ValueError as error:
            faults.append(FlowFault(f"{place}/{name}", "flow_value", f"It must be {error}."))
    return settings


def _followed(steps: Sequence[StepSettings], field_type: str) -> Flow:
    """Let each step say what it makes of what comes."""
    stream = Stream("value", field_type, field_type, is_own=True)
    settled, streams = [], []
    for number, step in enumerate(steps):
        try:
            stream, before = STEPS.get(step.kind).gives(number, step, stream), stream
        except FlowFault as fault:
            raise BadFlow([fault.within(f"/steps/{number}")]) from fault
        settled.append(_asking(step, before))
        streams.append(stream)
    if stream.shape not in {"marks", "answers"}:
        detail = "A flow ends with what a model says. Put a model behind it."
        raise BadFlow([FlowFault(f"/steps/{len(steps) - 1}", "flow_end", detail)])
    return Flow(tuple(settled), tuple(streams))


def _asking(step: StepSettings, stream: Stream) -> StepSettings:
    """Say what a model is asked for, where its declaration leaves it open."""
    if step.card is None or step.settings["asks"]:
        return step
    return replace(step, settings={**step.settings, "asks": asked_kinds(step.card, stream)[0]})
