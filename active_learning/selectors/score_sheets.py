"""Score sheets: how they are packed, and the hold-out joined with what people answered."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.models import ModelVersion, ScoreSheet
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import Target
from labeling.models import Project

__all__ = ["HeldOut", "Sheet", "answer_key", "held_out", "sheet_of"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sheet:
    """What a version says: H hold-out tasks, and counts over everything else.

    Attributes
    ----------
    answers : distinct answers; of a choice the version's classes
    ids, score, said : of the hold-out, shape (H,); `said` are places in `answers`
    raw : top probability before calibration, shape (H,)
    rows : probabilities of the classes of a choice, shape (H, K); of other kinds (H, 0)
    gone, open : counts of labelled and of open tasks, shape (G, bins); G classes of a choice, or 1
    """

    answers: list[Any]
    ids: Ints
    score: Floats
    said: Ints
    raw: Floats
    rows: Floats
    gone: Ints
    open: Ints

    def packed(self) -> bytes:
        """Return the arrays as an npz file."""
        file = io.BytesIO()
        np.savez_compressed(
            file,
            ids=self.ids,
            score=self.score,
            said=self.said.astype(np.int32),
            raw=self.raw,
            rows=self.rows.astype(np.float16),
            gone=self.gone.astype(np.int32),
            open=self.open.astype(np.int32),
        )
        return file.getvalue()

    @classmethod
    def unpacked(cls, row: ScoreSheet) -> "Sheet":
        """Read what `packed` wrote."""
        with np.load(io.BytesIO(bytes(row.arrays)), allow_pickle=False) as file:
            return cls(
                row.answers,
                file["ids"],
                file["score"],
                file["said"].astype(np.int64),
                file["raw"],
                file["rows"].astype(np.float32),
                file["gone"].astype(np.int64),
                file["open"].astype(np.int64),
            )


@dataclass(frozen=True)
class HeldOut:
    """The hold-out tasks that people dealt with, shape (n,): places in the sheet, and the outcome.

    A task that people only passed by counts as wrong: nobody knows the right label, and the model
    would set one. `truth` is the place of the people's answer, -1 where it is none of the sheet's.
    """

    places: Ints
    truth: Ints
    is_wrong: NDArray[np.bool_]


def sheet_of(version: ModelVersion) -> Sheet | None:
    """Return a version's sheet, if a round has made one."""
    row = ScoreSheet.objects.filter(version=version).first()
    return Sheet.unpacked(row) if row else None


def held_out(project: Project, target: Target, sheet: Sheet) -> HeldOut:
    """Join the sheet with the answers that people give today: labels may come and go."""
    ids = sheet.ids.tolist()
    given = {item.task_id: item.answer for item in labelled_tasks(project, target, ids)}
    passed = set(
        project.tasks.filter(is_holdout=True, skip_count__gt=0, annotation_count=0).values_list(
            "pk", flat=True
        )
    )
    known = {answer_key(answer): place for place, answer in enumerate(sheet.answers)}
    kept = [i for i, task_id in enumerate(ids) if task_id in given or task_id in passed]
    truth = np.array([_place(known, given.get(ids[i])) for i in kept], dtype=np.int64)
    places = np.array(kept, dtype=np.int64)
    return HeldOut(places, truth, truth != sheet.said[places])


def answer_key(answer: Any) -> Any:
    """Return what equal answers have in common, in whatever order their classes are named."""
    return answer if isinstance(answer, str) else frozenset(answer or ())


def _place(known: Mapping[Any, int], answer: Any) -> int:
    return -1 if answer is None else known.get(answer_key(answer), -1)
