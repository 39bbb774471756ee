"""What earlier queries of a project brought: by which a bandit chooses among strategies."""

from itertools import pairwise

from active_learning.models import QueryRound, RoundState
from active_learning.strategies.pool import Turn
from labeling.models import Project

__all__ = ["turns_of"]

MOST = 100


def turns_of(project: Project, *, label: str) -> list[Turn]:
    """Return each query's strategy with what the next model had right of the hold-out, in order.

    Versions of another question count as nothing.
    """
    rounds = (
        QueryRound.objects.filter(
            project=project, state=RoundState.DONE, version__label=label, version__holdout__gt=0
        )
        .order_by("-pk")
        .select_related("version")[:MOST]
    )
    turns = []
    for earlier, later in pairwise(reversed(rounds)):
        version = later.version
        if version is None or version.pk == earlier.version_id or version.accuracy is None:
            # A ranking alone: no labels came in between that could have taught anything.
            continue
        right = round(version.accuracy * version.holdout)
        turns.append(Turn(earlier.strategy, version.labels, right, version.holdout))
    return turns
