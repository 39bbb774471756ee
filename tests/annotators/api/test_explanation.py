"""A task's consensus is explained to those who may see who said what."""

import pytest

from annotators.services.quality import refresh_quality
from labeling.models import Role
from tests.factories.facts import (
    make_annotation,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project(settings={"overlap": 3})


@pytest.fixture
def people(project):
    return [make_member(project, user=make_user(name)) for name in ("ann", "bob", "cy")]


@pytest.fixture
def task(project, people):
    for _ in range(4):
        other = make_task(project)
        for who in people:
            make_annotation(other, who, mood="neg")
    task = make_task(project)
    for who, mood in zip(people, ("pos", "pos", "neg"), strict=True):
        make_annotation(task, who, mood=mood)
    refresh_quality(project=project)
    return task


def test_every_vote_is_shown_with_its_weight(project, task, api):
    manager = api.as_(make_member(project, Role.MANAGER))
    [mood] = manager.get(f"/api/tasks/{task.pk}/consensus/").json()
    assert (mood["label"], mood["said"], mood["method"]) == ("mood", "pos", "auto")
    voices = {voice["user"]["username"]: voice for voice in mood["voices"]}
    assert [voices[name]["supports"] for name in ("ann", "bob", "cy")] == [True, True, False]
    assert voices["cy"]["weight"] < voices["ann"]["weight"] <= 1
    assert mood["posterior"]["pos"] == pytest.approx(mood["confidence"], abs=1e-3)
    assert sum(mood["members"].values()) == pytest.approx(1, abs=0.01)


def test_annotators_may_not_see_who_said_what(project, people, task, api):
    assert api.as_(people[0]).get(f"/api/tasks/{task.pk}/consensus/").status_code == 403
    assert api.as_(make_user()).get(f"/api/tasks/{task.pk}/consensus/").status_code == 404


def test_a_task_that_nobody_answered_has_nothing_to_explain(project, api):
    manager = api.as_(make_member(project, Role.MANAGER))
    assert manager.get(f"/api/tasks/{make_task(project).pk}/consensus/").json() == []
