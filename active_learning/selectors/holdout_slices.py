"""Slices of the hold-out where the model is weak: by what tasks carry along, and by likeness."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.diagnosis import Facet, Slice, facet_of, weak_slices
from active_learning.models import ModelVersion
from active_learning.projection.columns import read_columns
from active_learning.selectors.embedding_map import map_file, newest_map
from labeling.kernel.errors import Unavailable

MOST_KEYS = 20
"""Keys of the metadata that are looked at, the most common first."""
MOST_NAMED = 300
GROUP, LENGTH = "group", "length"
"""Facets of our own; those of the metadata are named `meta.<key>`."""


def slices_of(
    version: ModelVersion, ids: NDArray[np.int64], is_right: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return the weak slices, worst first, and how many were tried."""
    found, tried = weak_slices(is_right, _facets(version, ids))
    return {"found": [_shape(one, ids, is_right) for one in found], "tried": tried}


def _facets(version: ModelVersion, ids: NDArray[np.int64]) -> list[Facet]:
    rows = version.project.tasks.filter(is_holdout=True, annotation_count__gt=0)
    facts = {pk: (meta, data) for pk, meta, data in rows.values_list("pk", "meta", "data")}
    known = [facts.get(task_id, ({}, {})) for task_id in ids.tolist()]
    metas = [meta if isinstance(meta, dict) else {} for meta, _ in known]
    keys = sorted({key for meta in metas for key in meta})[:MOST_KEYS]
    facets = [facet_of(f"meta.{key}", [meta.get(key) for meta in metas]) for key in keys]
    facets.append(facet_of(LENGTH, [_words(data) for _, data in known]))
    facets.append(_group_facet(version, ids))
    return [facet for facet in facets if facet is not None]


def _words(data: dict[str, Any]) -> int | None:
    """Count characters of the texts: Chinese has no spaces to count words by."""
    texts = [value for value in data.values() if isinstance(value, str)]
    return sum(map(len, texts)) if texts else None


def _group_facet(version: ModelVersion, ids: NDArray[np.int64]) -> Facet | None:
    """Return the groups of the map, where there is one of the vectors in use."""
    drawn = newest_map(version.project)
    if drawn is None or drawn.layout != version.layout:
        return None
    try:
        head, columns = read_columns(map_file(drawn))
    except Unavailable:
        return None
    mapped = columns["id"].astype(np.int64)
    at = np.minimum(np.searchsorted(mapped, ids), len(mapped) - 1)
    place = np.where(mapped[at] == ids, columns["group"][at].astype(np.int64), -1)
    return Facet(GROUP, tuple(range(1, head["groups"] + 1)), place)


def _shape(one: Slice, ids: NDArray[np.int64], is_right: NDArray[np.bool_]) -> dict[str, Any]:
    wrong: Sequence[int] = ids[one.rows[~is_right[one.rows]]].tolist()
    return {
        "facet": one.facet,
        "value": list(one.value) if isinstance(one.value, tuple) else one.value,
        "tasks": len(one.rows),
        "accuracy": {
            "value": one.accuracy.value,
            "low": one.accuracy.low,
            "high": one.accuracy.high,
        },
        "is_sure": one.is_sure,
        "wrong": [str(task_id) for task_id in wrong[:MOST_NAMED]],
    }
