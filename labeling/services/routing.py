"""The port by which a higher floor decides who gets which task."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from labeling.kernel.errors import PenumbraError
from labeling.policies import Access
from labeling.selectors.candidates import Candidate

WIDTHS = (12, 200, 2000)
"""How many candidates a router may choose among; more where it may offer none of the first."""


@dataclass(frozen=True, slots=True)
class Detour:
    """A task out of turn; without one, nothing else is offered now.

    `aside` says what its lease is for (`labeling.models.Lease.aside`).
    """

    task_id: int | None
    aside: str = ""


class Route(Protocol):
    """One person's way through one project at one moment; made anew for each call for work."""

    @property
    def closed(self) -> PenumbraError | None:
        """Why this person gets no work here, if so."""

    @property
    def chooses(self) -> bool:
        """Whether it looks at candidates at all, or takes the first."""

    @property
    def beside(self) -> str:
        """A statement of one value about the task `{task}`, read along with candidates; or empty.

        What lies in a table of the router's own then costs no statement of its own.
        """

    def detour(self, held: Collection[int]) -> Detour | None:
        """Return a task to hand out before any in the queue."""

    def ordered(self, candidates: Sequence[Candidate]) -> Sequence[int]:
        """Return task ids, best first; those it leaves out are not offered."""


class PlainRoute:
    """Without a router: everybody may have everything, in the queue's order."""

    closed: PenumbraError | None = None
    chooses = False
    beside = ""

    def detour(self, held: Collection[int]) -> Detour | None:
        """There is nothing out of turn."""
        return None

    def ordered(self, candidates: Sequence[Candidate]) -> Sequence[int]:
        """Keep the order."""
        return [candidate.task_id for candidate in candidates]


Router = Callable[[Access, datetime, random.Random], Route]
_router: list[Router] = []


def set_router(router: Router | None) -> Router | None:
    """Install what makes routes (composition, tests) and return what it replaces."""
    previous = _router[0] if _router else None
    _router[:] = [router] if router else []
    return previous


def route_of(access: Access, now: datetime, rng: random.Random) -> Route:
    """Return the person's route."""
    return _router[0](access, now, rng) if _router else PlainRoute()
