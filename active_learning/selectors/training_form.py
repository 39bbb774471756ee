"""What a new training may say in a project."""

from typing import Any

from active_learning.selectors.target import learning_target
from active_learning.selectors.teachers import list_teachers
from active_learning.training_jobs.altering import can_alter
from active_learning.training_jobs.recipe import CHOICES, ON_VECTORS, RANGES, Recipe
from labeling.models import Project

EPOCH_KINDS = ("choice", "multichoice")
"""Kinds that are trained epoch by epoch; the others as rounds fit them."""


def learners_for(kind: str) -> tuple[str, ...]:
    """Return the learners that can learn a kind of label, the usual one first."""
    return CHOICES["learner"] if kind in EPOCH_KINDS else ("rounds",)


def training_form(project: Project) -> dict[str, Any]:
    """Return learners and teachers that fit the label, defaults, choices and bounds."""
    target = learning_target(project)
    choices = {name: list(values) for name, values in CHOICES.items()}
    if target is not None and not any(can_alter(field.type) for field in target.fields):
        choices["augmentation"] = list(ON_VECTORS)
    teachers = list_teachers(project, target) if target and target.kind in EPOCH_KINDS else []
    return {
        "target": {"label": target.label.id, "name": target.label.name, "kind": target.kind}
        if target
        else None,
        "learners": learners_for(target.kind) if target else (),
        "defaults": Recipe().as_json(),
        "choices": choices,
        "ranges": {name: list(bounds) for name, bounds in RANGES.items()},
        "teachers": [one.as_json() for one in teachers],
    }
