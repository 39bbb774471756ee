"""What people answered, where they differ."""

import pytest

from active_learning.selectors import labelled
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import learning_target
from labeling.models import Project
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": "good"}, {"id": "bad"}]}
    ],
}


def disputed() -> tuple[Project, list[int]]:
    """Two who agree and one who errs; of four tasks, only one good and the bad one spoke."""
    project = make_project(ontology=ONTOLOGY, settings={"overlap": 3})
    ann, cem, bob = [make_member(project) for _ in range(3)]
    for number in range(40):
        task, truth = make_task(project, f"letter {number}"), "good" if number % 2 else "bad"
        other = "bad" if truth == "good" else "good"
        for who in (ann, cem):
            make_annotation(task, who, answers={"mood": truth})
        make_annotation(task, bob, answers={"mood": other if number % 3 else truth})
    asked = [make_task(project, f"held {number}", is_holdout=True) for number in range(4)]
    for task in asked:
        make_annotation(task, ann, answers={"mood": "good"})
        make_annotation(task, bob, answers={"mood": "bad"})
    return project, [task.pk for task in asked]


def test_a_tasks_answer_is_the_same_whoever_asks_for_it() -> None:
    project, asked = disputed()
    target = learning_target(project)
    assert target is not None
    every = [one for one in labelled_tasks(project, target) if one.task_id in asked]
    assert [one.answer for one in every] == ["good"] * 4
    assert labelled_tasks(project, target, asked) == every


def test_of_a_large_project_only_the_tasks_in_question_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project, asked = disputed()
    target = learning_target(project)
    assert target is not None
    monkeypatch.setattr(labelled, "READ_WHOLE", 10)
    found = labelled_tasks(project, target, asked)
    assert [one.task_id for one in found] == asked
    assert all(one.soft is None for one in found)  # four tasks judge nobody
