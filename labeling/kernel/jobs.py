"""The jobs port: work is named, enqueued on commit, and run by a worker that knows the code.

The web process enqueues by name and so never imports what a job needs (torch, open3d).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from labeling.kernel.errors import PenumbraError
from labeling.kernel.registry import Registry


class JobCancelled(Exception):
    """Raised inside a job once somebody asked it to stop."""


class JobFailed(PenumbraError):
    """A failure to show to the person who started the job."""

    code = "job_failed"


class JobRun(Protocol):
    """What a running job may do to its own record."""

    job_id: int

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        """Tell how far it is; cheap to call often."""

    def check_cancelled(self) -> None:
        """Raise `JobCancelled` when the job was asked to stop."""

    def should_yield(self) -> bool:
        """Say whether a long job that can go on later should let others of its lane go first."""

    def report(self, report: Mapping[str, Any]) -> None:
        """Store what the job found, to be shown beside it."""

    def result_path(self, name: str) -> Path:
        """Return where to write the job's result file, offered for download as `name`."""


class JobBackend(Protocol):
    """Where jobs wait: a table by default, in-line in tests."""

    def enqueue(
        self,
        name: str,
        *,
        project_id: int | None,
        created_by_id: int | None,
        kwargs: Mapping[str, Any],
        unique: str | None,
    ) -> int:
        """Store the job and return its id; with `unique`, return the waiting one if there is."""


JobFunction = Callable[..., None]
registry: Registry["JobKind"] = Registry("job")
_backend: list[JobBackend] = []


class JobKind:
    """A named background verb.

    `queue` tells the worker lane ("default" or "learning"); `restartable` whether it may run again
    after its worker was killed. A job that `gives_way` lets waiting `urgent` ones of its lane run
    whenever it tells how far it is, and goes on after them.
    """

    def __init__(
        self,
        function: JobFunction,
        *,
        kind: str,
        queue: str,
        restartable: bool,
        urgent: bool,
        gives_way: bool,
    ) -> None:
        self.function = function
        self.kind = kind
        self.queue = queue
        self.restartable = restartable
        self.urgent = urgent
        self.gives_way = gives_way


def job(
    name: str,
    *,
    kind: str,
    queue: str = "default",
    restartable: bool = True,
    urgent: bool = False,
    gives_way: bool = False,
) -> Callable[[JobFunction], JobFunction]:
    """Register a function as the job `name`; `kind` is the word shown to people."""

    def register(function: JobFunction) -> JobFunction:
        made = JobKind(
            function,
            kind=kind,
            queue=queue,
            restartable=restartable,
            urgent=urgent,
            # An urgent one that gave way to its like would never end.
            gives_way=gives_way and not urgent,
        )
        registry.add(name, made)
        return function

    return register


class Chore:
    """A small thing that a lane's worker does every so often between its jobs."""

    def __init__(self, function: Callable[[], None], *, every_s: float, queue: str | None) -> None:
        self.function = function
        self.every_s = every_s
        self.queue = queue


chores: Registry[Chore] = Registry("chore")


def chore(
    name: str, *, every_s: float, queue: str | None = None
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register what the workers of `queue` (None: of every lane) do each `every_s` seconds."""

    def register(function: Callable[[], None]) -> Callable[[], None]:
        chores.add(name, Chore(function, every_s=every_s, queue=queue))
        return function

    return register


def set_backend(backend: JobBackend) -> JobBackend | None:
    """Install the adapter (composition root, tests) and return the one it replaces."""
    previous = _backend[0] if _backend else None
    _backend[:] = [backend]
    return previous


def enqueue(
    name: str,
    *,
    project_id: int | None = None,
    created_by_id: int | None = None,
    kwargs: Mapping[str, Any] | None = None,
    unique: str | None = None,
) -> int:
    """Enqueue a registered job inside the current transaction and return its id."""
    registry.get(name)
    return _backend[0].enqueue(
        name,
        project_id=project_id,
        created_by_id=created_by_id,
        kwargs=kwargs or {},
        unique=unique,
    )
