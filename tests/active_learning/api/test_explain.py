"""Why the model answers so: the words and squares on which an answer rests."""

import base64

import pytest

from labeling.models import Role
from tests.active_learning.api.test_prelabel import colours, picture, trained
from tests.active_learning.services.test_query_round import run, topics
from tests.factories.client import ApiClient
from tests.factories.facts import make_member

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("served")
def test_the_word_that_decides_weighs_most_and_tasks_are_explained_alike() -> None:
    project, client = trained()
    text = "Here is the tiger"
    path = f"/api/projects/{project.pk}/explain/"
    found = client.post(path, {"input": {"text": text}, "budget_ms": 5000}).json()
    assert (found["kind"], found["field"], found["class"]) == ("text", "text", "animal")
    assert (found["is_complete"], found["evaluations"]) == (True, 5)
    weights = {text[part["start"] : part["end"]]: part["weight"] for part in found["parts"]}
    assert max(weights, key=lambda word: weights[word]) == "tiger"
    assert weights["tiger"] > 0.05
    against = client.post(path, {"input": {"text": text}, "class": "food"}).json()
    assert min(against["parts"], key=lambda part: part["weight"])["start"] == text.index("tiger")
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    version = project.learned_versions.get()
    told = client.post(f"/api/tasks/{task.pk}/explain/", {"version": str(version.pk)}).json()
    assert told["text"] == task.data["text"]
    assert told["model_version"] == version.name


@pytest.mark.usefixtures("served")
def test_a_picture_is_explained_by_squares_and_time_ends_it() -> None:
    project = colours()
    run(project)
    client = ApiClient(make_member(project))
    red = base64.b64encode(picture((210, 20, 20))).decode()
    path = f"/api/projects/{project.pk}/explain/"
    found = client.post(path, {"input": {"image": red}, "budget_ms": 0.001}).json()
    assert (found["kind"], found["is_complete"], found["parts"]) == ("image", False, [])
    found = client.post(path, {"input": {"image": red}, "budget_ms": 5000}).json()
    area = sum(part["side"] ** 2 for part in found["parts"])
    assert area == pytest.approx(1)
    assert found["evaluations"] > 16


@pytest.mark.usefixtures("served")
def test_what_cannot_be_explained_says_why() -> None:
    project, client = trained()
    path = f"/api/projects/{project.pk}/explain/"
    for sent, code in (
        ({"input": {"text": "x"}, "class": "stone"}, "not_explained"),
        ({"input": {"data": {}}}, "not_explained"),
        ({"input": {"image": "aGk="}}, "bad_input"),
        ({"input": {"text": "x"}, "budget_ms": 60_000}, "bad_input"),
        ({"input": {"text": "x"}, "version": "999999"}, "not_found"),
        ([], "bad_input"),
    ):
        answer = client.post(path, sent)
        assert answer.json()["code"] == code, sent
    viewer = ApiClient(make_member(project, Role.VIEWER))
    assert viewer.post(path, {"input": {"text": "x"}}).status_code == 403


def test_without_a_model_there_is_nothing_to_explain() -> None:
    project = topics()
    client = ApiClient(make_member(project))
    answer = client.post(f"/api/projects/{project.pk}/explain/", {"input": {"text": "x"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_model")
