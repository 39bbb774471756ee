"""What the learning floor writes down: short, idempotent, and never over a person's word."""

import pytest

from labeling.models import Prediction
from labeling.services.learned_facts import (
    CHUNK,
    LearnedPriority,
    clear_picks,
    drop_predictions,
    mark_holdout,
    write_priorities,
)
from tests.factories.facts import make_prediction, make_project, make_task

pytestmark = pytest.mark.django_db


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


def test_dropping_a_version_keeps_the_counts_right_and_other_projects_answers() -> None:
    project, foreign = make_project(), make_task(make_project())
    first, second = make_task(project), make_task(project)
    for task in (first, foreign, second):
        make_prediction(task, "old")
    make_prediction(second, "new")
    assert drop_predictions(project=project, model_version="old") == second.pk
    assert drop_predictions(project=project, model_version="old", after=second.pk) is None
    counts = {}
    for task in (first, second, foreign):
        task.refresh_from_db()
        counts[task.pk] = (task.prediction_count, task.predictions.count())
    assert counts == {first.pk: (0, 0), second.pk: (1, 1), foreign.pk: (0, 1)}
    assert Prediction.objects.get(task=second).model_version == "new"


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
