"""Gold is the truth everywhere: in the consensus, and in what a learner is taught."""

import pytest

from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import learning_target
from annotators.models import Consensus
from annotators.services.quality import refresh_quality
from labeling.models import Gold
from tests.factories.facts import make_annotation, make_project, make_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def gold():
    project = make_project(settings={"overlap": 3, "target_label": "mood"})
    task = make_task(project)
    for mood in ("pos", "pos", "neg"):
        make_annotation(task, mood=mood)
    Gold.objects.create(task=task, answers={"mood": "neg"})
    Gold.objects.create(task=make_task(project), answers={"mood": "neutral"})
    return task


def test_votes_do_not_overrule_a_truth(gold):
    refresh_quality(project=gold.project)
    row = Consensus.objects.get(task=gold, label="mood")
    assert (row.value, row.said, row.confidence, row.method) == ("neg", "neg", 1.0, "gold")


def test_a_learner_is_taught_the_truth_and_not_what_graded_people_said(gold):
    (found,) = labelled_tasks(gold.project, learning_target(gold.project))
    assert (found.task_id, found.answer, found.weight) == (gold.pk, "neg", 1.0)
