"""What steps are, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from active_learning.prelabelers.base import Card, Medium, Proposal, Wanted
from labeling.media.parameters import Parameter

__all__ = [
    "Asked",
    "Crop",
    "FlowFault",
    "Home",
    "Passing",
    "Shape",
    "StepKind",
    "StepSettings",
    "Stream",
    "as_it_is",
]

Shape = Literal["value", "marks", "crops", "answers"]
Home = Callable[[Proposal], Iterable[Proposal]]
"""Where a proposal about a derived value lies in the field itself: nowhere, once or many times."""
Asked = Callable[[Medium, Sequence[Wanted]], Sequence[Proposal]]
"""The step's own model."""


class FlowFault(Exception):
    """A flow that cannot work; `place` is a JSON pointer into its declaration.

    `code` and `params` are for the clients' catalogues (`problem.place.<code>`), `detail` says it
    in English, with the remedy.
    """

    def __init__(self, place: str, code: str, detail: str, **params: Any) -> None:
        super().__init__(detail)
        self.place = place
        self.code = code
        self.detail = detail
        self.params = params

    def within(self, place: str) -> FlowFault:
        """Return it with a place that begins further out."""
        return FlowFault(place + self.place, self.code, self.detail, **self.params)

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape of a place."""
        place = {"pointer": self.place, "detail": self.detail}
        return place | {"code": self.code, "params": self.params}


@dataclass(frozen=True, slots=True)
class Stream:
    """What a step gives the next, as far as it is known before anything runs.

    Attributes
    ----------
    shape
        A value that a model can read, marks on the field, what was cut out at marks, or answers
        about the whole field.
    field
        The type of the field that the flow reads.
    type
        The field type as which the value or the cuttings are read; of marks, that of the field.
    kind
        The label kind of marks and answers; of a value that was put together from marks, the kind
        that a span in it has at home.
    is_own
        Whether it is the field's own value, with its file and all its views.
    named_by
        The step whose model named the classes of marks and answers.
    """

    shape: Shape
    field: str
    type: str
    kind: str = ""
    is_own: bool = False
    named_by: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return what clients are told."""
        return {"shape": self.shape, "type": self.type, "kind": self.kind}


def as_it_is(proposal: Proposal) -> Iterable[Proposal]:
    """Stay where it is: the value is the field's own."""
    return (proposal,)


@dataclass(frozen=True, slots=True)
class Crop:
    """What was cut out at a mark, and the way back from it."""

    medium: Medium
    home: Home


@dataclass(slots=True)
class Passing:
    """What passes while a flow runs.

    Attributes
    ----------
    own : the field's value
    value, home : what the next model reads, and the way back from it to the field
    marks : proposals about the field, or answers
    crops : one of each mark, after a step that cuts out; else None
    folder : for files of this value only
    """

    own: Medium
    value: Medium
    wanted: Sequence[Wanted]
    folder: Path
    home: Home = as_it_is
    marks: list[Proposal] = field(default_factory=list)
    crops: list[Crop] | None = None

    @classmethod
    def of(cls, medium: Medium, wanted: Sequence[Wanted], folder: Path) -> Passing:
        """Begin with a field's value."""
        return cls(medium, medium, wanted, folder)


@dataclass(frozen=True, slots=True)
class StepSettings:
    """A step of a flow as it was declared: checked settings, and its model where it has one."""

    kind: str
    settings: Mapping[str, Any]
    card: Card | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class Follows(Protocol):
    """Says what a step makes of what comes, or that it cannot take it."""

    def __call__(self, number: int, step: StepSettings, stream: Stream) -> Stream: ...


@dataclass(frozen=True, slots=True)
class StepKind:
    """One sort of step; its words are the clients' `flows.step.<id>`.

    Attributes
    ----------
    settings
        What a project may set, and the defaults.
    asks_model
        Whether it names a model.
    gives
        What comes out of it; raises `FlowFault`, with a place below the step, where it cannot
        follow.
    run
        Does it to one value, in place.
    """

    id: str
    settings: Mapping[str, Parameter]
    gives: Follows
    run: Callable[[Passing, StepSettings, Asked], None]
    asks_model: bool = False
