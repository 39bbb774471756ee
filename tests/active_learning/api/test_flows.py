"""Flows over the API: declared, told what is wrong with them, run, removed."""

import pytest

from active_learning.models import PrelabelerUse
from active_learning.prelabelers.registry import PRELABELERS
from labeling.models import Prediction, Role
from tests.active_learning.prelabelers import fake
from tests.factories.facts import make_member, make_project, make_task, make_user

pytestmark = pytest.mark.django_db
STEPS = [{"step": "model", "model": "fake"}, {"step": "keep", "classes": "car"}]
CARS = {"name": "Cars", "field": "text", "steps": STEPS}


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(PRELABELERS._items, "fake", fake.CARD)


@pytest.fixture
def made(api):
    owner = make_user()
    project = make_project(owner, settings={"holdout_share": 0.0})
    return api.as_(owner), project, f"/api/projects/{project.pk}/flows/"


def test_a_flow_is_declared_switched_on_and_proposes_like_a_prelabeler(made):
    client, project, base = made
    task = make_task(project, "a car and a bus")
    flow = client.post(base, CARS).json()
    assert flow["faults"] == []
    assert [node["gives"]["shape"] for node in flow["graph"]] == ["marks", "marks"]
    prelabelers = f"/api/projects/{project.pk}/prelabelers/"
    cards = client.get(prelabelers).json()["cards"]
    (shown,) = [card for card in cards if card["id"] == flow["prelabeler"]]
    assert (shown["title"], len(shown["flow"])) == ("Cars", 2)
    live = client.patch(f"{prelabelers}{shown['id']}/text/", {"is_on": True})
    assert live.status_code == 200, live.json()
    (prediction,) = Prediction.objects.filter(task=task)
    assert [(region["class"], region["geometry"]) for region in prediction.regions] == [
        ("car", {"start": 2, "end": 5})
    ]
    assert client.delete(f"{base}{flow['id']}/").json()["code"] == "flow_in_use"


def test_other_steps_have_every_task_asked_about_anew(made):
    client, project, base = made
    flow = client.post(base, CARS).json()
    use = PrelabelerUse.objects.create(project=project, prelabeler=flow["prelabeler"], field="text")
    own = f"{base}{flow['id']}/"
    client.patch(own, {"name": "Vehicles", "steps": STEPS[:1]})
    use.refresh_from_db()
    assert use.revision == 2
    assert client.get(base).json()["results"][0]["name"] == "Vehicles"
    assert client.delete(own).status_code == 204
    assert not PrelabelerUse.objects.filter(pk=use.pk).exists()


def test_what_is_no_flow_is_refused_and_nothing_is_kept(made):
    client, _, base = made
    for address in (base, f"{base}check/"):
        refused = client.post(address, CARS | {"steps": [{"step": "crop"}]})
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["pointer"] == "/steps/0"
    assert client.post(base, CARS | {"field": "x"}).json()["errors"][0]["pointer"] == "/field"
    assert client.get(base).json()["results"] == []
    client.post(base, CARS)
    assert client.post(base, CARS).json()["code"] == "flow_name_taken"


def test_a_flow_whose_model_is_gone_says_so_and_proposes_nothing(made, monkeypatch):
    client, project, base = made
    client.post(base, CARS)
    monkeypatch.delitem(PRELABELERS._items, "fake")
    (flow,) = client.get(base).json()["results"]
    assert (flow["prelabeler"], flow["faults"][0]["pointer"]) == (None, "/steps/0/model")
    page = client.get(f"/api/projects/{project.pk}/prelabelers/").json()
    assert "Cars" not in [card["title"] for card in page["cards"]]


def test_only_managers_declare_flows(made, api):
    _, project, base = made
    client = api.as_(make_member(project, Role.ANNOTATOR))
    assert client.post(base, CARS).status_code == 403
    assert client.get(base).status_code == 200
