"""Versions tried beside the one in use: who answers, what is counted, how a trial ends."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from active_learning.models import ModelVersion, Rollout
from active_learning.selectors.rollouts import rollout_as_json, running_rollout
from active_learning.selectors.versions import active_version
from active_learning.services import predicting, serving
from active_learning.services.predicting import predicted
from active_learning.services.rollouts import (
    collect_comparisons,
    promote_candidate,
    start_rollout,
    stop_rollout,
)
from active_learning.services.versions import activate_version
from active_learning.serving.bundle import bundle_key
from active_learning.serving.rollout import Route, merged, route
from labeling.kernel.errors import Conflict, NotFound
from labeling.models import Project
from tests.active_learning.serving.conftest import running_server, table_version
from tests.factories.facts import make_member, make_project

pytestmark = pytest.mark.django_db
INPUT = [{"row": [1]}]


@pytest.fixture(scope="module")
def address(models: Path) -> Iterator[str]:
    with running_server(models) as url:
        yield url


@pytest.fixture
def served(address: str, settings: Any) -> None:
    """One process serves all tests of this file; what it compared before is forgotten."""
    settings.SERVING_URL = address
    serving.serving_client().take_comparisons()


def stored(project: Project, number: int, content: bytes) -> ModelVersion:
    path = default_storage.save(f"models/{project.pk}/{number}", ContentFile(content))
    return ModelVersion.objects.create(
        project=project, number=number, label="kind", kind="choice", classes=["a", "b"],
        ontology_number=1, layout="x", key=bundle_key(content), path=path,
        size_bytes=len(content), labels=9, trigger="person", is_active=number == 1,
    )  # fmt: skip


@pytest.fixture
def two(models: Path) -> tuple[Project, ModelVersion, ModelVersion]:
    project = make_project()
    return (
        project,
        stored(project, 1, table_version(models, -2.0)),
        stored(project, 2, table_version(models, 2.0)),
    )


def started(two: Any, mode: str, share: float = 1.0) -> Rollout:
    project, _, candidate = two
    user = make_member(project)
    return start_rollout(
        project=project, candidate=candidate, mode=mode, share=share, user_id=user.pk
    )


def counted(rollout: Rollout, wanted: int) -> dict[str, Any]:
    while True:
        collect_comparisons()
        rollout.refresh_from_db()
        if rollout.counts and rollout.counts["compared"] >= wanted:
            return rollout_as_json(rollout)


@pytest.mark.usefixtures("served")
def test_a_shadow_never_answers_and_is_compared(two: Any) -> None:
    project, stable, _ = two
    rollout = started(two, "shadow")
    for _ in range(4):
        said = predicted(project, stable, INPUT)
        assert (said.version, said.answers[0]["value"]) == (stable, "a")
    found = counted(rollout, 3)
    assert found["agreement"] == 0.0
    assert found["stable"]["version"] == 1
    assert found["candidate"]["errors"] == 0
    assert found["candidate"]["mean_ms"] >= 0


@pytest.mark.usefixtures("served")
def test_a_canary_answers_its_share_and_the_stable_one_is_compared(
    two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, stable, candidate = two
    rollout = started(two, "canary", share=0.25)
    predicted(project, stable, INPUT)
    draws = iter([0.1, 0.3, 0.2, 0.9])
    monkeypatch.setattr(predicting.random, "random", lambda: next(draws))
    said = [predicted(project, stable, INPUT) for _ in range(4)]
    assert [one.version for one in said] == [candidate, stable, candidate, stable]
    assert [one.answers[0]["value"] for one in said] == ["b", "a", "b", "a"]
    assert counted(rollout, 2)["stable"]["inputs"] >= 2


@pytest.mark.usefixtures("served")
def test_a_canary_that_fails_is_answered_for(two: Any, models: Path) -> None:
    project, stable, candidate = two
    default_storage.delete(candidate.path)
    ModelVersion.objects.filter(pk=candidate.pk).update(key="0" * 32)
    candidate.refresh_from_db()
    started((project, stable, candidate), "canary")
    said = predicted(project, stable, INPUT)
    assert (said.version, said.answers[0]["value"]) == (stable, "a")


@pytest.mark.usefixtures("served")
def test_promoting_ends_the_trial_and_uses_the_version(two: Any) -> None:
    project, _, candidate = two
    rollout = started(two, "shadow")
    with pytest.raises(Conflict, match="already"):
        started(two, "canary")
    promote_candidate(project=project, user_id=make_member(project).pk)
    rollout.refresh_from_db()
    assert rollout.ended_at is not None
    assert active_version(project) == candidate
    with pytest.raises(NotFound):
        stop_rollout(project=project)


@pytest.mark.usefixtures("served")
def test_another_version_in_use_ends_the_trial(two: Any) -> None:
    project, _, candidate = two
    started(two, "canary")
    activate_version(project=project, version=candidate)
    assert predicted(project, candidate, INPUT).version == candidate
    collect_comparisons()
    assert running_rollout(project) is None


def test_the_version_in_use_is_not_tried_beside_itself(two: Any) -> None:
    project, stable, _ = two
    with pytest.raises(Conflict, match="another"):
        start_rollout(project=project, candidate=stable, mode="shadow", share=1, user_id=0)


def test_routes_and_sums() -> None:
    assert route("shadow", 0.5, 0.4) == Route(is_candidate=False, compares=True)
    assert route("canary", 0.5, 0.4) == Route(is_candidate=True, compares=True)
    assert route("canary", 0.5, 0.5) == Route(is_candidate=False, compares=False)
    one = {"stable": {"inputs": 1, "slowest_ms": 5.0}, "same": 1}
    other = {"stable": {"inputs": 2, "slowest_ms": 3.0}, "same": 2}
    assert merged(merged(None, one), other) == {
        "stable": {"inputs": 3, "slowest_ms": 5.0},
        "same": 3,
    }
