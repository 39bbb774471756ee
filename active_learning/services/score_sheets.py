"""Keeps what a version says of the hold-out, so that acceptance can be judged without the model."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.acceptance import BINS, bin_of
from active_learning.learners.heads import Features
from active_learning.learners.heads.judgement import Judgement
from active_learning.models import ModelVersion, ScoreSheet
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.score_sheets import Sheet, answer_key
from active_learning.selectors.vectors import vectors_by_task
from active_learning.services.scoring import Scored
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle

__all__ = ["ACCEPTED_KINDS", "keep_sheet"]

ACCEPTED_KINDS = ("choice", "multichoice")
"""Kinds of answers that are right or wrong as a whole."""
PART = 1000


def keep_sheet(
    *,
    lesson: Lesson,
    bundle: Bundle,
    version: ModelVersion,
    scored: Scored,
    labelled: Sequence[Labelled],
) -> None:
    """Judge the hold-out and the labelled tasks, count the pool, and store the sheet."""
    if lesson.target.kind not in ACCEPTED_KINDS:
        return
    passed = lesson.project.tasks.filter(is_holdout=True, skip_count__gt=0, annotation_count=0)
    held = [item.task_id for item in labelled if item.is_holdout]
    held += passed.values_list("pk", flat=True)
    taught = [item.task_id for item in labelled if not item.is_holdout]
    answers = _Answers(version.classes if lesson.target.kind == "choice" else [])
    tested, gone = _judged(lesson, bundle, held, answers), _judged(lesson, bundle, taught, answers)
    places = np.array([answers.place(value) for value in scored.guesses], dtype=np.int64)
    groups = len(version.classes) if lesson.target.kind == "choice" else 1
    sheet = Sheet(
        answers.values,
        tested.ids,
        tested.score,
        tested.said,
        tested.raw,
        tested.rows,
        _counts(gone.score, gone.said, groups),
        _counts(scored.top, places[scored.guess] if len(places) else places, groups),
    )
    ScoreSheet.objects.update_or_create(
        version=version,
        defaults={
            "ontology_number": lesson.project.ontology_number,
            "answers": sheet.answers,
            "arrays": sheet.packed(),
        },
    )


class _Answers:
    """Distinct answers, each with a place."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values: list[Any] = list(values)
        self._known = {answer_key(value): place for place, value in enumerate(self.values)}

    def place(self, value: Any) -> int:
        """Return the answer's place, a new one for a new answer."""
        place = self._known.setdefault(answer_key(value), len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


class _Judged:
    """Columns of the tasks that could be judged."""

    def __init__(self, rows: Sequence[tuple[int, Judgement, float]], answers: _Answers) -> None:
        self.ids = np.array([task_id for task_id, _, _ in rows], dtype=np.int64)
        # Rounded as predictions are stored.
        self.score = np.array([round(j.top, 6) for _, j, _ in rows], dtype=np.float32)
        self.said = np.array([answers.place(j.value) for _, j, _ in rows], dtype=np.int64)
        self.raw = np.array([raw for _, _, raw in rows], dtype=np.float32)
        spread = [list(j.probabilities.values()) for _, j, _ in rows if isinstance(j.value, str)]
        self.rows = np.array(spread, dtype=np.float32).reshape(len(rows), -1) if rows else (
            np.zeros((0, 0), np.float32)
        )  # fmt: skip


def _judged(lesson: Lesson, bundle: Bundle, ids: Sequence[int], answers: _Answers) -> _Judged:
    return _Judged(list(_each(lesson, bundle, ids)), answers)


def _each(
    lesson: Lesson, bundle: Bundle, ids: Sequence[int]
) -> Iterator[tuple[int, Judgement, float]]:
    """Yield tasks that have a vector, the judgement, and the sureness before calibration."""
    blunt = replace(bundle.main, temperature=1.0)
    for start in range(0, len(ids), PART):
        found = vectors_by_task(lesson.project, lesson.layout.id, ids[start : start + PART])
        # A vector that is no vector (NaN) is passed over, as in the pool.
        found = {task_id: row for task_id, row in found.items() if np.isfinite(row).all()}
        if not found:
            continue
        kept, vectors = list(found), np.vstack(list(found.values()))
        raw = blunt.predict_proba(Features(vectors)).max(axis=1)
        yield from zip(kept, lesson.judge(bundle, kept, vectors), raw.tolist(), strict=True)


def _counts(
    score: NDArray[np.floating], said: NDArray[np.integer], groups: int
) -> NDArray[np.int64]:
    own = said if groups > 1 else np.zeros_like(said)
    flat = own * BINS + bin_of(np.round(score.astype(np.float64), 6))
    return np.bincount(flat, minlength=groups * BINS).reshape(groups, BINS).astype(np.int64)
