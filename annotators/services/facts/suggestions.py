"""What the learner said of each task, and what of it people had before their eyes."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from annotators.aggregation.verdicts.choices import as_value
from labeling.models import Prediction, PrelabelDraw, Project


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One model version's word on one label."""

    at: datetime
    value: str | None
    probabilities: dict[str, float]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """By task, oldest first; only tasks that somebody answered."""

    by_task: dict[int, list[Suggestion]] = field(default_factory=dict)
    is_shown: bool = True
    """Whether people see them before they answer."""
    lots: dict[tuple[int, int], tuple[str | None, bool]] = field(default_factory=dict)
    """(Task, annotator) → what the pre-label said and whether they saw it, by lots drawn."""

    def newest(self) -> dict[int, dict[str, float]]:
        """Return each task's newest probabilities."""
        return {
            task: said[-1].probabilities
            for task, said in self.by_task.items()
            if said[-1].probabilities
        }

    def faced(self, task: int, who: int, at: datetime) -> tuple[str, bool] | None:
        """Return what the model said of a task answered at that time, and whether it was in sight.

        The lot knows, where one was drawn. Without a suggestion from before, the first after it
        is taken: the person cannot have seen it. That model may have learned from the very answer,
        which makes the two alike and anchoring seem smaller than it is, never larger.
        """
        if lot := self.lots.get((task, who)):
            value, was_shown = lot
            return None if value is None else (value, was_shown)
        said = self.by_task.get(task, ())
        before = [one for one in said if one.at < at and one.value is not None]
        if before:
            return str(before[-1].value), self.is_shown
        after = [one for one in said if one.value is not None]
        return (str(after[0].value), False) if after else None


def gather_suggestions(project: Project, label_id: str) -> Suggestions:
    """Read the predictions of one label."""
    rows = (
        Prediction.objects.filter(task__project=project, task__annotation_count__gt=0)
        .order_by("created_at", "pk")
        .values_list("task_id", "created_at", "answers", "probabilities")
    )
    found: defaultdict[int, list[Suggestion]] = defaultdict(list)
    for task, at, answers, probabilities in rows.iterator(chunk_size=2000):
        likely = _shares(probabilities.get(label_id))
        value = as_value(answers.get(label_id)) or max(
            likely, key=lambda k: likely[k], default=None
        )
        found[task].append(Suggestion(at, value, likely))
    settings = project.settings
    draws = PrelabelDraw.objects.filter(project=project)
    lots = {
        (task, who): (as_value(said.get(label_id)), not is_hidden)
        for task, who, said, is_hidden in draws.values_list("task", "user", "said", "is_hidden")
    }
    return Suggestions(dict(found), settings.prelabel and settings.reveal == "start", lots)


def _shares(given: Any) -> dict[str, float]:
    return given if isinstance(given, dict) else {}
