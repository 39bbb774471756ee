"""Pre-labelers over HTTP: what fits, who may change it, what is refused."""

import pytest

from active_learning.models import PrelabelerUse
from active_learning.prelabelers.registry import PRELABELERS
from labeling.models import Prediction, Role
from tests.active_learning.prelabelers import fake
from tests.factories.facts import make_access, make_project, make_task, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(PRELABELERS._items, "fake", fake.CARD)


@pytest.fixture
def made(api):
    owner = make_user()
    project = make_project(owner, settings={"holdout_share": 0.0})
    return project, api.as_(owner), f"/api/projects/{project.pk}/prelabelers/"


def card_named(page, name):
    return next(card for card in page["cards"] if card["id"] == name)


def test_the_page_shows_what_fits_the_fields_and_labels_and_nothing_else(made):
    _, client, base = made
    page = client.get(base).data
    names = {card["id"] for card in page["cards"]}
    assert {"fake", "text_meaning", "text_entities", "functions"} <= names
    assert not names & {"image_objects", "document_layout"}
    card = card_named(page, "fake")
    assert card["use"] is None
    assert card["guess"] == [{"label": "mention", "classes": {"car": "car"}}]
    assert card["fills"] == ["mention"]


def test_switching_on_runs_it_and_the_page_tells_how_far(made):
    project, client, base = made
    task = make_task(project, "a car")
    answer = client.patch(f"{base}fake/text/", {"is_on": True})
    assert answer.status_code == 200
    assert Prediction.objects.get(task=task).regions[0]["class"] == "car"
    use = card_named(client.get(base).data, "fake")["use"]
    assert (use["is_on"], use["asked"], use["faults"]) == (True, 1, 0)


def test_a_try_tells_result_and_latency_and_shows_annotators_nothing(made):
    project, client, base = made
    task = make_task(project, "a car and a bus")
    bad = make_task(project, "raise")
    assert client.post(f"{base}fake/text/try/", {}).status_code == 202
    trial = card_named(client.get(base).data, "fake")["use"]["trial"]
    first, second = trial["tasks"]
    assert (first["task"], second["task"]) == (str(task.pk), str(bad.pk))
    assert [region["class"] for region in first["regions"]] == ["car"]
    assert first["unplaced"] == ["bus"]
    assert second["fault"]["code"] == "failed"
    assert trial["faults"] == 1
    assert not Prediction.objects.exists()
    assert not PrelabelerUse.objects.get().is_on


def test_functions_are_checked_when_they_are_sent_and_told_how_they_do(made):
    project, client, base = made
    tasks = [make_task(project, text) for text in ("how good", "so bad", "good or bad")]
    function = {"id": "f1", "label": "mood", "class": "pos", "kind": "words", "words": ["good"]}
    broken = {**function, "kind": "regex", "pattern": "("}
    answer = client.patch(f"{base}functions/text/", {"options": {"functions": [broken]}})
    assert answer.status_code == 400
    assert answer.data["errors"][0]["pointer"] == "/options/functions/0/pattern"
    other = {**function, "id": "f2", "class": "neg", "words": ["bad"]}
    changes = {"is_on": True, "options": {"functions": [function, other]}}
    assert client.patch(f"{base}functions/text/", changes).status_code == 200
    said = {p.task_id: p.answers["mood"] for p in Prediction.objects.all()}
    assert (said[tasks[0].pk], said[tasks[1].pk]) == ("pos", "neg")
    figures = card_named(client.get(base).data, "functions")["use"]["functions"]["f1"]
    assert (figures["votes"], figures["conflict"]) == (2, 0.5)


def test_only_managers_change_it_and_strangers_do_not_know_of_it(made, api):
    project, _, base = made
    annotator = make_access(project, Role.ANNOTATOR).user
    client = api.as_(annotator)
    assert client.get(base).data["can_change"] is False
    assert client.patch(f"{base}fake/text/", {"is_on": True}).status_code == 403
    assert api.as_(make_user()).get(base).status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("nothing/text/", {"is_on": True}, 404),
        ("fake/nothing/", {"is_on": True}, 404),
        ("image_objects/text/", {"is_on": True}, 409),
        ("fake/text/", {"least": 2}, 400),
        ("fake/text/", {"places": "all"}, 400),
        ("fake/text/", {"places": [{"label": "mood"}]}, 400),
        ("functions/text/", {"options": {"functions": "x"}}, 400),
    ],
)
def test_what_does_not_exist_or_fit_is_refused(made, path, body, status):
    _, client, base = made
    assert client.patch(base + path, body).status_code == status
    assert not PrelabelerUse.objects.filter(is_on=True).exists()


def test_a_missing_package_is_named(made, monkeypatch):
    _, client, base = made
    from dataclasses import replace

    from active_learning.prelabelers.base import Need

    lacking = replace(fake.CARD, needs=(Need("no_such_module", "no-such-package"),))
    monkeypatch.setitem(PRELABELERS._items, "fake", lacking)
    answer = client.patch(f"{base}fake/text/", {"is_on": True})
    assert (answer.status_code, answer.data["code"]) == (409, "needs_missing")
    assert "no-such-package" in answer.data["detail"]
    assert card_named(client.get(base).data, "fake")["missing"] == ["no-such-package"]
