"""The open tasks that a look's version is sure of, read in pieces however many there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.acceptance import BINS, bin_of
from active_learning.models import AcceptanceLook
from active_learning.selectors.score_sheets import Sheet
from labeling.models import Prediction

__all__ = ["SureTask", "open_counts", "sure_tasks"]

PIECE = 2000


@dataclass(frozen=True, slots=True)
class SureTask:
    """An open task nobody has touched, and what the version answers."""

    task_id: int
    score: float
    answer: Any
    group: int


def sure_tasks(look: AcceptanceLook, sheet: Sheet, *, least: float) -> Iterator[SureTask]:
    """Yield the tasks of which the version is at least so sure, by id."""
    groups = len(sheet.open)
    place = {name: i for i, name in enumerate(sheet.answers)} if groups > 1 else {}
    rows = Prediction.objects.filter(
        model_version=look.version.name,
        score__gte=least,
        task__project_id=look.project_id,
        task__annotation_count=0,
        task__skip_count=0,
        task__wants_labels=1,
        task__is_holdout=False,
    ).order_by("task_id")
    after = 0
    while piece := list(
        rows.filter(task__gt=after).values_list("task_id", "score", "answers")[:PIECE]
    ):
        after = piece[-1][0]
        for task_id, score, answers in piece:
            answer = answers.get(look.label)
            if score is None or answer is None:
                continue
            if groups == 1 or answer in place:
                yield SureTask(task_id, score, answer, place.get(answer, 0) if place else 0)


def open_counts(look: AcceptanceLook, sheet: Sheet) -> NDArray[np.int64]:
    """Count the tasks that could be accepted now, shape (G, bins)."""
    counts = np.zeros_like(sheet.open)
    piece: list[SureTask] = []
    for task in sure_tasks(look, sheet, least=0.0):
        piece.append(task)
        if len(piece) == PIECE:
            _add(counts, piece)
            piece.clear()
    _add(counts, piece)
    return counts


def _add(counts: NDArray[np.int64], piece: list[SureTask]) -> None:
    if piece:
        own = np.array([task.group for task in piece], dtype=np.int64)
        flat = own * BINS + bin_of([task.score for task in piece])
        counts += np.bincount(flat, minlength=counts.size).reshape(counts.shape)
