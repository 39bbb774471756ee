"""A round keeps what its version says of the hold-out, apart from every prediction."""

import pytest

from active_learning.models import ScoreSheet
from active_learning.selectors.acceptance_question import (
    Obstacle,
    acceptance_question,
    tallies_of,
)
from active_learning.selectors.score_sheets import Sheet
from labeling.models import Prediction, Task
from tests.active_learning.services.test_query_round import label, run, topics
from tests.factories.facts import make_access, make_annotation

pytestmark = pytest.mark.django_db


def test_a_round_judges_the_hold_out_and_counts_everything_else() -> None:
    project = topics()
    Task.objects.filter(pk__in=project.tasks.order_by("pk").values("pk")[:20]).update(
        is_holdout=True
    )
    label(project, 40)
    done = run(project)
    question = acceptance_question(project)
    assert not isinstance(question, Obstacle)
    sheet = question.sheet
    held = project.tasks.filter(is_holdout=True, annotation_count=1)
    assert sorted(sheet.ids.tolist()) == sorted(held.values_list("pk", flat=True))
    assert not Prediction.objects.filter(task__in=held).exists()
    assert done.version is not None
    assert sheet.answers == done.version.classes
    assert sheet.rows.sum(axis=1) == pytest.approx(1.0, abs=2e-3)
    assert sheet.gone.sum() == 40 - len(held)
    assert sheet.open.sum() == project.tasks.filter(annotation_count=0, is_holdout=False).count()
    assert question.held.is_wrong.mean() < 0.3
    merged = tallies_of(question, by_class=False)
    assert merged.sample.sum() == len(held)
    assert merged.open.shape[0] == 1


def test_a_label_that_came_after_the_round_waits_for_the_next_one() -> None:
    project = topics()
    label(project, 12)
    run(project)
    late = project.tasks.filter(annotation_count=0).first()
    assert late is not None
    Task.objects.filter(pk=late.pk).update(is_holdout=True)
    late.project = project
    make_annotation(late, make_access(project).user, answers={"topic": "food"})
    question = acceptance_question(project)
    assert not isinstance(question, Obstacle)
    assert late.pk not in question.sheet.ids
    run(project)
    question = acceptance_question(project)
    assert not isinstance(question, Obstacle)
    assert late.pk in question.sheet.ids


def test_what_is_packed_is_unpacked_alike() -> None:
    project = topics()
    label(project, 12)
    run(project)
    row = ScoreSheet.objects.get()
    sheet = Sheet.unpacked(row)
    assert Sheet.unpacked(ScoreSheet(answers=row.answers, arrays=sheet.packed())).open.tolist() == (
        sheet.open.tolist()
    )
