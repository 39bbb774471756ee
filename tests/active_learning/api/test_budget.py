"""The budget planner over HTTP."""

from datetime import timedelta

import pytest
from django.utils import timezone

from active_learning.models import LabelErrorSearch, LabelFinding, ModelVersion
from labeling.models import Annotation
from tests.factories.facts import make_access, make_annotation, make_project, make_tasks, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project(make_user())


def measure(project, labels, accuracy, holdout=300, label="mood"):
    ModelVersion.objects.create(
        project=project, number=labels, label=label, kind="choice", classes=["pos", "neg"],
        ontology_number=1, layout="x", key="k", path="p", size_bytes=1, labels=labels,
        holdout=holdout, accuracy=accuracy, low=accuracy - 0.03, high=accuracy + 0.03,
        trigger="labels",
    )  # fmt: skip


def plan(api, project, query=""):
    owner = project.memberships.get(role="owner").user
    return api.as_(owner).get(f"/api/projects/{project.pk}/learning/plan/{query}")


def test_without_models_nothing_is_promised(api, project):
    found = plan(api, project).data
    assert (found["forecast"], found["spends"]) == (None, [])
    assert found["target"] == 0.95
    assert found["pace"]["label_s"] is None


def test_a_measured_curve_leads_to_labels_and_hours(api, project):
    for labels in range(50, 550, 50):
        measure(project, labels, 0.95 - 2.2 * labels**-0.5)
    tasks = make_tasks(project, 40)
    access = make_access(project)
    for task in tasks[:10]:
        make_annotation(task, access.user)
    Annotation.objects.filter(project=project).update(lead_time=20.0)
    found = plan(api, project, "?target=0.88").data
    need = found["forecast"]["need"]
    assert need["low"] <= need["more"]
    assert 100 < need["more"] < 4000
    assert found["pace"]["label_s"] == 20.0
    assert found["forecast"]["hours"]["more"] == pytest.approx(need["more"] * 20 / 3600, abs=0.01)
    assert found["pool"] == 30
    assert [(spend["kind"], spend["labels"]) for spend in found["spends"]] == [("label", 30)]
    curve = found["forecast"]["curve"]
    assert all(p["low"] <= p["value"] <= p["high"] for p in curve)
    assert curve[0]["labels"] == 500
    assert curve[-1]["labels"] >= 500 + need["more"]
    assert [point["labels"] for point in found["forecast"]["points"]] == list(range(50, 550, 50))
    assert plan(api, project, "?target=0.5").data["forecast"]["need"]["more"] == 0


def test_versions_that_answered_another_question_are_left_out(api, project):
    for labels in range(50, 550, 50):
        measure(project, labels, 0.9, label="other")
    assert plan(api, project).data["forecast"] is None


@pytest.mark.parametrize("target", ["high", "0", "1", "nan", "-2", "1e9"])
def test_a_target_that_is_no_accuracy_is_refused(api, project, target):
    answer = plan(api, project, f"?target={target}")
    assert answer.status_code == 400
    assert "such as 0.95" in answer.data["detail"]


def test_the_pace_of_reviewing_is_the_median_gap_between_decisions(api, project):
    search = LabelErrorSearch.objects.create(
        project=project, label="mood", ontology_number=1, last_annotation=0, annotations=4,
        found=4, source="cross_fitting",
    )  # fmt: skip
    access = make_access(project)
    now = timezone.now()
    # A break of an hour between the second and the third is no decision that took an hour.
    for task, seconds in zip(make_tasks(project, 4), (0, 6, 3606, 3610), strict=True):
        annotation = make_annotation(task, access.user)
        LabelFinding.objects.create(
            project=project, search=search, task=task, annotation=annotation, revision=1,
            kind="class", label="mood", given="pos", suggested="neg", score=0.1, probability=0.9,
            state="kept", decided_by=access.user, decided_at=now + timedelta(seconds=seconds),
        )  # fmt: skip
    assert plan(api, project).data["pace"]["review_s"] == 5.0
