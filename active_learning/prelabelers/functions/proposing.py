"""Applies labeling functions to a text: a vote for a class, or a mark at each match."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import (
    Medium,
    Prelabeler,
    PrelabelerFault,
    Proposal,
    Wanted,
)
from active_learning.prelabelers.functions.reading import (
    LabelingFunction,
    compiled,
    read_functions,
)
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["open_prelabeler"]

LIMIT_S = 1.0
"""For one function and one text: some patterns take for ever on some texts."""
MOST_MATCHES = 500


class FunctionProposer:
    """See `base.Prelabeler`."""

    def __init__(self, functions: Sequence[LabelingFunction]) -> None:
        self._functions = [(function, compiled(function)) for function in functions]

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return every function's votes and marks."""
        kinds = {item.label: item.kind for item in wanted}
        text = text_of_medium(medium)
        found: list[Proposal] = []
        for function, pattern in self._functions:
            if function.label in kinds:
                with _limited(function):
                    found += _proposals(function, kinds[function.label], pattern, text)
        return found


def _proposals(
    function: LabelingFunction, kind: str, pattern: Any, text: str
) -> Iterator[Proposal]:
    more = {"function": function.id}
    for number, match in enumerate(pattern.finditer(text)):
        if number >= MOST_MATCHES:
            return
        start, end = match.span()
        if kind != "span":
            yield Proposal(kind, function.class_id, 1.0, label=function.label, more=more)
            return
        if start < end:
            place = {"start": start, "end": end}
            yield Proposal(kind, function.class_id, 0.7, place, function.label, more=more)


@contextmanager
def _limited(function: LabelingFunction) -> Iterator[None]:
    """Stop a pattern by a signal: the matcher looks for one every few thousand steps."""

    def stop(*_: object) -> None:
        raise PrelabelerFault(
            "function_slow",
            f"The function {function.name!r} takes longer than {LIMIT_S:g} s on this text; "
            "simplify its pattern.",
        )

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Compile a project's functions."""
    return FunctionProposer(read_functions(options["functions"]))
