"""Tasks like a given one, by the angle between their vectors."""

import numpy as np
from django.core.cache import cache
from numpy.typing import NDArray

from active_learning.models import Embedding
from active_learning.selectors.vectors import BLOCK, vectors_of
from labeling.kernel.errors import Unavailable

SHOWN = 100
MOST_READ = 200_000
"""Beyond this a look through every vector takes longer than anybody waits for a list."""
KEPT_S = 60


def similar_task_ids(project_id: int, task_id: int) -> list[int]:
    """Return the most similar tasks of the project, best first, the task itself included."""
    key = f"similar:{project_id}:{task_id}"
    known: list[int] | None = cache.get(key)
    if known is None:
        known = _nearest(project_id, task_id)
        # The pages of one list ask again and again.
        cache.set(key, known, KEPT_S)
    return known


def _nearest(project_id: int, task_id: int) -> list[int]:
    rows = Embedding.objects.filter(project=project_id)
    own = rows.filter(task=task_id).order_by("-pk").values_list("layout", "vector").first()
    if own is None:
        raise Unavailable(
            "This task has not been read by the model yet; similar_to() works once it has.",
            code="not_read_yet",
        )
    layout, vector = own
    wanted = _unit(vectors_of([vector]))[0]
    rows = rows.filter(layout=layout).order_by("task_id")
    if rows.count() > MOST_READ:
        raise Unavailable(
            f"similar_to() looks through at most {MOST_READ:,} tasks.", code="too_many_to_compare"
        )
    ids = np.zeros(0, dtype=np.int64)
    nearness = np.zeros(0, dtype=np.float32)
    after = 0
    while found := list(rows.filter(task__gt=after).values_list("task_id", "vector")[:BLOCK]):
        after = found[-1][0]
        near = _unit(vectors_of([vector for _, vector in found])) @ wanted
        ids = np.concatenate([ids, np.array([task for task, _ in found], dtype=np.int64)])
        nearness = np.concatenate([nearness, near])
        best = np.lexsort((ids, -nearness))[:SHOWN]
        ids, nearness = ids[best], nearness[best]
    return [int(task) for task in ids]


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: NDArray[np.float32] = vectors / np.maximum(lengths, 1e-12)
    return scaled
