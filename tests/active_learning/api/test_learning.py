"""The learning page and its buttons over HTTP."""

import pytest
from django.utils import timezone

from active_learning.models import ModelVersion, QueryRound, RoundState
from labeling.models import Job, JobState, Project, Role
from labeling.services.ontologies import store_ontology
from tests.active_learning.services.test_query_round import ONTOLOGY, label, run, topics
from tests.factories.client import ApiClient
from tests.factories.facts import make_access, make_member, make_project

pytestmark = pytest.mark.django_db


def manager(project: Project) -> ApiClient:
    return ApiClient(make_member(project, Role.MANAGER))


def page(project: Project, client: ApiClient | None = None) -> dict:
    answer = (client or manager(project)).get(f"/api/projects/{project.pk}/learning/")
    assert answer.status_code == 200
    return answer.json()


def test_a_project_without_anything_to_learn_is_off() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "note", "on": "text", "kind": "textarea"}],
    }
    shown = page(make_project(ontology=ontology))
    assert shown["state"] == "off"
    assert shown["target"] is None


def test_a_new_project_is_cold_and_says_how_far_the_first_model_is() -> None:
    project = topics()
    run(project)
    label(project, 3)
    shown = page(project)
    assert shown["state"] == "cold"
    assert (shown["labels"], shown["new_labels"], shown["retrain_after"]) == (3, 3, 10)
    assert shown["target"]["label"] == "topic"
    assert [c["id"] for c in shown["target"]["classes"]] == ["animal", "food", "other"]
    assert shown["query"][0]["reason"]["code"] == "typical"
    assert shown["query"][0]["preview"]
    assert shown["stop"]["advice"] == "continue"
    assert shown["histogram"] is None


def test_a_model_shows_its_histogram_balance_versions_and_queue() -> None:
    project = topics(holdout_share=0.2)
    run(project)
    label(project, 30)
    run(project)
    shown = page(project)
    assert shown["state"] == "ready"
    assert len(shown["histogram"]["edges"]) == 21
    assert sum(shown["histogram"]["counts"]) == QueryRound.objects.latest("pk").pool
    assert shown["histogram"]["ambiguous"] == [0.4, 0.6]
    balance = {row["class"]: row for row in shown["balance"]}
    assert balance["animal"]["labelled"] + balance["food"]["labelled"] == 30
    (version,) = shown["versions"]
    assert version["active"] is True
    assert version["size_bytes"] > 1000
    assert version["low"] <= version["accuracy"] <= version["high"]
    assert shown["curve"][0]["labels"] == version["labels"]
    assert shown["labels"] + shown["holdout"] == 30
    assert {"task", "utility", "probability", "class", "strategy", "reason"} <= set(
        shown["query"][0]
    )


def test_answers_of_a_class_that_was_removed_are_labels_no_more() -> None:
    project = topics()
    label(project, 20)
    before = {row["class"]: row["labelled"] for row in page(project)["balance"]}
    (topic,) = ONTOLOGY["labels"]
    food = [one for one in topic["classes"] if one["id"] == "food"]
    store_ontology(
        project=project,
        document=ONTOLOGY | {"labels": [topic | {"classes": [*food, {"id": "plant"}]}]},
        actor_id=None,
    )
    project.save()
    shown = page(project)
    assert shown["labels"] + shown["holdout"] == before["food"] < 20
    assert {row["class"]: row["labelled"] for row in shown["balance"]} == {
        "food": before["food"],
        "plant": 0,
    }


def test_picks_that_were_answered_leave_the_queue() -> None:
    project = topics()
    run(project)
    first = page(project)["query"][0]["task"]
    label(project, 1)
    assert first not in [pick["task"] for pick in page(project)["query"]]


def test_train_answers_with_the_job_and_runs_it() -> None:
    project = topics()
    label(project, 12)
    answer = manager(project).post(f"/api/projects/{project.pk}/learning/train/")
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    assert job.state == JobState.DONE, job.error
    assert job.report["version"] == 1
    assert ModelVersion.objects.get(project=project).labels == 12


def test_another_version_can_be_used_again() -> None:
    project = topics()
    label(project, 12)
    first = run(project).version
    label(project, 6)
    run(project)
    assert first is not None
    path = f"/api/projects/{project.pk}/learning/versions/{first.pk}/activate/"
    assert manager(project).post(path).status_code == 202
    project.refresh_from_db()
    assert project.model_version == first.name
    assert ModelVersion.objects.get(project=project, is_active=True) == first


def test_a_version_of_another_project_does_not_exist() -> None:
    project = topics()
    label(project, 12)
    version = run(project).version
    assert version is not None
    other = make_project()
    path = f"/api/projects/{other.pk}/learning/versions/{version.pk}/activate/"
    assert manager(other).post(path).status_code == 404


def test_nothing_to_learn_is_a_plain_conflict() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "note", "on": "text", "kind": "textarea"}],
    }
    project = make_project(ontology=ontology)
    answer = manager(project).post(f"/api/projects/{project.pk}/learning/train/")
    assert answer.status_code == 409
    assert answer.json()["code"] == "nothing_to_learn"


@pytest.mark.parametrize("path", ["learning/train/", "learning/rank/"])
def test_annotators_may_not_train(path: str) -> None:
    project = topics()
    client = ApiClient(make_member(project, Role.ANNOTATOR))
    assert client.post(f"/api/projects/{project.pk}/{path}").status_code == 403


def test_strangers_see_nothing() -> None:
    project = topics()
    stranger = ApiClient(make_access(make_project()).user)
    assert stranger.get(f"/api/projects/{project.pk}/learning/").status_code == 404
    assert ApiClient().get(f"/api/projects/{project.pk}/learning/").status_code == 401


def test_the_page_costs_the_same_for_many_tasks(django_assert_max_num_queries) -> None:
    project = topics()
    run(project)
    client = manager(project)
    with django_assert_max_num_queries(25):
        page(project, client)


def test_a_failed_round_is_told_until_another_one_ends_well() -> None:
    project = topics()
    run(project)
    QueryRound.objects.create(
        project=project, trigger="labels", state=RoundState.FAILED, cause="disk_full",
        error="The disk is full.", finished_at=timezone.now(),
    )  # fmt: skip
    shown = page(project)
    assert (shown["failed"]["code"], shown["failed"]["detail"]) == (
        "disk_full",
        "The disk is full.",
    )
    assert shown["query"]
    run(project)
    assert page(project)["failed"] is None


def test_a_cancelled_round_leaves_the_last_query_shown() -> None:
    project = topics()
    run(project)
    QueryRound.objects.create(
        project=project, trigger="labels", state=RoundState.CANCELLED, finished_at=timezone.now()
    )
    assert page(project)["query"]
