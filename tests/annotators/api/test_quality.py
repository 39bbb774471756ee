"""The quality endpoints: who may see them, what they say."""

import pytest

from labeling.models import Gold, Role
from tests.factories.facts import (
    make_annotation,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db
PATHS = ("annotators", "agreement", "consensus")


@pytest.fixture
def project():
    return make_project(settings={"overlap": 2})


@pytest.fixture
def answered(project):
    ann, bob = (make_member(project, user=make_user(name)) for name in ("ann", "bob"))
    for mood in ("pos", "neg", "pos"):
        task = make_task(project)
        make_annotation(task, ann, mood=mood)
        make_annotation(task, bob, mood="pos")
    return ann, bob


@pytest.fixture
def manager(project, api):
    return api.as_(make_member(project, Role.MANAGER))


@pytest.mark.parametrize("path", PATHS)
def test_outsiders_get_404_and_annotators_403(project, api, path):
    url = f"/api/projects/{project.pk}/{path}/"
    assert api.as_(make_user()).get(url).status_code == 404
    assert api.as_(make_member(project, Role.ANNOTATOR)).get(url).status_code == 403
    assert api.as_(make_member(project, Role.REVIEWER)).get(url).status_code == 200


def test_annotators_are_listed_with_count_and_agreement(project, answered, manager):
    rows = manager.get(f"/api/projects/{project.pk}/annotators/").json()
    by_name = {row["user"]["username"]: row for row in rows}
    assert by_name["ann"]["count"] == 3
    assert by_name["ann"]["agreement"] == pytest.approx(2 / 3)
    assert by_name["ann"]["agreement_n"] == 3
    assert by_name["ann"]["gold_accuracy"] is None


def test_accuracy_on_gold_has_an_interval(project, answered, manager):
    for task in project.tasks.all():
        Gold.objects.create(task=task, answers={"mood": "pos"})
    rows = manager.get(f"/api/projects/{project.pk}/annotators/").json()
    by_name = {row["user"]["username"]: row for row in rows}
    assert by_name["bob"]["gold_accuracy"] == 1.0
    assert by_name["ann"]["gold_accuracy"] == pytest.approx(2 / 3)
    assert by_name["ann"]["gold_low"] < 2 / 3 < by_name["ann"]["gold_high"]


def test_agreement_names_people_and_metric(project, answered, manager):
    body = manager.get(f"/api/projects/{project.pk}/agreement/").json()
    mood = next(row for row in body["labels"] if row["label"] == "mood")
    assert mood["metric"] == "krippendorff_alpha"
    assert {body["pairs"][0]["a"]["username"], body["pairs"][0]["b"]["username"]} == {"ann", "bob"}


def test_consensus_is_a_keyset_list(project, answered, manager):
    first = manager.get(f"/api/projects/{project.pk}/consensus/?limit=2").json()
    assert len(first["results"]) == 2
    second = manager.get(first["next"]).json()
    assert len(second["results"]) == 1
    assert {row["label"] for row in first["results"] + second["results"]} == {"mood"}


def test_an_answer_of_one_person_is_no_consensus(project, answered, manager):
    make_annotation(make_task(project), answered[0], mood="pos")
    rows = manager.get(f"/api/projects/{project.pk}/consensus/").json()["results"]
    assert [row["votes"] for row in rows] == [2, 2, 2]


def test_the_annotator_table_takes_few_queries(
    project, answered, manager, django_assert_max_num_queries
):
    manager.get(f"/api/projects/{project.pk}/annotators/")
    with django_assert_max_num_queries(16):
        manager.get(f"/api/projects/{project.pk}/annotators/")
