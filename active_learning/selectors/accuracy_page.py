"""Where the model in use is right and where not, on tasks that no strategy chose."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import Interval, Reliability, wilson
from active_learning.diagnosis import by_class, confusion, macro_f1
from active_learning.models import ModelVersion, QueryRound
from active_learning.selectors.drawn_estimate import drawn_estimate
from active_learning.selectors.holdout_slices import slices_of
from active_learning.selectors.prediction_drift import prediction_drift
from active_learning.selectors.prelabel_bias import prelabel_bias
from active_learning.selectors.score_sheets import Sheet, held_out, sheet_of
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import active_version
from labeling.models import Project, TaskLabel
from labeling.policies import Access

LEAST_TASKS = 10
"""Of fewer held-out answers nothing here would mean anything."""
BINS = 10
FEW_LABELS, FEW_TESTED = 10, 5
MOST_NAMED = 300
"""Tasks named behind one cell: a filter of the task list holds no more."""


@dataclass(frozen=True)
class Tested:
    """The hold-out tasks that people answered and the version judged, n of them."""

    project: Project
    target: Target
    version: ModelVersion
    sheet: Sheet
    places: NDArray[np.int64]
    truth: NDArray[np.int64]

    @property
    def ids(self) -> NDArray[np.int64]:
        """Task ids, shape (n,)."""
        return self.sheet.ids[self.places]

    @property
    def said(self) -> NDArray[np.int64]:
        """Places of the version's answers, shape (n,)."""
        return self.sheet.said[self.places]

    @property
    def is_right(self) -> NDArray[np.bool_]:
        """Whether people and version agree, shape (n,)."""
        right: NDArray[np.bool_] = self.truth == self.said
        return right


def accuracy_page(access: Access) -> dict[str, Any]:
    """Return the wire shape of GET learning/accuracy/."""
    target = learning_target(access.project)
    version = active_version(access.project)
    if target is None or version is None:
        return _without("off" if target is None else "no_model", version, 0)
    beside = {
        "drawn": drawn_estimate(access.project, target),
        "bias": prelabel_bias(access.project, target),
        "drift": prediction_drift(access.project, target),
    }
    found = tested(access.project, target, version)
    if found is None or len(found.places) < LEAST_TASKS:
        return _without("unmeasured", version, len(found.places) if found else 0) | beside
    right = found.is_right
    overall = wilson(int(right.sum()), len(right))
    return {
        "state": "ready",
        "version": version.number,
        "tasks": len(right),
        "needed": LEAST_TASKS,
        "accuracy": interval(overall),
        "macro_f1": _macro_f1(found) if target.kind == "choice" else None,
        "reliability": {
            "before": _reliability(found.sheet.raw[found.places], right),
            "after": _reliability(found.sheet.score[found.places], right),
        },
        "confusion": _confusion(found) if target.kind == "choice" else None,
        "needs": _needs(found) if target.kind == "choice" else [],
        "slices": slices_of(version, found.ids, right),
        **beside,
    }


def tested(project: Project, target: Target, version: ModelVersion) -> Tested | None:
    """Join a version's sheet with the answers that people give today; None without a sheet."""
    sheet = sheet_of(version)
    if sheet is None:
        return None
    held = held_out(project, target, sheet)
    # Tasks that were only passed by tell of a label's risk, not of the model's accuracy.
    answered = _answered(project, sheet.ids[held.places])
    return Tested(project, target, version, sheet, held.places[answered], held.truth[answered])


def interval(found: Interval | None) -> dict[str, float] | None:
    """Return an interval's wire shape."""
    return None if found is None else {"value": found.value, "low": found.low, "high": found.high}


def _answered(project: Project, ids: NDArray[np.int64]) -> NDArray[np.bool_]:
    rows = project.tasks.filter(is_holdout=True, annotation_count__gt=0)
    return np.isin(ids, np.fromiter(rows.values_list("pk", flat=True), dtype=np.int64))


def _without(state: str, version: ModelVersion | None, tasks: int) -> dict[str, Any]:
    return {
        "state": state,
        "version": version.number if version else None,
        "tasks": tasks,
        "needed": LEAST_TASKS,
        "accuracy": None,
        "macro_f1": None,
        "reliability": None,
        "confusion": None,
        "needs": [],
        "slices": None,
        "drawn": None,
        "bias": None,
        "drift": None,
    }


def _reliability(sure: NDArray[np.floating], right: NDArray[np.bool_]) -> dict[str, Any]:
    found = Reliability.of(sure, right, bins=BINS)
    bins = []
    for at in np.flatnonzero(found.counts):
        count = int(found.counts[at])
        share = wilson(round(float(found.accuracy[at]) * count), count)
        bins.append(
            {"confidence": float(found.confidence[at]), "count": count, "accuracy": interval(share)}
        )
    return {"error": found.error, "bins": bins}


def _macro_f1(found: Tested) -> dict[str, float] | None:
    known = found.truth >= 0
    counts = confusion(found.truth[known], found.said[known], len(found.sheet.answers))
    return interval(macro_f1(counts))


def _confusion(found: Tested) -> dict[str, Any]:
    """Return counts, and the tasks of each cell: rows the true class, columns what was said."""
    known = found.truth >= 0
    truth, said, ids = found.truth[known], found.said[known], found.ids[known]
    tasks: defaultdict[str, list[str]] = defaultdict(list)
    for row, column, task_id in zip(truth.tolist(), said.tolist(), ids.tolist(), strict=True):
        cell = tasks[f"{row}:{column}"]
        if len(cell) < MOST_NAMED:
            cell.append(str(task_id))
    return {
        "classes": found.sheet.answers,
        "counts": confusion(truth, said, len(found.sheet.answers)).tolist(),
        "tasks": tasks,
        "unseen": int((~known).sum()),
    }


def _needs(found: Tested) -> list[dict[str, Any]]:
    """Return what each class of the ontology needs next, the most urgent first."""
    known = found.truth >= 0
    counts = confusion(found.truth[known], found.said[known], len(found.sheet.answers))
    records = dict(zip(found.sheet.answers, by_class(counts), strict=True))
    rows = TaskLabel.objects.filter(project=found.project, label=found.target.label.id)
    labelled = Counter(rows.values_list("value", flat=True))
    last = QueryRound.objects.filter(project=found.project, version=found.version).last()
    predicted = last.predicted if last else {}
    whole = float(found.is_right.mean())
    needs = []
    for name in found.target.classes:
        record = records.get(name)
        recall = record.recall if record else None
        needs.append(
            {
                "class": name,
                "labelled": labelled[name],
                "tested": record.tested if record else 0,
                "recall": interval(recall),
                "precision": interval(record.precision if record else None),
                "predicted": predicted.get(name, 0),
                "advice": _advice(labelled[name], record.tested if record else 0, recall, whole),
            }
        )
    return sorted(needs, key=lambda need: _URGENCY.index(need["advice"]))


_URGENCY = ("unseen", "few_labels", "weak", "untested", "fine")


def _advice(labelled: int, tested_tasks: int, recall: Interval | None, whole: float) -> str:
    if labelled == 0:
        return "unseen"
    if labelled < FEW_LABELS:
        return "few_labels"
    if tested_tasks < FEW_TESTED or recall is None:
        return "untested"
    return "weak" if recall.high < whole else "fine"
