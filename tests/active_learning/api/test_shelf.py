"""The shelf over HTTP: versions with lineage, promotion, holding, rolling back, archiving."""

from typing import Any

import pytest

from active_learning.models import ModelVersion, Promotion
from active_learning.selectors.promotions import is_held
from active_learning.services.lineage import note_lineage
from labeling.models import Job, Project, Role
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db
CLASSES = ["pos", "neg"]


@pytest.fixture(autouse=True)
def _weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions here have rows and no weights; a round after a promotion is another test's."""
    monkeypatch.setattr("active_learning.services.shelve.version_weights", lambda _: b"")
    monkeypatch.setattr("active_learning.services.versions.preload", lambda _: None)
    monkeypatch.setattr("active_learning.services.shelve.enqueue_round", _enqueued)


def _enqueued(*, project: Project, **_: Any) -> int:
    return Job.objects.create(name="round", kind="train", project=project).pk


def shelved(project: Project, number: int, **facts: Any) -> ModelVersion:
    version = ModelVersion.objects.create(
        project=project, number=number, size_bytes=9, labels=10 * number, path=f"none/{number}",
        **({"label": "mood", "kind": "choice", "classes": CLASSES, "ontology_number": 1,
            "layout": "one", "key": f"k{number}", "trigger": "job"} | facts),
    )  # fmt: skip
    note_lineage(version=version, snapshot=f"hash{number}", parent=None, parameters={"epochs": 3})
    return version


def entered(role: Role = Role.MANAGER) -> tuple[Project, ApiClient, str]:
    project = make_project()
    return project, ApiClient(make_member(project, role)), f"/api/projects/{project.pk}/models/"


def test_the_shelf_tells_where_each_version_came_from() -> None:
    project, client, path = entered(Role.VIEWER)
    shelved(project, 1)
    page = client.get(path).json()
    assert page["versions"][0]["snapshot"] == "hash1"
    assert page["versions"][0]["parameters"] == {"epochs": 3}
    assert page["versions"][0]["state"] == "shelf"
    assert page["may_train"] is False
    assert page["in_use"] is None


def test_a_promoted_version_is_held_rolled_back_and_released() -> None:
    project, client, path = entered()
    first, second = shelved(project, 1), shelved(project, 2)
    assert client.post(f"{path}{first.pk}/promote/", {}).status_code == 202
    assert client.post(f"{path}{second.pk}/promote/", {"hold": True}).status_code == 202
    assert is_held(project)
    page = client.get(path).json()
    assert page["in_use"]["held"] is True
    assert page["in_use"]["before"] == 1
    assert [v["state"] for v in page["versions"]] == ["in_use", "shelf"]
    answer = client.post(f"{path}roll-back/")
    assert (answer.status_code, answer.json()["version"]) == (202, 1)
    assert not is_held(project)
    assert Promotion.objects.filter(project=project).count() == 3
    refused = client.post(f"{path}release/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_held")


def test_what_is_in_use_cannot_be_archived_and_the_rest_comes_back() -> None:
    project, client, path = entered()
    first, second = shelved(project, 1), shelved(project, 2)
    client.post(f"{path}{first.pk}/promote/", {})
    refused = client.post(f"{path}{first.pk}/archive/")
    assert (refused.status_code, refused.json()["code"]) == (409, "in_use")
    assert client.post(f"{path}{second.pk}/archive/").status_code == 204
    assert client.get(path).json()["versions"][0]["state"] == "archived"
    assert client.post(f"{path}{second.pk}/restore/").status_code == 204
    assert client.get(path).json()["versions"][0]["state"] == "shelf"
    assert client.post(f"{path}{second.pk}/burn/").status_code == 404


def test_a_version_of_another_ontology_or_label_is_not_promoted() -> None:
    project, client, path = entered()
    other = shelved(project, 1, label="topic")
    gone = shelved(project, 2, classes=[*CLASSES, "gone"])
    assert client.post(f"{path}{other.pk}/promote/", {}).json()["code"] == "other_label"
    refused = client.post(f"{path}{gone.pk}/promote/", {}).json()
    assert refused["code"] == "other_ontology"
    assert "gone" in refused["detail"]
    assert not ModelVersion.objects.filter(is_active=True).exists()


def test_the_card_is_a_page_and_a_file() -> None:
    project, client, path = entered(Role.VIEWER)
    version = shelved(project, 1, accuracy=0.9, low=0.8, high=0.95, holdout=50)
    page = client.get(f"{path}{version.pk}/").json()
    assert "90.0%" in page["card"]
    assert page["precisions"][:3] == ["full", "weights", "torch"]  # then openvino, where it is
    file = client.get(f"{path}{version.pk}/card/")
    assert file.headers["Content-Type"].startswith("text/markdown")
    assert file.content.decode() == page["card"]
    assert client.get(f"{path}{version.pk}/exports/full/").status_code in (403, 404)


def test_a_slice_is_counted_before_it_is_ordered_and_a_bad_order_is_named() -> None:
    project, client, path = entered()
    for at in range(4):
        make_annotation(make_task(project, f"text {at}"), mood="pos")
    assert client.get(f"{path}slice/").json()["classes"] == {"pos": 4}
    assert client.get(f"{path}slice/?filter=nonsense = 1").status_code == 400
    refused = client.post(f"{path}runs/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "one_class")
    bad = client.post(f"{path}runs/", {"recipe": {"epochs": -1}}).json()
    assert bad["errors"][0]["pointer"] == "/recipe/epochs"
    assert client.post(f"{path}runs/", {"votes": "loud"}).status_code == 400
    form = client.get(f"{path}form/").json()
    assert form["learners"] == ["linear", "network", "rounds"]


def test_only_managers_train_and_promote() -> None:
    project, client, path = entered(Role.ANNOTATOR)
    version = shelved(project, 1)
    for asked in ("runs/", f"{version.pk}/promote/", f"{version.pk}/archive/", "roll-back/"):
        assert client.post(f"{path}{asked}", {}).status_code == 403
