"""Which label is searched for errors, and the predictions that can speak against regions."""

from collections import defaultdict
from typing import Any

from active_learning.selectors.target import learning_target
from labeling.models import Prediction, Project
from labeling.ontology.schema import Label
from labeling.regions.registry import KINDS as REGION_KINDS
from labeling.selectors.ontologies import ontology_of


def searched_label(project: Project) -> Label | None:
    """Return the label that is learned; else one whose regions a model of a client predicts."""
    target = learning_target(project)
    if target is not None:
        return target.label
    if not Prediction.objects.filter(task__project=project).exists():
        return None
    labels = ontology_of(project).labels
    return next((label for label in labels if label.kind in REGION_KINDS and label.classes), None)


def predicted_regions(
    project: Project, label: Label
) -> dict[int, list[tuple[str, dict[str, Any], float]]]:
    """Return what the shown version predicts of a label: class, geometry and score, by task.

    A region without a score of its own has the prediction's; without any it speaks against nobody.
    """
    rows = Prediction.objects.filter(
        task__project=project, task__annotation_count__gt=0, model_version=project.model_version
    ).values_list("task_id", "regions", "score")
    found: defaultdict[int, list[tuple[str, dict[str, Any], float]]] = defaultdict(list)
    for task_id, regions, score in rows.iterator(chunk_size=2000):
        found[task_id] += [
            (region["class"], region["geometry"], float(region.get("score") or score or 0.0))
            for region in regions
            if region.get("label") == label.id and region.get("class")
        ]
    return dict(found)
