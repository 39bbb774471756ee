"""What the learning floor writes down: short, idempotent, and never over a person's word."""

import pytest

from labeling.models import Prediction
from labeling.services.learned_facts import (
    CHUNK,
    LearnedPrediction,
    LearnedPriority,
    clear_picks,
    drop_predictions,
    mark_holdout,
    write_predictions,
    write_priorities,
)
from tests.factories.facts import make_project, make_task

pytestmark = pytest.mark.django_db


def guess(task_id: int, score: float = 0.7) -> LearnedPrediction:
    return LearnedPrediction(
        task_id, score, 1 - score, False, {"mood": {"pos": score}}, (), {"mood": "pos"}
    )


def test_a_version_answers_once_and_may_be_written_again() -> None:
    project = make_project()
    task = make_task(project)
    for score in (0.7, 0.8):
        write_predictions(
            project=project, model_version="v", predictions=[guess(task.pk, score)], is_shown=True
        )
    task.refresh_from_db()
    assert task.predictions.get().score == 0.8
    assert (task.score, task.prediction_count) == (0.8, 1)
    assert task.predicted == {"mood": "pos"}


def test_a_version_that_is_not_shown_leaves_the_tasks_facts_alone() -> None:
    project = make_project()
    task = make_task(project)
    write_predictions(
        project=project, model_version="v", predictions=[guess(task.pk)], is_shown=False
    )
    task.refresh_from_db()
    assert (task.score, task.predicted, task.prediction_count) == (None, None, 1)


def test_priorities_of_people_and_of_other_projects_stay() -> None:
    project, other = make_project(), make_project()
    mine, urgent, foreign = make_task(project), make_task(project, priority=5.0), make_task(other)
    why = {"strategy": "margin"}
    write_priorities(
        project=project,
        priorities=[LearnedPriority(t.pk, 0.95, why) for t in (mine, urgent, foreign)],
    )
    for task in (mine, urgent, foreign):
        task.refresh_from_db()
    assert (mine.priority, mine.why) == (0.95, why)
    assert (urgent.priority, urgent.why) == (5.0, None)
    assert foreign.priority == 0.0


def test_old_picks_step_down_and_others_stay() -> None:
    project = make_project()
    pick, rest = make_task(project, priority=0.95, why={"a": 1}), make_task(project, priority=0.5)
    urgent = make_task(project, priority=9.0)
    clear_picks(project=project, above=0.9)
    for task in (pick, rest, urgent):
        task.refresh_from_db()
    assert (pick.priority, pick.why) == (0.0, None)
    assert (rest.priority, urgent.priority) == (0.5, 9.0)


def test_dropping_a_version_keeps_the_counts_right() -> None:
    project = make_project()
    task = make_task(project)
    for name in ("old", "new"):
        write_predictions(
            project=project, model_version=name, predictions=[guess(task.pk)], is_shown=True
        )
    assert drop_predictions(project=project, model_version="old") == 1
    assert drop_predictions(project=project, model_version="old") == 0
    task.refresh_from_db()
    assert task.prediction_count == 1
    assert Prediction.objects.get(task=task).model_version == "new"


def test_the_hold_out_is_marked_within_the_project_only() -> None:
    project, foreign = make_project(), make_task(make_project())
    task = make_task(project)
    mark_holdout(project=project, task_ids=[task.pk, foreign.pk])
    task.refresh_from_db()
    foreign.refresh_from_db()
    assert (task.is_holdout, foreign.is_holdout) == (True, False)


def test_a_long_transaction_is_refused() -> None:
    rows = [LearnedPriority(n, 0.5) for n in range(CHUNK + 1)]
    with pytest.raises(ValueError, match="at most 500"):
        write_priorities(project=make_project(), priorities=rows)
