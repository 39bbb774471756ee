"""Votes as three parallel index arrays: who gave which class to which task."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Votes"]


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """One vote a row.

    Attributes
    ----------
    task, annotator, value : ndarray of int, shape (n_votes,)
        Indices into `tasks`, `annotators` and `values`.
    """

    task: NDArray[np.int64]
    annotator: NDArray[np.int64]
    value: NDArray[np.int64]
    tasks: Sequence[Hashable]
    annotators: Sequence[Hashable]
    values: Sequence[Hashable]

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[tuple[Hashable, Hashable, Hashable | None]],
        values: Iterable[Hashable] = (),
    ) -> "Votes":
        """Index (task, annotator, value) rows.

        A value of None or "" is missing, not an answer. An annotator counts once a task: the last
        vote stands. `values` fixes the order of classes known beforehand.
        """
        last = {(task, who): value for task, who, value in rows if value not in (None, "")}
        known = dict.fromkeys(values) | dict.fromkeys(last.values())
        tasks = tuple(dict.fromkeys(task for task, _ in last))
        annotators = tuple(dict.fromkeys(who for _, who in last))
        at_task = {item: index for index, item in enumerate(tasks)}
        at_who = {item: index for index, item in enumerate(annotators)}
        at_value = {item: index for index, item in enumerate(known)}
        indexed = [(at_task[t], at_who[a], at_value[v]) for (t, a), v in last.items()]
        columns = np.asarray(indexed, dtype=np.int64).reshape(-1, 3).T
        return cls(columns[0], columns[1], columns[2], tasks, annotators, tuple(known))

    def counts(self) -> NDArray[np.float64]:
        """Return how often each task got each value, shape (n_tasks, n_values)."""
        n_tasks, n_values = len(self.tasks), len(self.values)
        flat = np.bincount(self.task * n_values + self.value, minlength=n_tasks * n_values)
        return flat.reshape(n_tasks, n_values).astype(np.float64)
