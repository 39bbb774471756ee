"""The port by which a higher floor decides who gets which of the first candidates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

K = 20
"""How many candidates a router may choose among."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One task that may be handed out; the order given is by priority."""

    task_id: int
    priority: float
    uncertainty: float | None
    annotation_count: int


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks for work, and what there is."""

    project_id: int
    user_id: int
    candidates: Sequence[Candidate]


Router = Callable[[Question], Sequence[int]]
"""Returns task ids, best first; those it leaves out are not offered now."""

_router: list[Router] = []


def set_router(router: Router | None) -> Router | None:
    """Install the routing policy (composition, tests) and return the one it replaces."""
    previous = _router[0] if _router else None
    _router[:] = [router] if router else []
    return previous


def width() -> int:
    """How many candidates to fetch: one suffices without a router."""
    return K if _router else 1


def routed(question: Question) -> Sequence[int]:
    """Return the order in which to try the candidates."""
    if _router:
        return _router[0](question)
    return [candidate.task_id for candidate in question.candidates]
