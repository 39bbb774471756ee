"""The comparison of strategies over HTTP."""

import pytest

from active_learning.models import StrategyReplay
from active_learning.selectors.replays import REPLAYED
from active_learning.strategies import STRATEGIES
from labeling.models import Job, JobState, Project, Role
from tests.active_learning.services.test_query_round import label, run, topics
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def manager(project: Project) -> ApiClient:
    return ApiClient(make_member(project, Role.MANAGER))


def path(project: Project) -> str:
    return f"/api/projects/{project.pk}/learning/strategies/"


def test_every_strategy_on_offer_exists() -> None:
    assert [name for name in REPLAYED if name not in STRATEGIES] == []


def test_few_labels_say_how_many_are_needed() -> None:
    project = topics()
    label(project, 5)
    client = manager(project)
    shown = client.get(path(project)).json()
    assert (shown["state"], shown["labels"], shown["needed"]) == ("too_few", 5, 60)
    answer = client.post(path(project), {})
    assert answer.status_code == 409
    assert answer.json()["code"] == "too_few_labels"


def test_a_comparison_shows_what_each_strategy_would_have_needed() -> None:
    project = topics()
    run(project)
    label(project, 60)
    client = manager(project)
    answer = client.post(path(project), {"strategies": ["random", "margin"], "seeds": 2})
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    assert job.state == JobState.DONE, job.error
    shown = client.get(path(project)).json()
    assert shown["state"] == "ready"
    assert [row["strategy"] for row in shown["replay"]["outcomes"]] == ["random", "margin"]
    first = shown["replay"]["outcomes"][0]
    assert len(first["labels"]["counts"]) == 2
    assert first["curve"][0]["low"] <= first["curve"][0]["accuracy"] <= first["curve"][0]["high"]
    kept = StrategyReplay.objects.get(project=project)
    assert (kept.labels, kept.tested) == (60, 21)


def test_one_class_only_fails_the_job_with_a_reason() -> None:
    project = topics()
    run(project)
    label(project, 60, lambda task: "animal")
    answer = manager(project).post(path(project), {})
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    assert job.state == JobState.FAILED
    assert "one class" in job.error


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"strategies": ["witchcraft"]}, "/strategies"),
        ({"strategies": []}, "/strategies"),
        ({"strategies": ["margin", "margin"]}, "/strategies"),
        ({"seeds": 0}, "/seeds"),
    ],
)
def test_what_cannot_be_compared_is_named(asked: dict, pointer: str) -> None:
    project = topics()
    answer = manager(project).post(path(project), asked)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_a_project_without_a_choice_has_nothing_to_compare() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "note", "on": "text", "kind": "textarea"}],
    }
    project = make_project(ontology=ontology)
    client = manager(project)
    assert client.get(path(project)).json()["state"] == "off"
    assert client.post(path(project), {}).json()["code"] == "nothing_to_replay"


def test_annotators_may_look_but_not_start() -> None:
    project = topics()
    client = ApiClient(make_member(project, Role.ANNOTATOR))
    assert client.get(path(project)).status_code == 200
    assert client.post(path(project), {}).status_code == 403
