"""Which label values a task's annotations use: the rows behind `label = "car"`."""

from collections.abc import Iterable
from typing import Any

from labeling.models import Project, Task, TaskLabel
from labeling.ontology.schema import Ontology

NOT_VALUES = frozenset({"textarea", "datetime"})
"""Kinds whose answers are free text or times: found by `text ~`, not by label."""
MAX_VALUE = 200


def label_values(ontology: Ontology, content: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the (label, value) pairs an answer uses: classes of regions, values of answers."""
    pairs = {
        (str(region["label"]), str(region.get("class") or region["label"])[:MAX_VALUE])
        for region in content["regions"]
    }
    for label_id, value in content["answers"].items():
        label = ontology.label(label_id)
        if label is None or label.kind in NOT_VALUES or value is None:
            continue
        values = value if isinstance(value, list) else [value]
        pairs |= {(label_id, _as_text(item)[:MAX_VALUE]) for item in values}
    return pairs


def add_label_facts(*, task: Task, pairs: Iterable[tuple[str, str]]) -> None:
    """Note pairs that one more annotation uses."""
    rows = [
        TaskLabel(project_id=task.project_id, task=task, label=label, value=value)
        for label, value in sorted(pairs)
    ]
    if rows:
        TaskLabel.objects.bulk_create(rows, ignore_conflicts=True)


def rewrite_label_facts(*, project: Project, task: Task, ontology: Ontology) -> None:
    """Recompute a task's pairs from all its annotations, after an edit or a deletion."""
    pairs: set[tuple[str, str]] = set()
    for annotation in task.annotations.only("regions", "answers"):
        pairs |= label_values(
            ontology, {"regions": annotation.regions, "answers": annotation.answers}
        )
    TaskLabel.objects.filter(task=task, project=project).delete()
    add_label_facts(task=task, pairs=pairs)


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
