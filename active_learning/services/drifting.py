"""Whether tasks that came since the last round are unlike those it knew."""

from dataclasses import asdict
from typing import Any

import numpy as np

from active_learning.drift import Population, Shift, compare, describe
from active_learning.models import QueryRound, RoundState
from active_learning.selectors.vectors import newest_vector, some_vectors
from active_learning.services.training import Lesson

__all__ = ["drift_since", "population_seen"]

MOST_SEEN, MOST_NEW = 4_000, 2_000


def population_seen(*, lesson: Lesson, rng: np.random.Generator) -> dict[str, Any] | None:
    """Return what a round keeps of the tasks it knows: some hundred numbers, as JSON."""
    project, layout = lesson.project, lesson.layout.id
    last = newest_vector(project, layout)
    population = describe(some_vectors(project, layout, after=0, most=MOST_SEEN, rng=rng))
    if population is None:
        return None
    return {"layout": layout, "task": last, **asdict(population)}


def drift_since(*, lesson: Lesson, rng: np.random.Generator) -> Shift | None:
    """Compare the tasks behind the last whole round with those it knew; None of too few."""
    rounds = QueryRound.objects.filter(project=lesson.project, state=RoundState.DONE)
    seen = rounds.order_by("-pk").values_list("seen", flat=True).first()
    if not seen or seen["layout"] != lesson.layout.id:
        return None
    known = Population(seen["count"], seen["width"], tuple(seen["mean"]))
    new = some_vectors(lesson.project, lesson.layout.id, after=seen["task"], most=MOST_NEW, rng=rng)
    return compare(known, new) if len(new) else None
