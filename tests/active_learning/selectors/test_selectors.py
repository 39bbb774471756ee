"""What the learner reads: its question, people's answers, advice, spans of a deleted class."""

import pytest

from active_learning.learners.marked import Marked
from active_learning.models import ModelVersion
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.stopping import advise
from active_learning.selectors.target import learning_target
from labeling.models import Annotation, Project
from tests.factories.facts import make_annotation, make_project, make_task

CHOICE = {"id": "mood", "on": "text", "kind": "choice", "classes": [{"id": "a"}, {"id": "b"}]}
MULTI = {"id": "tags", "on": "text", "kind": "multichoice", "classes": [{"id": "x"}, {"id": "y"}]}
SPAN = {"id": "who", "on": "text", "kind": "span", "classes": [{"id": "person"}]}
POINTS = {"id": "object", "on": "photo", "kind": "keypoints", "classes": [{"id": "car"}]}


def project_of(*labels: dict, settings: dict | None = None) -> Project:
    fields = {"text": {"type": "text"}, "photo": {"type": "image"}, "sound": {"type": "audio"}}
    ontology = {"fields": fields, "labels": list(labels)}
    return make_project(ontology=ontology, settings=settings or {})


@pytest.mark.django_db
def test_the_first_learnable_label_is_the_target_and_its_field_comes_first() -> None:
    target = learning_target(project_of(POINTS, CHOICE, SPAN))
    assert target is not None
    assert target.label.id == "mood"
    assert [field.name for field in target.fields] == ["text", "photo", "sound"]


@pytest.mark.django_db
def test_the_chosen_label_is_the_target_and_spans_read_their_text_alone() -> None:
    target = learning_target(project_of(CHOICE, SPAN, settings={"target_label": "who"}))
    assert target is not None
    assert target.kind == "span"
    assert [field.name for field in target.fields] == ["text"]


@pytest.mark.django_db
def test_a_chosen_label_that_cannot_be_learned_turns_learning_off() -> None:
    assert learning_target(project_of(CHOICE, POINTS, settings={"target_label": "object"})) is None


@pytest.mark.django_db
def test_several_opinions_become_one_answer_weighted_by_agreement() -> None:
    project = project_of(CHOICE, settings={"overlap": 3})
    task = make_task(project)
    for mood in ("b", "a", "a"):
        make_annotation(task, mood=mood)
    (item,) = labelled_tasks(project, learning_target(project))
    assert item.answer == "a"
    assert item.weight == pytest.approx(2 / 3)


@pytest.mark.django_db
def test_rejected_answers_and_other_questions_do_not_count() -> None:
    project = project_of(CHOICE, MULTI)
    rejected, other = make_task(project), make_task(project)
    annotation = make_annotation(rejected, mood="a")
    Annotation.objects.filter(pk=annotation.pk).update(state="rejected")
    make_annotation(other, answers={"tags": ["x"]})
    assert labelled_tasks(project, learning_target(project)) == []


@pytest.mark.django_db
def test_sets_and_spans_are_read_as_such() -> None:
    project = project_of(MULTI)
    make_annotation(make_task(project), answers={"tags": ["y", "x"]})
    (item,) = labelled_tasks(project, learning_target(project))
    assert item.answer == frozenset({"x", "y"})
    project = project_of(SPAN)
    region = {"id": "r", "label": "who", "on": "text", "class": "person",
              "geometry": {"start": 0, "end": 1}}  # fmt: skip
    make_annotation(make_task(project), regions=[region], answers={})
    (item,) = labelled_tasks(project, learning_target(project))
    assert item.answer == (Marked("span", "person", {"start": 0, "end": 1}),)


def version(labels: int, accuracy: float | None, holdout: int = 100, low: float = 0.5):
    return ModelVersion(labels=labels, accuracy=accuracy, holdout=holdout, low=low)


@pytest.mark.parametrize(
    ("versions", "pool", "advice", "code"),
    [
        ([], True, "continue", "no_model"),
        ([version(500, 0.9)], False, "stop", "pool_empty"),
        ([version(20, 0.9)], True, "continue", "few_labels"),
        ([version(100, 0.9, holdout=5)], True, "continue", "too_few"),
        ([version(100, None)], True, "continue", "too_few"),
        ([version(100, 0.99, low=0.96)], True, "stop", "target"),
        ([version(100, 0.9), version(60, 0.8)], True, "continue", "rising"),
        ([version(100, 0.81), version(60, 0.8)], True, "slow", "flat"),
        ([version(100, 0.8), version(60, 0.8)], True, "stop", "flat"),
        ([version(100, 0.8), version(90, 0.7)], True, "continue", "few_labels"),
    ],
)
def test_advice_follows_the_measured_curve(versions, pool, advice, code) -> None:
    said = advise(versions, pool=pool)
    assert (said["advice"], said["why"]["code"]) == (advice, code)
