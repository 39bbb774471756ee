"""A search of a training job: goes on where it was interrupted, begins where others ended."""

from collections.abc import Mapping
from typing import Any

from active_learning.models import RunState, TrainingRun
from active_learning.services.training_course import Listener
from active_learning.services.training_log import RunLog
from active_learning.training_jobs.epochs import Course
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.searching import Tried, search_recipe

__all__ = ["searched"]

EARLIER_RUNS = 5


def searched(
    row: TrainingRun, material: Material, recipe: Recipe, log: RunLog, listener: Listener
) -> Recipe:
    """Return the best recipe of the run's search and note it as the run's own."""

    def hear(tried: Tried) -> None:
        log.tried(tried.as_json())
        listener.tell(len(row.tried), row.trials, "searching")

    found = search_recipe(
        material,
        recipe,
        trials=row.trials,
        known=[Tried(**tried) for tried in row.tried],
        warm=_best_of_earlier(row),
        tell=hear,
        course=Course(should_stop=listener.should_stop),
    )
    row.recipe = found.recipe.as_json()
    row.save(update_fields=["recipe"])
    changed = {k: v for k, v in row.recipe.items() if v != recipe.as_json()[k]}
    log.say("searched", trials=len(found.trials), recipe=changed)
    return found.recipe


def _best_of_earlier(row: TrainingRun) -> list[Mapping[str, Any]]:
    """Return the numbers that won earlier searches for the same label, the newest first."""
    earlier = TrainingRun.objects.filter(
        project=row.project_id, label=row.label, trials__gt=0, state=RunState.DONE, pk__lt=row.pk
    ).order_by("-pk")[:EARLIER_RUNS]
    winners = []
    for run in earlier:
        done = [tried for tried in run.tried if tried["state"] == "done"]
        if done:
            winners.append(min(done, key=lambda tried: float(tried["loss"]))["params"])
    return winners
