"""Which strategy chooses, among what, and what it is told of the past."""

from typing import Any

import pytest

from active_learning.models import ModelVersion, QueryRound, RoundState
from active_learning.selectors.turns import turns_of
from active_learning.services import selecting
from active_learning.strategies import STRATEGIES as KNOWN
from labeling.kernel.errors import BadInput
from labeling.models import Project
from labeling.models.policy import STRATEGIES
from tests.active_learning.services.test_query_round import label, run, topics, truth
from tests.factories.facts import make_access, make_annotation, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "auto"])
def test_every_strategy_of_the_settings_serves_a_round(name: str) -> None:
    assert name in KNOWN
    project = topics(strategy=name)
    label(project, 24)
    done = run(project)
    assert done.state == RoundState.DONE
    assert len(done.query) == 36
    assert done.strategy == KNOWN.get(name).name


def test_before_there_is_a_model_it_asks_for_typical_tasks_but_at_random_where_told() -> None:
    assert run(topics(strategy="badge")).strategy == "typiclust"
    assert run(topics(strategy="random")).strategy == "random"


def test_an_unknown_strategy_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="one of auto, margin"):
        topics(strategy="oracle")


def test_a_question_with_several_answers_keeps_its_own_margin() -> None:
    ontology: dict[str, Any] = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "tags", "on": "text", "kind": "multichoice",
                    "classes": [{"id": "animal"}, {"id": "food"}]}],
    }  # fmt: skip
    project = make_project(ontology=ontology, settings={"holdout_share": 0.0, "strategy": "badge"})
    for task in list(topics().tasks.all()):
        task.project = project
        task.save()
    access = make_access(project)
    for task in project.tasks.order_by("pk")[:30]:
        make_annotation(task, access.user, answers={"tags": [truth(task)]})
    assert run(project).strategy == "multilabel_margin"


def test_of_a_large_pool_candidates_of_every_rank_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selecting, "CANDIDATES", 20)
    project = topics(strategy="k_center")
    label(project, 24)
    done = run(project)
    places = {pick["task"] for pick in done.query}
    assert len(places) == 20


def a_round(project: Project, strategy: str, labels: int, right: int, **facts: Any) -> None:
    held = facts.pop("held", 20)
    number = ModelVersion.objects.count() + 1
    version = ModelVersion.objects.create(
        project=project, number=number, label="topic", kind="choice", classes=[], key="", path="",
        ontology_number=1, layout="", size_bytes=0, labels=labels, holdout=held,
        accuracy=right / held, trigger="labels",
    )  # fmt: skip
    QueryRound.objects.create(
        project=project, trigger="labels", strategy=strategy, version=version,
        **({"state": RoundState.DONE} | facts),
    )  # fmt: skip


def test_each_query_is_told_with_what_the_next_model_had_right() -> None:
    project = topics()
    a_round(project, "typiclust", 20, 10)
    a_round(project, "margin", 30, 13)
    a_round(project, "badge", 35, 1, state=RoundState.CANCELLED)
    a_round(project, "badge", 40, 15)
    told = [(t.strategy, t.labels, t.right, t.tested) for t in turns_of(project, label="topic")]
    assert told == [("typiclust", 30, 13, 20), ("margin", 40, 15, 20)]
    assert turns_of(project, label="another") == []


def test_auto_is_plain_margin_until_another_way_has_proved_better() -> None:
    project = topics()
    label(project, 24)
    labels, right = 8, 100
    a_round(project, "typiclust", labels, right, held=1000)
    for strategy, gain in (("margin", 10), ("badge", 100)) * 4:
        # What a query gained shows in the version of the round after it.
        QueryRound.objects.filter(pk=QueryRound.objects.latest("pk").pk).update(strategy=strategy)
        labels, right = labels * 2, right + gain
        a_round(project, "margin", labels, right, held=1000)
    assert run(project).strategy == "badge"
    QueryRound.objects.all().delete()
    assert run(project).strategy == "margin"
