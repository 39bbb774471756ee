"""How the value of a field becomes what a learner reads, where one vector is not enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from active_learning.embeddings.fields import Encoders

__all__ = ["KeptReader", "Reader"]

Input = TypeVar("Input")


class Reader(Protocol[Input]):
    """Reads values of one field.

    ``id`` changes whenever the numbers do, so that inputs of another reader are never mixed in;
    ``form`` says in which form it takes a value: a field type, or "picture" for a large image.
    """

    def __init__(self, encoders: Encoders, field_type: str) -> None: ...

    @property
    def id(self) -> str: ...

    @property
    def form(self) -> str: ...

    def read(self, values: Sequence[Any]) -> list[Input]:
        """Return one input a value; an unreadable value (None) has an empty one."""


@runtime_checkable
class KeptReader(Reader[Input], Protocol[Input]):
    """A reader whose inputs are stored between rounds, because reading again would cost more."""

    def pack(self, item: Input) -> bytes:
        """Return an input as bytes."""

    def unpack(self, content: bytes) -> Input:
        """Read what `pack` wrote."""
