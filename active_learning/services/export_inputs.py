"""What an exported graph is fed with and tested on: real tasks of the project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.fields import FieldLayout
from active_learning.learners.heads import Features, LinearHead
from active_learning.selectors.labelled import Labelled, labelled_tasks
from active_learning.selectors.target import Target
from active_learning.selectors.values import task_values
from active_learning.shelf.graph import input_name
from active_learning.shelf.quantising import Feed
from labeling.models import Project

__all__ = ["Readable", "tested_and_sample"]

MOST_TESTED = 400
MOST_SAMPLE = 60
"""Tasks by which ranges are found and differences measured; each costs a picture's call."""


@dataclass(frozen=True)
class Readable:
    """Tasks whose every field can be read: feeds, values and, where people answered, the truth."""

    feeds: list[Feed]
    values: list[dict[str, Any]]
    truth: list[Any]

    def __len__(self) -> int:
        return len(self.feeds)

    def own_rows(self, layout: FieldLayout, head: LinearHead) -> NDArray[np.floating]:
        """Return what the version itself says, shape (n, K)."""
        return head.predict_proba(Features(layout.encode(self.values)))


def tested_and_sample(
    project: Project, target: Target, layout: FieldLayout
) -> tuple[Readable, Readable]:
    """Return hold-out tasks that people answered, and a sample of others."""
    labelled = labelled_tasks(project, target)
    held = [item for item in labelled if item.is_holdout][:MOST_TESTED]
    rng = np.random.default_rng(project.pk)
    taught = [item for item in labelled if not item.is_holdout]
    drawn = rng.permutation(len(taught))[:MOST_SAMPLE]
    return _read(project, layout, held), _read(project, layout, [taught[i] for i in sorted(drawn)])


def _read(project: Project, layout: FieldLayout, items: Sequence[Labelled]) -> Readable:
    truth = {item.task_id: item.answer for item in items}
    found = Readable([], [], [])
    tasks = list(project.tasks.filter(pk__in=list(truth)).order_by("pk"))
    for task, value in zip(tasks, task_values(project, layout.fields, tasks), strict=True):
        if any(value[field.name] is None for field in layout.fields):
            continue
        found.feeds.append(_feed(layout, value))
        found.values.append(value)
        found.truth.append(truth[task.pk])
    return found


def _feed(layout: FieldLayout, value: dict[str, Any]) -> Feed:
    return {
        input_name(place, field): value[field.name][None]
        if field.type == "image"
        else _ids(layout, value[field.name])
        for place, field in enumerate(layout.fields)
    }


def _ids(layout: FieldLayout, text: str) -> NDArray[np.int32]:
    return np.array([layout.encoders.text.minilm.tokenizer.encode(text).ids], dtype=np.int32)
