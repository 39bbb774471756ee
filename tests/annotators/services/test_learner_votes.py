"""The learner votes with people where they did not see what it says."""

import pytest

from annotators.models import Consensus
from annotators.services.quality import refresh_quality
from labeling.models import Prediction
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db
SURE = {"mood": {"pos": 0.96, "neg": 0.02, "neutral": 0.02}}


def judged(*, prelabel, before=True):
    project = make_project(settings={"overlap": 2, "prelabel": prelabel})
    people = [make_member(project) for _ in range(2)]
    for mood in ("pos", "neg", "neutral") * 4:
        task = make_task(project)
        right = {"mood": {name: 0.96 if name == mood else 0.02 for name in SURE["mood"]}}
        Prediction.objects.create(task=task, model_version="v1", probabilities=right)
        for who in people:
            make_annotation(task, who, mood=mood)
    torn = make_task(project)
    if before:
        Prediction.objects.create(task=torn, model_version="v1", probabilities=SURE)
    make_annotation(torn, people[0], mood="pos")
    make_annotation(torn, people[1], mood="neg")
    if not before:
        Prediction.objects.create(task=torn, model_version="v1", probabilities=SURE)
    refresh_quality(project=project)
    return Consensus.objects.get(task=torn)


def test_it_decides_between_two_people_and_is_named():
    row = judged(prelabel=False)
    assert (row.value, row.model_version) == ("pos", "v1")
    assert row.confidence > 0.8


def test_it_is_silent_where_people_saw_its_answer():
    row = judged(prelabel=True)
    assert row.model_version == ""
    assert row.confidence < 0.8


def test_what_it_said_after_the_answers_does_not_count():
    assert judged(prelabel=False, before=False).model_version == ""
