"""Starts a comparison of strategies on a project's own labels."""

from collections.abc import Sequence

from active_learning.models.strategy_replay import REPLAY_JOB
from active_learning.selectors.labelled import answered_tasks
from active_learning.selectors.replays import DEFAULT, LEAST_LABELS, REPLAYED
from active_learning.selectors.target import learning_target
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.jobs import enqueue
from labeling.models import Project

MOST_SEEDS = 10
SEEDS = 3


def request_replay(
    *,
    project: Project,
    user_id: int | None,
    strategies: Sequence[str] = DEFAULT,
    seeds: int = SEEDS,
) -> int:
    """Enqueue the replay, once while one waits, and return its job's id."""
    _check_asked(strategies, seeds)
    target = learning_target(project)
    if target is None or target.kind != "choice":
        raise Conflict(
            "Strategies can be compared where one class is chosen a task; choose such a label as "
            "target label in the settings.",
            code="nothing_to_replay",
        )
    labels = answered_tasks(project)
    if labels < LEAST_LABELS:
        raise Conflict(
            f"{labels} tasks are labelled; a comparison needs {LEAST_LABELS} at least.",
            code="too_few_labels",
        )
    return enqueue(
        REPLAY_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk, "strategies": list(strategies), "seeds": seeds},
        unique=f"replay:{project.pk}",
    )


def _check_asked(strategies: Sequence[str], seeds: int) -> None:
    unknown = [name for name in strategies if name not in REPLAYED]
    if unknown or not strategies:
        raise BadInput(
            f"`strategies` names {', '.join(unknown) or 'nothing'}; known are "
            f"{', '.join(REPLAYED)}.",
            errors=[{"pointer": "/strategies", "detail": "Name one of them at least."}],
        )
    if len(set(strategies)) != len(strategies):
        raise BadInput(
            "`strategies` names one twice.",
            errors=[{"pointer": "/strategies", "detail": "Name each once."}],
        )
    if not 1 <= seeds <= MOST_SEEDS:
        raise BadInput(
            f"`seeds` is a number from 1 to {MOST_SEEDS}.",
            errors=[{"pointer": "/seeds", "detail": f"{seeds} is out of range."}],
        )
