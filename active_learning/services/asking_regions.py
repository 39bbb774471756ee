"""Names, of tasks that are asked for, the region that the model knows least about."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from active_learning.learners.heads.judgement import FoundRegion
from active_learning.learners.resolving import judge_of
from active_learning.services.answers import regions_of
from active_learning.services.learn_version import Learned
from active_learning.services.training import Lesson
from labeling.models import Prediction

__all__ = ["doubtful_regions"]

LEAST_DOUBT = 0.2
"""Below, the model is sure of all that it sees in a task."""
SHOWN_TEXT = 80


def doubtful_regions(
    *, lesson: Lesson, learned: Learned, task_ids: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """Return by task the region to ask about, in the contract's form.

    One that stands in the task's prediction has its id there, so that a screen points at what it
    shows already; any other is a place where a region may be missing. Tasks are judged once more
    for it: what is kept of every open task would be much, of a query's it is little.
    """
    if lesson.reads_vectors:
        return {}
    read, inputs = lesson.inputs(task_ids)
    judged = judge_of(learned.bundle.kind)(learned.bundle.heads, inputs)
    found = {
        task_id: judgement.doubtful
        for task_id, judgement in zip(read, judged, strict=True)
        if judgement.doubtful is not None and judgement.uncertainty >= LEAST_DOUBT
    }
    predictions = Prediction.objects.filter(
        task__project=lesson.project,
        task__in=list(found),
        model_version=learned.version.name,
    )
    shown = dict(predictions.values_list("task_id", "regions"))
    texts = _texts_of(lesson, list(found)) if lesson.target.kind == "span" else {}
    named: dict[int, dict[str, Any]] = {}
    for task_id, region in found.items():
        known = _shown(region, shown.get(task_id, []))
        named[task_id] = known or regions_of(lesson.target, [asdict(region)])[0]
        if task_id in texts:
            start, end = (int(region.geometry[end]) for end in ("start", "end"))
            named[task_id]["text"] = texts[task_id][start:end][:SHOWN_TEXT]
    return named


def _texts_of(lesson: Lesson, task_ids: Sequence[int]) -> dict[int, str]:
    rows = lesson.project.tasks.filter(pk__in=task_ids).values_list("pk", "data")
    return {pk: str(data.get(lesson.target.label.on, "")) for pk, data in rows}


def _shown(region: FoundRegion, shown: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the predicted region that this one is."""
    return next(
        (
            dict(one)
            for one in shown
            if one["class"] == region.label_class and one["geometry"] == region.geometry
        ),
        None,
    )
