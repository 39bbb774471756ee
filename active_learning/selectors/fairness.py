"""How a version does by group, where a project declares metadata that tells people apart."""

from collections.abc import Sequence
from typing import Any

from active_learning.diagnosis import Facet, Gap, GroupRecord, facet_of, group_records, largest_gap
from active_learning.diagnosis.fairness import LEAST_TESTED
from active_learning.models import ModelVersion
from active_learning.selectors.accuracy_page import Tested, interval, tested
from active_learning.selectors.target import learning_target

__all__ = ["fairness_of"]

MOST_KEYS = 20
Json = dict[str, Any]


def fairness_of(version: ModelVersion) -> Json:
    """Return the wire shape of a version's fairness: what is declared, and each field's groups.

    Measured on hold-out tasks that no strategy chose; `keys` are those that could be declared.
    """
    declared = list(version.project.settings.sensitive)
    target = learning_target(version.project)
    found = None
    if target is not None and target.label.id == version.label and target.kind == "choice":
        found = tested(version.project, target, version)
    metas = _metas(found) if found else []
    return {
        "declared": declared,
        "keys": _keys(metas),
        "least": LEAST_TESTED,
        "tested": len(metas),
        "compared": [_field(key, metas, found) for key in declared] if found else [],
    }


def _metas(found: Tested) -> list[Json]:
    rows = found.project.tasks.filter(is_holdout=True, annotation_count__gt=0)
    known = dict(rows.values_list("pk", "meta"))
    metas = [known.get(task_id, {}) for task_id in found.ids.tolist()]
    return [meta if isinstance(meta, dict) else {} for meta in metas]


def _keys(metas: Sequence[Json]) -> list[str]:
    """Return the keys whose values cut the tasks into groups."""
    keys = sorted({key for meta in metas for key in meta})[: 4 * MOST_KEYS]
    cutting = [key for key in keys if facet_of(key, [meta.get(key) for meta in metas])]
    return cutting[:MOST_KEYS]


def _field(key: str, metas: Sequence[Json], found: Tested) -> Json:
    facet = facet_of(key, [meta.get(key) for meta in metas])
    if facet is None:
        return {"key": key, "groups": [], "without": len(metas), "accuracy": None, "selection": []}
    answers = found.sheet.answers
    records = group_records(
        facet.place, len(facet.values), found.is_right, found.said, len(answers)
    )
    sizes = [record.tested for record in records]
    return {
        "key": key,
        "groups": [_group(facet, at, records[at], answers) for at in range(len(records))],
        "without": int((facet.place < 0).sum()),
        "accuracy": _gap(largest_gap([record.right for record in records], sizes)),
        "selection": [
            {"class": name} | told
            for place, name in enumerate(answers)
            if (told := _gap(largest_gap([record.said[place] for record in records], sizes)))
        ],
    }


def _group(facet: Facet, at: int, record: GroupRecord, answers: Sequence[str]) -> Json:
    value = facet.values[at]
    selected = zip(answers, record.selected, strict=True)
    return {
        "value": list(value) if isinstance(value, tuple) else value,
        "tasks": record.tested,
        "accuracy": interval(record.accuracy),
        "selected": {name: interval(share) for name, share in selected},
    }


def _gap(gap: Gap | None) -> Json | None:
    """Return a gap; `most` and `least` are places among the groups."""
    if gap is None:
        return None
    return {
        "value": gap.value,
        "low": gap.low,
        "high": gap.high,
        "most": gap.most,
        "least": gap.least,
        "is_sure": gap.is_sure,
    }
