"""Stored vectors, read in blocks, so that memory does not grow with the pool."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.models import STANDING, AcceptedTask, Embedding
from labeling.models import Project

BLOCK = 4096
IN_LIST = 500
"""Ids in one condition: SQLite bounds the number of parameters."""


@dataclass(frozen=True, slots=True)
class VectorBlock:
    """Ids of shape (n,) and vectors of shape (n, D), float32 and finite.

    `broken` counts tasks left out because their vectors hold NaN or infinity, which one mad input
    may bring about; in a strategy or a fit, one such row would spoil all others.
    """

    ids: NDArray[np.int64]
    vectors: NDArray[np.float32]
    broken: int = 0


def open_vectors(
    project: Project,
    layout: str,
    *,
    most: int | None = None,
    rng: np.random.Generator | None = None,
) -> Iterator[VectorBlock]:
    """Yield the tasks that want labels and have none, in the order of their ids.

    With ``most``, at most so many, drawn by ``rng``.

    Hold-out tasks and audits of accepted labels are left out: they are neither chosen nor
    pre-labelled, which keeps what is measured on them honest.
    """
    audits = AcceptedTask.objects.filter(
        acceptance__project=project, acceptance__state__in=STANDING, is_audit=True
    )
    rows = (
        Embedding.objects.filter(
            project=project,
            layout=layout,
            task__annotation_count=0,
            task__wants_labels=1,
            task__is_holdout=False,
        )
        .exclude(task__in=audits.values("task"))
        .order_by("task_id")
    )
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
        ids = np.array([task_id for task_id, _ in found], dtype=np.int64)
        vectors = vectors_of([vector for _, vector in found])
        sound = np.isfinite(vectors).all(axis=1)
        yield VectorBlock(ids[sound], vectors[sound], int((~sound).sum()))


def newest_vector(project: Project, layout: str) -> int:
    """Return the last task that has a vector, 0 where none has."""
    rows = Embedding.objects.filter(project=project, layout=layout).order_by("-task_id")
    return rows.values_list("task_id", flat=True).first() or 0


def some_vectors(
    project: Project, layout: str, *, after: int, most: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Return the vectors, shape (n, D), of at most `most` random tasks behind task `after`."""
    rows = Embedding.objects.filter(project=project, layout=layout, task_id__gt=after)
    ids = np.array(rows.order_by("task_id").values_list("task_id", flat=True), dtype=np.int64)
    drawn = np.sort(rng.permutation(ids)[:most]).tolist()
    found = vectors_by_task(project, layout, drawn)
    return np.vstack(list(found.values())) if found else np.zeros((0, 0), np.float32)


def _blocks_of(vectors: dict[int, NDArray[np.float32]]) -> Iterator[VectorBlock]:
    ids = np.array(list(vectors), dtype=np.int64)
    if len(ids):
        yield VectorBlock(ids, np.vstack(list(vectors.values())))


def vectors_by_task(
    project: Project, layout: str, task_ids: Sequence[int]
) -> dict[int, NDArray[np.float32]]:
    """Return the vectors that exist and are finite, by task."""
    found: dict[int, NDArray[np.float32]] = {}
    for start in range(0, len(task_ids), IN_LIST):
        rows = Embedding.objects.filter(
            project=project, layout=layout, task__in=task_ids[start : start + IN_LIST]
        ).values_list("task_id", "vector")
        for task_id, stored in rows:
            vector = vectors_of([stored])[0]
            if np.isfinite(vector).all():
                found[task_id] = vector
    return found


def vectors_of(stored: Sequence[bytes | memoryview]) -> NDArray[np.float32]:
    """Return stored float16 bytes as rows of float32."""
    joined = b"".join(bytes(vector) for vector in stored)
    rows = np.frombuffer(joined, dtype=np.float16).astype(np.float32)
    return rows.reshape(len(stored), -1)
