"""Scores the open pool block by block, then writes the queue, its top first."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from django.db import IntegrityError
from django.utils import timezone
from numpy.typing import NDArray

from active_learning.models import ModelVersion
from active_learning.selectors.vectors import VectorBlock, open_vectors
from active_learning.services.answers import answers_of
from active_learning.services.judging import Judged, judge_part
from active_learning.services.learn_version import Learned
from active_learning.services.pacing import Pace
from active_learning.services.training import Lesson
from active_learning.services.versions import names_to_drop
from active_learning.strategies.choosing import best_first
from labeling.services.learned_scores import LearnedPlaces, write_answers, write_places

__all__ = ["QUEUE_TOP", "Scored", "score_pool", "write_picked", "write_queue"]

QUEUE_TOP = 0.9
"""Priorities of the pool end here; the picks of the query stand above."""
TOP = 2_000
BINS = 20
Tell = Callable[[int, int | None], None]


@dataclass
class Scored:
    """The pool as the model sees it; arrays of shape (N,), N open tasks.

    Small enough (32 bytes a task) to be held for millions, while vectors and probabilities are
    seen once and let go.
    """

    ids: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    top: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, np.float32))
    uncertainty: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, np.float32))
    priority: NDArray[np.float64] = field(default_factory=lambda: np.empty(0, np.float64))
    guess: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    """Rows of `guesses`."""
    guesses: list[Any] = field(default_factory=list)
    named: Counter[str] = field(default_factory=Counter)
    """How often each class is (part of) the answer."""
    replaced: list[str] = field(default_factory=list)
    """Versions in place of whose answers the new ones are stored."""
    broken: int = 0
    """Tasks whose vectors hold NaN: passed over."""

    @property
    def histogram(self) -> list[int]:
        """Counts of the top probability in 20 equal bins of [0, 1]."""
        counts, _ = np.histogram(self.top, bins=BINS, range=(0.0, 1.0))
        return [int(count) for count in counts]


def score_pool(
    *,
    lesson: Lesson,
    learned: Learned | None,
    tell: Tell,
    pace: Pace,
) -> Scored:
    """Judge every open task and store its prediction, in place of those of older versions."""
    scored, guesses = Scored(), _Guesses()
    if learned is None:
        return scored
    scored.replaced = names_to_drop(project=lesson.project, version=learned.version)
    columns = [(scored.ids, scored.top, scored.uncertainty, scored.priority, scored.guess)]
    for done, part in _parts(open_vectors(lesson.project, lesson.layout.id), pace):
        judged = judge_part(lesson, learned.bundle, part)
        with pace.turn():
            _store(lesson, learned.version, judged, scored.replaced)
        scored.named.update(judged.named_classes())
        scored.broken += part.broken
        columns.append(
            (
                judged.ids,
                judged.top.astype(np.float32),
                judged.uncertainty.astype(np.float32),
                _priority(judged),
                guesses.rows_of(judged),
            )
        )
        tell(done, None)
    ids, top, uncertainty, priority, guess = zip(*columns, strict=True)
    scored.ids, scored.top = np.concatenate(ids), np.concatenate(top)
    scored.uncertainty, scored.priority = np.concatenate(uncertainty), np.concatenate(priority)
    scored.guess, scored.guesses = np.concatenate(guess), guesses.values
    return scored


def write_queue(
    *,
    lesson: Lesson,
    scored: Scored,
    picked: Sequence[int],
    is_shown: bool,
    tell: Tell,
    pace: Pace,
) -> int:
    """Write places and guesses, but not those of the picks; return how many tasks changed.

    The top of the queue first, so that it is right within a moment; the rest as the tasks lie in
    the table, which costs a third of any other order (`docs/benchmarks/rounds.md`).
    """
    top = best_first(scored.priority, scored.ids, min(TOP, len(scored.ids)))
    order = np.concatenate([top, np.setdiff1d(np.arange(len(scored.ids)), top)])
    order = order[~np.isin(scored.ids[order], picked)]
    changed = done = 0
    while done < len(order):
        rows = order[done : done + pace.rows]
        with pace.turn():
            changed += write_places(
                project=lesson.project, places=_places(lesson, scored, rows), is_shown=is_shown
            )
        done += len(rows)
        tell(done, len(order))
    return changed


def write_picked(*, lesson: Lesson, scored: Scored, picked: Sequence[int], is_shown: bool) -> None:
    """Write what lists show of the picks, before their places are."""
    rows = np.flatnonzero(np.isin(scored.ids, picked))
    write_places(project=lesson.project, places=_places(lesson, scored, rows), is_shown=is_shown)


def _parts(blocks: Iterator[VectorBlock], pace: Pace) -> Iterator[tuple[int, VectorBlock]]:
    """Yield pieces of as many tasks as one write should have, with the number up to their end."""
    done = 0
    for block in blocks:
        start, broken = 0, block.broken
        while start < len(block.ids) or broken:
            stop = start + pace.rows
            part = VectorBlock(block.ids[start:stop], block.vectors[start:stop], broken)
            done += len(part.ids)
            yield done, part
            start, broken = stop, 0


def _store(
    lesson: Lesson, version: ModelVersion, judged: Judged, instead_of: Sequence[str]
) -> None:
    answers = judged.answers(lesson)
    for is_last in (False, True):
        try:
            write_answers(
                project=lesson.project,
                model_version=version.name,
                answers=answers,
                now=timezone.now(),
                instead_of=instead_of,
            )
            return
        except IntegrityError:
            # A task was deleted between the look at it and the commit; the next look passes it by.
            if is_last:
                raise


def _places(lesson: Lesson, scored: Scored, rows: NDArray[np.intp]) -> LearnedPlaces:
    shown = [answers_of(lesson.target, scored.guesses[guess]) for guess in scored.guess[rows]]
    return LearnedPlaces(
        scored.ids[rows].tolist(),
        scored.priority[rows].round(6).tolist(),
        scored.top[rows].astype(np.float64).round(6).tolist(),
        scored.uncertainty[rows].astype(np.float64).round(6).tolist(),
        [answers or None for answers in shown],
    )


def _priority(judged: Judged) -> NDArray[np.float64]:
    """Ambiguous ones first, then by margin, clear ones last: the seed band's order."""
    order: NDArray[np.float64] = judged.uncertainty.astype(np.float64) + judged.is_ambiguous
    return QUEUE_TOP * 0.5 * order


class _Guesses:
    """Distinct answers, each kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._known: dict[Any, int] = {}

    def rows_of(self, judged: Judged) -> NDArray[np.int32]:
        """Return the place of each task's answer among `values`."""
        return np.array([self._row(value) for value in judged.values], dtype=np.int32)

    def _row(self, value: Any) -> int:
        key = tuple(value) if isinstance(value, list) else value
        row = self._known.setdefault(key, len(self.values))
        if row == len(self.values):
            self.values.append(value)
        return row
