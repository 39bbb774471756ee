"""Bulk writes of what a model says: idempotent, sparing, and never over a person's word."""

from typing import Any

import pytest
from django.utils import timezone

from labeling.models import Prediction, Project, Task
from labeling.services.learned_facts import CHUNK
from labeling.services.learned_scores import (
    LearnedAnswer,
    LearnedPlaces,
    write_answers,
    write_places,
)
from tests.factories.facts import make_prediction, make_project, make_task

pytestmark = pytest.mark.django_db


def store(project: Project, *tasks: Task, score: float = 0.7, **given: Any) -> None:
    answers = [
        LearnedAnswer(t.pk, score, 1 - score, False, {"mood": {"pos": score, "n\u00e9g\"": 0.1}},
                      [{"id": "r", "label": "mention"}], {"mood": "pos"})
        for t in tasks
    ]  # fmt: skip
    write_answers(
        project=project,
        answers=answers,
        now=timezone.now(),
        **({"model_version": "v"} | given),
    )


def place(
    project: Project, *tasks: Task, priority: float = 0.5, score: float = 0.7, is_shown: bool = True
) -> int:
    count = len(tasks)
    places = LearnedPlaces(
        [t.pk for t in tasks],
        [priority] * count,
        [score] * count,
        [1 - score] * count,
        [{"mood": "pos"}] * count,
    )
    return write_places(project=project, places=places, is_shown=is_shown)


def test_a_version_answers_once_and_may_be_written_again() -> None:
    project = make_project()
    task = make_task(project)
    for score in (0.7, 0.8):
        store(project, task, score=score)
    guess = task.predictions.get()
    assert (guess.score, guess.uncertainty, guess.is_ambiguous) == (0.8, pytest.approx(0.2), False)
    assert guess.probabilities == {"mood": {"pos": 0.8, 'n\u00e9g"': 0.1}}
    assert (guess.regions, guess.relations) == ([{"id": "r", "label": "mention"}], [])
    assert guess.answers == {"mood": "pos"}


def test_deleted_tasks_and_those_of_others_are_passed_over() -> None:
    project, foreign = make_project(), make_task(make_project())
    task, gone = make_task(project), make_task(project)
    Task.objects.filter(pk=gone.pk).delete()
    store(project, gone, task, foreign)
    assert [guess.task_id for guess in Prediction.objects.all()] == [task.pk]


def test_answers_of_older_versions_make_room_on_the_same_tasks_only() -> None:
    project = make_project()
    task, other = make_task(project), make_task(project)
    for each in (task, other):
        make_prediction(each, "old")
        make_prediction(each, "theirs")
    store(project, task, instead_of=["old"])
    assert set(task.predictions.values_list("model_version", flat=True)) == {"v", "theirs"}
    assert set(other.predictions.values_list("model_version", flat=True)) == {"old", "theirs"}


def test_places_show_guesses_count_predictions_and_end_a_pick() -> None:
    project = make_project()
    task = make_task(project, priority=0.95, why={"strategy": "margin"})
    store(project, task)
    assert place(project, task) == 1
    task.refresh_from_db()
    assert (task.priority, task.why) == (0.5, None)
    assert (task.score, task.uncertainty) == (0.7, pytest.approx(0.3))
    assert (task.predicted, task.prediction_count) == ({"mood": "pos"}, 1)


def test_what_is_there_already_is_not_written_again() -> None:
    project = make_project()
    task = make_task(project)
    store(project, task)
    assert place(project, task) == 1
    assert place(project, task, priority=0.501, score=0.701) == 0
    assert place(project, task, priority=0.51) == 1
    assert place(project, task, priority=0.51, score=0.71) == 1


def test_a_version_that_is_not_shown_only_orders() -> None:
    project = make_project()
    task = make_task(project)
    store(project, task)
    place(project, task, is_shown=False)
    task.refresh_from_db()
    assert (task.priority, task.score, task.predicted) == (0.5, None, None)
    assert task.prediction_count == 1


def test_priorities_of_people_and_tasks_of_other_projects_stay() -> None:
    project, other = make_project(), make_project()
    urgent, foreign = make_task(project, priority=5.0, why={"by": "me"}), make_task(other)
    place(project, urgent, foreign)
    urgent.refresh_from_db()
    foreign.refresh_from_db()
    assert (urgent.priority, urgent.why, urgent.score) == (5.0, {"by": "me"}, 0.7)
    assert (foreign.priority, foreign.score) == (0.0, None)


def test_no_tasks_are_no_error_and_too_many_are_refused() -> None:
    project = make_project()
    store(project)
    assert place(project) == 0
    many = LearnedPlaces(*([[0.0] * (CHUNK + 1)] * 4), [None] * (CHUNK + 1))
    with pytest.raises(ValueError, match="at most 500"):
        write_places(project=project, places=many, is_shown=True)
