"""Shows a few tasks of a slice as a training would alter them; the serving process does it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from active_learning.selectors.training_slice import taught_tasks
from active_learning.services.prelabel import stored_value
from active_learning.services.request_training import read_recipe, trainable_target
from active_learning.services.serving import serving_client
from active_learning.training_jobs.altering import can_alter
from labeling.kernel.errors import Conflict
from labeling.policies import Access
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of

__all__ = ["preview_alterations"]

EXAMPLES = 6


def preview_alterations(
    *, access: Access, text: str, recipe: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return six tasks of a slice, drawn by the recipe's seed, before and after."""
    target = trainable_target(access)
    chosen = read_recipe(recipe)
    if not any(can_alter(field.type) for field in target.fields):
        raise Conflict(
            "Only pictures and texts can be altered, and this label is read from neither.",
            code="nothing_to_alter",
        )
    ids = np.array(taught_tasks(access, text).order_by("pk").values_list("pk", flat=True))
    drawn = np.random.default_rng(chosen.seed).permutation(ids)[:EXAMPLES]
    tasks = list(access.project.tasks.filter(pk__in=drawn.tolist()).order_by("pk"))
    if not tasks:
        return []
    shelf = shelf_for(access.project, ontology_of(access.project), tasks)
    return serving_client().alter(
        {
            "types": {field.name: field.type for field in target.fields},
            "tasks": [
                {
                    "id": task.pk,
                    "values": {
                        field.name: stored_value(field, task, shelf)
                        for field in target.fields
                        if can_alter(field.type)
                    },
                }
                for task in tasks
            ],
            "strength": chosen.strength,
            "mirror": chosen.mirror,
            "seed": chosen.seed,
        }
    )
