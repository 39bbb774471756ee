"""The pre-labeling call through the API and a real serving process."""

import base64
import io

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from labeling.models import Project, Role
from tests.active_learning.services.test_query_round import label, run, topics
from tests.factories.client import ApiClient
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_asset,
    make_member,
    make_project,
    make_task,
)

pytestmark = pytest.mark.django_db


def trained() -> tuple[Project, ApiClient]:
    project = topics()
    label(project, 20)
    run(project)
    return project, ApiClient(make_member(project))


def ask(client: ApiClient, project: Project, *inputs: object):
    return client.post(f"/api/projects/{project.pk}/prelabel/", {"inputs": list(inputs)})


@pytest.mark.usefixtures("served")
def test_a_text_is_answered_with_probabilities_and_doubt() -> None:
    project, client = trained()
    answer = ask(client, project, {"text": "I see a tiger"}, {"data": {"text": "They like soup"}})
    assert answer.status_code == 200
    body = answer.json()
    assert body["model_version"] == "penumbra-1"
    tiger, soup = body["results"]
    assert tiger["answers"] == {"topic": "animal"}
    assert soup["answers"] == {"topic": "food"}
    assert tiger["score"] == pytest.approx(tiger["probabilities"]["topic"]["animal"])
    assert tiger["ambiguous"] == (0.4 <= tiger["score"] <= 0.6)
    assert tiger["regions"] == []
    assert tiger["latency_ms"] >= 0


@pytest.mark.usefixtures("served")
def test_a_stored_task_is_answered_like_its_prediction() -> None:
    project, client = trained()
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    (result,) = client.post(f"/api/tasks/{task.pk}/prelabel/").json()["results"]
    stored = task.predictions.get()
    assert result["answers"] == stored.answers
    assert result["score"] == pytest.approx(stored.score, abs=0.01)


@pytest.mark.usefixtures("served")
def test_each_bad_input_has_its_own_error() -> None:
    project, client = trained()
    answer = ask(
        client, project, {"text": 3}, {"image": "aGk="}, {"nonsense": 1}, {"data": {"x": 1}}, [],
        {"text": "I see a cat"},
    )  # fmt: skip
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [r.get("error", {}).get("code") for r in results] == ["bad_input"] * 5 + [None]
    assert "reads no image" in results[1]["error"]["detail"]


@pytest.mark.parametrize("body", [{}, {"inputs": []}, {"inputs": "x"}, [], {"inputs": [{}] * 65}])
def test_a_body_that_is_no_list_of_inputs_is_refused(body: object) -> None:
    project = topics()
    client = ApiClient(make_member(project))
    answer = client.post(f"/api/projects/{project.pk}/prelabel/", body)
    assert answer.status_code == 400


def test_without_a_model_the_remedy_is_told() -> None:
    project = topics()
    answer = ask(ApiClient(make_member(project)), project, {"text": "x"})
    assert answer.status_code == 409
    assert answer.json()["code"] == "no_model"


def test_without_serving_the_call_is_unavailable_not_a_500(settings) -> None:
    settings.SERVING_URL = "http://127.0.0.1:9"
    project, client = trained()
    answer = ask(client, project, {"text": "x"})
    assert answer.status_code == 503
    assert "manage.py serv" in answer.json()["detail"]


def test_viewers_and_strangers_may_not_ask() -> None:
    project = topics()
    viewer = ApiClient(make_member(project, Role.VIEWER))
    stranger = ApiClient(make_access(make_project()).user)
    assert ask(viewer, project, {"text": "x"}).status_code == 403
    assert ask(stranger, project, {"text": "x"}).status_code == 404


def picture(colour: tuple[int, int, int]) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(buffer, "PNG")
    return buffer.getvalue()


def colours() -> Project:
    ontology = {
        "fields": {"photo": {"type": "image"}, "caption": {"type": "text"}},
        "labels": [
            {"id": "kind", "on": "photo", "kind": "choice",
             "classes": [{"id": "red"}, {"id": "blue"}]},
        ],
    }  # fmt: skip
    project = make_project(ontology=ontology, settings={"holdout_share": 0.0})
    access = make_access(project)
    for number in range(12):
        name = "red" if number % 2 else "blue"
        content = picture((200 + number, 20, 20) if name == "red" else (20, 20, 200 + number))
        path = default_storage.save(f"assets/test-{number}.png", ContentFile(content))
        asset = make_asset(project, path=path)
        data = {"photo": {"asset": asset.pk, "name": "p.png"}, "caption": f"number {number}"}
        task = make_task(project, data=data)
        if number < 8:
            make_annotation(task, access.user, answers={"kind": name})
    return project


@pytest.mark.usefixtures("served")
def test_an_image_beside_a_caption_is_learned_and_answered() -> None:
    project = colours()
    run(project)
    client = ApiClient(make_member(project))
    red = base64.b64encode(picture((222, 10, 10))).decode()
    answer = ask(client, project, {"image": red}, {"image": f"data:image/png;base64,{red}"})
    first, second = answer.json()["results"]
    assert first["answers"] == second["answers"] == {"kind": "red"}
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    (stored,) = client.post(f"/api/tasks/{task.pk}/prelabel/").json()["results"]
    assert stored["answers"] == task.predictions.get().answers


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/latest/", "http://localhost/x.png", "https://example.com/a.png"]
)
def test_urls_are_not_fetched_by_default(url: str) -> None:
    """Case O47."""
    project = colours()
    run(project)
    (result,) = ask(ApiClient(make_member(project)), project, {"image": url}).json()["results"]
    assert result["error"]["code"] == "refused_url"


@pytest.mark.usefixtures("served")
def test_spans_come_back_in_code_points() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "who", "on": "text", "kind": "span", "classes": [{"id": "person"}]}],
    }
    project = make_project(ontology=ontology, settings={"holdout_share": 0.0})
    access = make_access(project)
    names = ["Alice", "Robert", "Maria", "Henry", "Laura", "Peter", "Susan", "Frank"]
    for number, name in enumerate(names * 2):
        prefix = "💳 Today " if number % 2 else "Yesterday "
        task = make_task(project, f"{prefix}{name} went to the market")
        region = {
            "id": "r1", "label": "who", "on": "text", "class": "person",
            "geometry": {"start": len(prefix), "end": len(prefix) + len(name)},
        }  # fmt: skip
        make_annotation(task, access.user, regions=[region], answers={})
    waiting = make_task(project, "💳 Today Julia went to the market")
    run(project)
    (result,) = ask(
        ApiClient(make_member(project)), project, {"text": "💳 Today Julia went to the market"}
    ).json()["results"]
    (region,) = result["regions"]
    assert region["geometry"] == {"start": 8, "end": 13}
    assert region["class"] == "person"
    assert region["origin"] == {"kind": "prediction"}
    assert waiting.predictions.get().regions[0]["geometry"] == {"start": 8, "end": 13}
