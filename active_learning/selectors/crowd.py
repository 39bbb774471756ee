"""What several people together say of a task's class, as probabilities: soft labels."""

from collections.abc import Sequence
from typing import TypeAlias, cast

import numpy as np

from annotators.aggregation.auto import auto
from annotators.agreement import Votes

Vote: TypeAlias = tuple[int, int, str]
"""Task, annotator, class id."""

LEAST_SHARED = 10
"""Tasks that two people answered, below which nobody's errors can be told."""


def crowd_posteriors(votes: Sequence[Vote], classes: Sequence[str]) -> dict[int, dict[str, float]]:
    """Return each task's class probabilities given who said what.

    People are judged by where they meet: annotators who err count less, also on tasks that they
    answered alone. By the average of models that annotators' consensus is found by as well. Empty
    where too few tasks were answered twice to judge anybody.
    """
    table = Votes.from_rows(votes, classes)
    if len(table.tasks) == 0:
        return {}
    answers = np.bincount(table.task, minlength=len(table.tasks))
    if int((answers > 1).sum()) < LEAST_SHARED:
        return {}
    posterior = auto(table).posterior
    names = cast("tuple[str, ...]", table.values)
    return {
        cast("int", task): {name: float(p) for name, p in zip(names, row, strict=True) if p > 0.0}
        for task, row in zip(table.tasks, posterior, strict=True)
    }
