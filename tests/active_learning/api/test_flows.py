"""Flows over the API: declared, told what is wrong with them, run, removed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from active_learning.models import PrelabelerUse
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.services.prelabel_pool import ask_anew, forget_uses
from labeling.kernel.errors import Conflict
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


def test_a_flow_asks_anew_when_a_model_of_its_steps_is_another(made):
    client, project, base = made
    flow = client.post(base, CARS).json()
    use = PrelabelerUse.objects.create(project=project, prelabeler=flow["prelabeler"], field="text")
    ask_anew(project=project, prelabeler="fake")
    ask_anew(project=project, prelabeler="text_entities")
    use.refresh_from_db()
    assert (use.revision, use.is_stale) == (2, True)


def test_a_model_that_a_live_flow_asks_does_not_go(made):
    client, project, base = made
    flow = client.post(base, CARS).json()
    use = PrelabelerUse.objects.create(
        project=project, prelabeler=flow["prelabeler"], field="text", is_on=True
    )
    with pytest.raises(Conflict) as refused:
        forget_uses(project=project, prelabeler="fake", code="plugged_in_use")
    assert (refused.value.code, refused.value.extra) == (
        "asked_by_flow",
        {"params": {"flow": "Cars"}},
    )
    PrelabelerUse.objects.filter(pk=use.pk).update(is_on=False)
    forget_uses(project=project, prelabeler="fake", code="plugged_in_use")


def test_the_page_of_prelabelers_costs_the_same_for_many_flows(made, django_assert_num_queries):
    client, project, base = made
    page = f"/api/projects/{project.pk}/prelabelers/"
    client.post(base, CARS)
    client.get(page)
    with CaptureQueriesContext(connection) as asked:
        client.get(page)
    few = [query["sql"] for query in asked]
    for number in range(4):
        client.post(base, CARS | {"name": f"Cars {number}"})
    with django_assert_num_queries(len(few)):
        cards = client.get(page).json()["cards"]
    assert len([card for card in cards if card["flow"]]) == 5
    assert len([sql for sql in few if "prelabelflow" in sql]) == 1
    assert len([sql for sql in few if "pluggedmodel" in sql]) == 1


def test_only_recipes_that_fill_a_label_are_offered(made, api):
    client, _, base = made
    assert [recipe["id"] for recipe in client.get(base).json()["recipes"]] == [
        "entities_by_meaning"
    ]
    document = {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {
                "id": "mood",
                "on": "text",
                "kind": "choice",
                "classes": [{"id": "good"}, {"id": "bad"}],
            }
        ],
    }
    owner = make_user()
    other = make_project(owner, ontology=document)
    recipes = api.as_(owner).get(f"/api/projects/{other.pk}/flows/").json()["recipes"]
    assert recipes == []
