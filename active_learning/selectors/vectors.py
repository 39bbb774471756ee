"""Stored vectors, read in blocks, so that memory does not grow with the pool."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.models import Embedding
from labeling.models import Project

BLOCK = 4096
IN_LIST = 500
"""Ids in one condition: SQLite bounds the number of parameters."""


@dataclass(frozen=True, slots=True)
class VectorBlock:
    """Ids of shape (n,) and vectors of shape (n, D), float32."""

    ids: NDArray[np.int64]
    vectors: NDArray[np.float32]


def open_vectors(
    project: Project,
    layout: str,
    *,
    most: int | None = None,
    rng: np.random.Generator | None = None,
) -> Iterator[VectorBlock]:
    """Yield the tasks that want labels and have none, in the order of their ids.

    With ``most``, at most so many, drawn by ``rng``.

    Hold-out tasks are left out: they are neither chosen nor pre-labelled, which keeps what is
    measured on them honest.
    """
    rows = Embedding.objects.filter(
        project=project,
        layout=layout,
        task__annotation_count=0,
        task__wants_labels=1,
        task__is_holdout=False,
    ).order_by("task_id")
    if most is not None and rng is not None:
        ids = np.array(rows.values_list("task_id", flat=True), dtype=np.int64)
        if len(ids) > most:
            drawn = np.sort(rng.choice(ids, most, replace=False)).tolist()
            yield from _blocks_of(vectors_by_task(project, layout, drawn))
            return
    after = 0
    while True:
        found = list(rows.filter(task__gt=after).values_list("task_id", "vector")[:BLOCK])
        if not found:
            return
        after = found[-1][0]
        yield VectorBlock(
            np.array([task_id for task_id, _ in found], dtype=np.int64),
            vectors_of([vector for _, vector in found]),
        )


def _blocks_of(vectors: dict[int, NDArray[np.float32]]) -> Iterator[VectorBlock]:
    ids = np.array(list(vectors), dtype=np.int64)
    yield VectorBlock(ids, np.vstack(list(vectors.values())))


def vectors_by_task(
    project: Project, layout: str, task_ids: Sequence[int]
) -> dict[int, NDArray[np.float32]]:
    """Return the vectors that exist, by task."""
    found: dict[int, NDArray[np.float32]] = {}
    for start in range(0, len(task_ids), IN_LIST):
        rows = Embedding.objects.filter(
            project=project, layout=layout, task__in=task_ids[start : start + IN_LIST]
        ).values_list("task_id", "vector")
        found |= {task_id: vectors_of([vector])[0] for task_id, vector in rows}
    return found


def vectors_of(stored: Sequence[bytes | memoryview]) -> NDArray[np.float32]:
    """Return stored float16 bytes as rows of float32."""
    joined = b"".join(bytes(vector) for vector in stored)
    rows = np.frombuffer(joined, dtype=np.float16).astype(np.float32)
    return rows.reshape(len(stored), -1)
