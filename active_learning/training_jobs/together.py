"""A training by several processes, followed from the one that ordered it.

torch's elastic agent (what `torchrun` starts) runs in a process of its own and keeps the others
alive: when one dies, all of them begin again at the newest checkpoint. What is ordered and what
becomes of it lie in one folder; see `desk`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from active_learning.learners.minimising import FitCancelled
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.desk import Desk, Order
from active_learning.training_jobs.epochs import Course, Outcome, Point
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe

__all__ = ["ProcessesDied", "run_together"]

ROOT = Path(__file__).resolve().parents[2]
AGENT = "active_learning.training_jobs.agent"
LOOK_S = 0.1
STOP_S = 30.0
"""An epoch ends within that time once it was asked to stop, or is ended."""
TOLD = 500
"""Characters of an agent's last words."""


class ProcessesDied(RuntimeError):
    """The processes died more often than they are revived."""


def run_together(material: Material, recipe: Recipe, course: Course, folder: Path) -> Outcome:
    """Train by a recipe in ``recipe.processes`` processes; otherwise as `run_epochs`.

    Parameters
    ----------
    course : its checkpoints, if it has none, are kept in ``folder``
    folder : emptied first, and again when it ends

    Raises
    ------
    FitCancelled
        When ``should_stop`` says so; a checkpoint is written first.
    ProcessesDied
        When something ends them again and again.
    """
    kept = course.checkpoints or Checkpoints(folder / "checkpoint", "")
    order = Order(recipe, kept.folder, kept.fingerprint, course.checkpoint_s)
    with Desk(folder) as desk:
        desk.put_order(material, order)
        with _Agent(desk) as agent:
            for line in agent.lines(course):
                _heard(line, course)
        if (outcome := desk.outcome()) is not None:
            return outcome
        if desk.is_stopped:
            raise FitCancelled
        raise ProcessesDied(desk.last_words()[-TOLD:])


def _heard(line: dict[str, Any], course: Course) -> None:
    match line:
        case {"point": point}:
            course.tell(Point(**point))
        case {"begun": epoch, "restarts": restarts} if restarts:
            course.revived(epoch)
        case {"trouble": words}:
            course.trouble(OSError(words))


class _Agent:
    """The process that starts the others; ends with this one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Its words are torch's, of use only where it fails.
        with desk.words.open("wb") as words:
            self._process = subprocess.Popen(  # noqa: S603  (our own module)
                [sys.executable, "-m", AGENT, str(desk.folder)],
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                cwd=ROOT,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                start_new_session=True,
            )

    def __enter__(self) -> _Agent:
        return self

    def __exit__(self, *_: object) -> None:
        """End whatever of it is left, the processes that it started included."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def lines(self, course: Course) -> Iterator[dict[str, Any]]:
        """Yield what is told until it ends; ask it to end when the course says so."""
        left_s = STOP_S
        while not self._has_ended(LOOK_S) and left_s > 0:
            yield from self._desk.new_lines()
            if course.should_stop():
                self._desk.stop()
            if self._desk.is_stopped:
                left_s -= LOOK_S
        yield from self._desk.new_lines()

    def _has_ended(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
