"""Which tasks a person may get next: one walk along an index, whatever the size of the project."""

import random
from collections.abc import Collection

from django.db.models import Exists, Max, Min, OuterRef, QuerySet

from labeling.models import Annotation, Project, Skip, Task, User


def fresh_candidates(
    project: Project, user: User, held: Collection[int], rng: random.Random
) -> QuerySet[Task]:
    """Return tasks that want labels and that the user neither answered, skipped nor holds."""
    skipped = Skip.objects.filter(task=OuterRef("pk"), user=user)
    open_tasks = _unanswered(project, user, held).filter(~Exists(skipped))
    match project.settings.order:
        case "uncertain":
            return open_tasks.order_by("-priority", "pk")
        case "random":
            return _from_somewhere(project, open_tasks, rng)
        case _:
            return open_tasks.order_by("pk")


def skipped_candidates(project: Project, user: User, held: Collection[int]) -> QuerySet[Task]:
    """Return what the user skipped once and may see a second, last time: oldest skip first."""
    return (
        _unanswered(project, user, held)
        .filter(skips__user=user, skips__times=1)
        .order_by("skips__pk")
    )


def _unanswered(project: Project, user: User, held: Collection[int]) -> QuerySet[Task]:
    answered = Annotation.objects.filter(task=OuterRef("pk"), annotator=user)
    tasks = project.tasks.filter(~Exists(answered), wants_labels=1)
    return tasks.exclude(pk__in=list(held)) if held else tasks


def _from_somewhere(project: Project, tasks: QuerySet[Task], rng: random.Random) -> QuerySet[Task]:
    """Start at a random id; a run of finished tasks makes its successor likelier, which is fine."""
    ends = project.tasks.filter(wants_labels=1).aggregate(low=Min("pk"), high=Max("pk"))
    if ends["low"] is None:
        return tasks.none()
    later = tasks.filter(pk__gte=rng.randint(ends["low"], ends["high"])).order_by("pk")
    return later if later.exists() else tasks.order_by("pk")
