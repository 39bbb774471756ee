"""Draws the map of a project's vectors: landmarks by t-SNE, everything else beside them.

Memory is that of the landmarks and one block, however many tasks there are.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Max
from numpy.typing import NDArray

from active_learning.models import Embedding, EmbeddingMap
from active_learning.projection.columns import read_columns, write_columns
from active_learning.projection.grouping import group, nearest_group
from active_learning.projection.neighbours import lay_out
from active_learning.projection.placing import Placer
from active_learning.projection.principal import PrincipalAxes
from active_learning.selectors.embedding_map import LEAST_POINTS, map_file, newest_map
from active_learning.selectors.vectors import BLOCK, VectorBlock, vectors_by_task, vectors_of
from labeling.kernel.errors import Conflict, Unavailable
from labeling.models import Project

SEED = 20_240_301
LANDMARKS = 20_000
"""More would cost minutes and show no other shape."""

Rows = NDArray[np.float32]


@dataclass(frozen=True)
class Drawing:
    """Points in the order of their task ids; arrays of length N."""

    ids: NDArray[np.int64]
    positions: Rows
    groups: NDArray[np.uint8]


def draw_map(
    *,
    project: Project,
    tell: Callable[[int, int | None, str], None] = lambda done, total, message: None,
    landmarks: int = LANDMARKS,
) -> EmbeddingMap:
    """Draw and store a map of every task with a vector of the newest layout."""
    started = time.monotonic()
    newest = Embedding.objects.filter(project=project).order_by("-pk").first()
    if newest is None:
        raise Conflict(
            "No task of this project has been read yet; the map needs their vectors.",
            code="nothing_to_map",
        )
    drawing = _drawn(project, newest.layout, landmarks, tell)
    if len(drawing.ids) < LEAST_POINTS:
        raise Conflict(f"A map needs at least {LEAST_POINTS} tasks.", code="nothing_to_map")
    facts = EmbeddingMap(layout=newest.layout, last_vector=newest.pk, points=len(drawing.ids))
    facts.seconds = round(time.monotonic() - started, 3)
    return _stored(project, facts, _file(drawing))


def _drawn(
    project: Project, layout: str, landmarks: int, tell: Callable[[int, int | None, str], None]
) -> Drawing:
    """Lay out a random part, then put the rest beside it."""
    rng = np.random.default_rng(SEED)
    rows = Embedding.objects.filter(project=project, layout=layout)
    ids = np.array(rows.order_by("task_id").values_list("task_id", flat=True), dtype=np.int64)
    chosen = ids if len(ids) <= landmarks else np.sort(rng.choice(ids, landmarks, replace=False))
    known = _finite(_block(vectors_by_task(project, layout, chosen.tolist())))
    if len(known.ids) < LEAST_POINTS:
        return Drawing(known.ids, np.zeros((len(known.ids), 2), np.float32), np.zeros(0, np.uint8))
    axes = PrincipalAxes.of(known.vectors)
    near = axes.project(known.vectors)
    positions = lay_out(
        near,
        start=_start(project, layout, known.ids, near),
        seed=SEED,
        threads=max(1, (os.cpu_count() or 1) // 2),
        tell=lambda done, total: tell(done, total, "laying_out"),
    )
    centres = group(near, seed=SEED)
    if len(chosen) == len(ids):
        return Drawing(known.ids, positions, nearest_group(near, centres))
    return _beside(
        project, layout, len(ids), _Land(known.ids, positions, axes, near, centres), tell
    )


@dataclass(frozen=True)
class _Land:
    """The landmarks, and what turns a vector into what they are compared by."""

    ids: NDArray[np.int64]
    positions: Rows
    axes: PrincipalAxes
    near: Rows
    centres: Rows


def _beside(
    project: Project,
    layout: str,
    total: int,
    land: _Land,
    tell: Callable[[int, int | None, str], None],
) -> Drawing:
    placer = Placer(land.near, land.positions, np.random.default_rng(SEED))
    ids, positions, groups = [], [], []
    for block in _every_vector(project, layout):
        near = land.axes.project(block.vectors)
        placed = placer.place(near)
        at = np.minimum(np.searchsorted(land.ids, block.ids), len(land.ids) - 1)
        own = land.ids[at] == block.ids
        placed[own] = land.positions[at[own]]
        ids.append(block.ids)
        positions.append(placed)
        groups.append(nearest_group(near, land.centres))
        tell(sum(map(len, ids)), total, "placing")
    return Drawing(np.concatenate(ids), np.vstack(positions), np.concatenate(groups))


def _every_vector(project: Project, layout: str) -> Iterator[VectorBlock]:
    rows = Embedding.objects.filter(project=project, layout=layout).order_by("task_id")
    after = 0
    while found := list(rows.filter(task__gt=after).values_list("task_id", "vector")[:BLOCK]):
        after = found[-1][0]
        ids = np.array([task_id for task_id, _ in found], dtype=np.int64)
        yield _finite(VectorBlock(ids, vectors_of([vector for _, vector in found])))


def _block(vectors: dict[int, Rows]) -> VectorBlock:
    ids = np.array(sorted(vectors), dtype=np.int64)
    blank = np.zeros((0, 1), np.float32)
    return VectorBlock(
        ids, np.vstack([vectors[task] for task in ids.tolist()]) if vectors else blank
    )


def _finite(block: VectorBlock) -> VectorBlock:
    """Leave out vectors with NaN or infinity: they are near to nothing."""
    kept = np.isfinite(block.vectors).all(axis=1)
    return VectorBlock(block.ids[kept], block.vectors[kept])


def _start(project: Project, layout: str, ids: NDArray[np.int64], near: Rows) -> Rows:
    """Begin at the last map, so that a person finds the way; else at the strongest axes."""
    start = near[:, :2].copy() if near.shape[1] > 1 else np.hstack([near, np.zeros_like(near)])
    before = newest_map(project)
    if before is None or before.layout != layout:
        return start
    try:
        _, columns = read_columns(map_file(before))
    except (Unavailable, ValueError):
        return start
    old_ids = columns["id"].astype(np.int64)
    at = np.minimum(np.searchsorted(old_ids, ids), len(old_ids) - 1)
    same = old_ids[at] == ids
    if same.mean() < 0.5:
        return start
    old = np.stack([columns["x"], columns["y"]], axis=1)[at].astype(np.float32)
    # A new task begins where the nearest known one is.
    unknown = np.flatnonzero(~same)
    if len(unknown):
        placer = Placer(near[same], old[same], np.random.default_rng(SEED))
        old[unknown] = placer.place(near[unknown])
    return old


def _file(drawing: Drawing) -> bytes:
    """Return the map as columns `id`, `x`, `y` and `group`, ids rising."""
    return write_columns(
        {"groups": int(drawing.groups.max()) + 1 if len(drawing.groups) else 0},
        {
            "id": drawing.ids.astype(np.float64),
            "x": drawing.positions[:, 0],
            "y": drawing.positions[:, 1],
            "group": drawing.groups,
        },
    )


def _stored(project: Project, facts: EmbeddingMap, content: bytes) -> EmbeddingMap:
    """Write the file, then its row; the maps before go."""
    facts.project, facts.key = project, hashlib.sha256(content).hexdigest()[:32]
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        earlier = EmbeddingMap.objects.filter(project=project)
        facts.number = (earlier.aggregate(last=Max("number"))["last"] or 0) + 1
        name = f"maps/{project.pk}/{facts.number}-{facts.key}.columns"
        facts.path = default_storage.save(name, ContentFile(content))
        facts.save()
        paths = list(earlier.exclude(pk=facts.pk).values_list("path", flat=True))
        earlier.exclude(pk=facts.pk).delete()
        transaction.on_commit(lambda: _delete_files(paths))
    return facts


def _delete_files(paths: Sequence[str]) -> None:
    for path in paths:
        default_storage.delete(path)
