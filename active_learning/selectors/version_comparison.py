"""Two versions side by side: on the hold-out, and where they guess differently in the pool."""

from typing import Any

import numpy as np

from active_learning.calibration import wilson
from active_learning.diagnosis import paired_difference
from active_learning.models import ModelVersion
from active_learning.selectors.accuracy_page import Tested, interval, tested
from active_learning.selectors.target import learning_target
from active_learning.selectors.task_preview import preview_of
from labeling.kernel.errors import Conflict
from labeling.models import Prediction
from labeling.policies import Access
from labeling.selectors.task_facts import show_tasks

MOST_SHOWN = 60
MOST_COMPARED = 20_000
"""Guesses in the pool that are compared; beyond, the first by id stand for all."""


def compare_versions(access: Access, first: ModelVersion, second: ModelVersion) -> dict[str, Any]:
    """Return the wire shape of GET learning/versions/compare/."""
    target = learning_target(access.project)
    if target is None or {first.label, second.label} != {target.label.id}:
        raise Conflict(
            "These versions answer another label than the project learns now; "
            "compare versions of the same label.",
            code="other_label",
        )
    pair = [tested(access.project, target, version) for version in (first, second)]
    holdout = _on_holdout(pair[0], pair[1]) if pair[0] and pair[1] else None
    pool = _in_pool(access, first, second)
    return {
        "first": first.number,
        "second": second.number,
        "holdout": _with_previews(access, holdout),
        "pool": _with_previews(access, pool),
    }


def _on_holdout(first: Tested, second: Tested) -> dict[str, Any] | None:
    """Compare on the tasks that both judged."""
    common, mine, theirs = np.intersect1d(first.ids, second.ids, return_indices=True)
    a, b = first.is_right[mine], second.is_right[theirs]
    paired = paired_difference(a, b)
    if paired is None:
        return None
    said_a, said_b, truth = first.said[mine], second.said[theirs], first.truth[mine]
    differing = [
        {
            "task": str(common[at]),
            "truth": first.sheet.answers[truth[at]] if truth[at] >= 0 else None,
            "first": first.sheet.answers[said_a[at]],
            "second": second.sheet.answers[said_b[at]],
            "better": "first" if a[at] else "second",
        }
        for at in np.flatnonzero(a != b)
    ]
    return {
        "tasks": len(common),
        "first": interval(wilson(int(a.sum()), len(a))),
        "second": interval(wilson(int(b.sum()), len(b))),
        "both": paired.both,
        "first_only": paired.first_only,
        "second_only": paired.second_only,
        "neither": paired.neither,
        "difference": {
            "value": paired.difference,
            "low": paired.low,
            "high": paired.high,
        },
        "differing": differing[:MOST_SHOWN],
    }


def _in_pool(access: Access, first: ModelVersion, second: ModelVersion) -> dict[str, Any] | None:
    """Compare stored guesses of open tasks; None where one version's are gone."""
    guesses = [_guesses(access, version) for version in (first, second)]
    common = sorted(guesses[0].keys() & guesses[1].keys())
    if not common:
        return None
    differing = [
        {
            "task": str(task_id),
            "truth": None,
            "first": guesses[0][task_id][0],
            "second": guesses[1][task_id][0],
            "sure": guesses[1][task_id][1],
        }
        for task_id in common
        if guesses[0][task_id][0] != guesses[1][task_id][0]
    ]
    differing.sort(key=lambda one: -(one["sure"] or 0.0))
    return {"tasks": len(common), "count": len(differing), "differing": differing[:MOST_SHOWN]}


def _guesses(access: Access, version: ModelVersion) -> dict[int, tuple[Any, float | None]]:
    rows = Prediction.objects.filter(task__project=access.project, model_version=version.name)
    found = rows.order_by("task_id").values_list("task_id", "answers", "score")[:MOST_COMPARED]
    return {task_id: (answers.get(version.label), score) for task_id, answers, score in found}


def _with_previews(access: Access, part: dict[str, Any] | None) -> dict[str, Any] | None:
    """Add a few words or a picture to each task that is named."""
    if part is None:
        return None
    ids = [int(one["task"]) for one in part["differing"]]
    shown = show_tasks(access, list(access.project.tasks.filter(pk__in=ids)))
    previews = {item.task.pk: preview_of(item.task, item.data) for item in shown}
    return part | {
        "differing": [one | previews.get(int(one["task"]), {}) for one in part["differing"]]
    }
