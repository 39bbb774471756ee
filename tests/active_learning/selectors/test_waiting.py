"""What a project without a model waits for, and when a model's accuracy is told."""

import pytest
from django.core.cache import cache

from active_learning.models import ModelVersion
from active_learning.selectors.versions import summary_of
from active_learning.selectors.waiting import waits_for
from labeling.models import Job, JobState, Project, TaskLabel
from tests.factories.facts import make_annotation, make_project, make_task

pytestmark = pytest.mark.django_db

MOOD = {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": "a"}, {"id": "b"}]}
FIELDS = {"text": {"type": "text"}}


@pytest.fixture
def project() -> Project:
    return make_project(ontology={"fields": FIELDS, "labels": [MOOD]}, settings={})


def answer(project: Project, mood: str) -> None:
    task = make_task(project)
    make_annotation(task, mood=mood)
    TaskLabel.objects.get_or_create(project=project, task=task, label="mood", value=mood)


def test_the_first_labels_are_counted_down(project: Project) -> None:
    assert waits_for(project) == {"code": "labels", "params": {"count": 10}}
    answer(project, "a")
    answer(project, "b")
    assert waits_for(project) == {"code": "labels", "params": {"count": 8}}


def test_one_class_alone_needs_a_second(project: Project) -> None:
    for _ in range(12):
        answer(project, "a")
    assert waits_for(project) == {"code": "second_class", "params": {"class": "a"}}


def test_while_tasks_are_read_it_says_how_many(project: Project) -> None:
    Job.objects.create(
        name="active_learning.embed",
        kind="embed",
        project=project,
        state=JobState.RUNNING,
        done=1200,
        total=5000,
    )
    assert waits_for(project) == {"code": "reading", "params": {"done": 1200, "count": 5000}}


def test_nothing_to_learn_is_said() -> None:
    note = {"id": "note", "on": "text", "kind": "textarea"}
    assert waits_for(make_project(ontology={"fields": FIELDS, "labels": [note]})) == {"code": "off"}


@pytest.mark.parametrize(("holdout", "told"), [(4, None), (5, 0.8)])
def test_accuracy_is_told_from_five_held_out_tasks_on(
    project: Project, holdout: int, told: float | None
) -> None:
    cache.clear()
    ModelVersion.objects.create(
        project=project,
        number=1,
        label="mood",
        kind="choice",
        classes=["a", "b"],
        ontology_number=1,
        size_bytes=1,
        labels=20,
        holdout=holdout,
        accuracy=0.8,
        low=0.4,
        high=0.9,
        is_active=True,
    )
    summary = summary_of(project.pk)
    assert summary is not None
    assert (summary.model_version, summary.accuracy) == (1, told)
    assert summary.waits is None
