"""A task's agreement follows its answers, also when they are taken back."""

import pytest

from annotators.handlers import judge_task
from labeling.events import AnnotationChanged
from tests.factories.facts import make_annotation, make_project, make_task

pytestmark = pytest.mark.django_db


def test_agreement_goes_with_the_last_but_one_answer() -> None:
    project = make_project(settings={"overlap": 2})
    task = make_task(project)
    first, second = make_annotation(task, mood="pos"), make_annotation(task, mood="pos")
    judge_task(AnnotationChanged(project.pk, task.pk, second.pk))
    task.refresh_from_db()
    assert task.agreement == 1.0
    for annotation in (second, first):
        annotation.delete()
        task.annotation_count -= 1
        task.save()
        judge_task(AnnotationChanged(project.pk, task.pk, annotation.pk))
        task.refresh_from_db()
        assert task.agreement is None
