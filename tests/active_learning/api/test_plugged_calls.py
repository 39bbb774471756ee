"""A brought model that was chosen answers the pre-labeling call, and Label Studio."""

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from active_learning.plugged.desk import DeskBusy, PluggedDesk
from active_learning.services import prelabel_plugged
from labeling.models import Project, Role
from tests.active_learning.api.test_plugged import head, send
from tests.active_learning.plugged.servers import fake_server
from tests.factories.client import ApiClient
from tests.factories.facts import IMAGE_ONTOLOGY, make_member, make_project, make_task, make_user

pytestmark = pytest.mark.django_db
CONFIG = """<View><Text name="shown" value="$body"/><Choices name="feel" toName="shown">
<Choice value="neg"/><Choice value="pos"/></Choices></View>"""


@pytest.fixture(autouse=True)
def _desk_is_cleared():
    yield
    prelabel_plugged.plugged_desk().close()


def chosen(models: Path) -> tuple[Project, ApiClient, str]:
    """A head that always says `pos` by 0.88, chosen to answer."""
    owner = make_user()
    project = make_project(owner, settings={"holdout_share": 0.0})
    client = ApiClient(owner)
    base = f"/api/projects/{project.pk}/plugged/"
    one = f"{base}{send(client, base, head()).json()['id']}/"
    early = client.patch(one, {"answers_calls": True})
    assert (early.status_code, early.json()["code"]) == (409, "not_opened")
    suggested = client.get(one).json()["suggested"]
    client.patch(one, {"declaration": suggested | {"classes": ["neg", "pos"]}})
    found = client.patch(one, {"answers_calls": True}).json()
    assert found["answers_calls"] is True
    return project, client, one


def test_a_chosen_file_answers_inputs_tasks_and_label_studio(models: Path) -> None:
    project, client, one = chosen(models)
    task = make_task(project, "I like it")
    annotator = ApiClient(make_member(project, Role.ANNOTATOR))
    path = f"/api/projects/{project.pk}/prelabel/"
    inputs: list[dict[str, Any]] = [{"text": "fine"}, {"image": "aGk="}, {"data": {}}]
    body = annotator.post(path, {"inputs": inputs}).json()
    good, wrong, empty = body["results"]
    assert body["model_version"].startswith("plugged-")
    assert good["answers"] == {"mood": "pos"}
    assert good["score"] == pytest.approx(0.88, abs=0.01)
    assert good["probabilities"]["mood"]["pos"] == good["score"]
    assert (good["encoder"], good["ambiguous"], good["regions"]) == ("plugged", False, [])
    assert "reads no image" in wrong["error"]["detail"]
    assert "not there" in empty["error"]["detail"]
    (stored,) = annotator.post(f"/api/tasks/{task.pk}/prelabel/").json()["results"]
    assert stored["answers"] == {"mood": "pos"}
    assert not task.predictions.exists()
    late = annotator.post(path, {"inputs": inputs[:1], "deadline_ms": 0.001}).json()
    assert late["results"][0]["error"]["code"] == "too_late"
    sent = {"tasks": [{"id": 1, "data": {"body": "fine"}}], "label_config": CONFIG}
    (theirs,) = client.post(f"/api/ls-ml/{project.pk}/predict", sent).json()["results"]
    assert theirs["result"][0]["value"] == {"choices": ["pos"]}
    assert (theirs["result"][0]["from_name"], theirs["result"][0]["to_name"]) == ("feel", "shown")
    assert client.delete(one).json()["code"] == "plugged_answers_calls"
    client.patch(one, {"answers_calls": False})
    assert annotator.post(path, {"inputs": inputs[:1]}).json()["code"] == "no_model"
    assert client.delete(one).status_code == 204


def test_one_model_of_a_project_answers_and_a_server_may(settings) -> None:
    owner = make_user()
    project = make_project(owner, ontology=IMAGE_ONTOLOGY)
    client, base = ApiClient(owner), f"/api/projects/{project.pk}/plugged/"
    with fake_server() as server:
        settings.MODEL_HOSTS = frozenset({server.host})
        ids = []
        for name in ("one", "two"):
            sent = {"name": name, "field": "photo", "kind": "http", "url": f"{server.url}/{name}"}
            ids.append(client.post(base, sent).json()["id"])
            client.patch(f"{base}{ids[-1]}/", {"answers_calls": True})
        first, second = (client.get(f"{base}{one}/").json() for one in ids)
        assert (first["answers_calls"], second["answers_calls"]) == (False, True)
        # The model's process reads the operator's list from its own settings, which has no such
        # host: what it says is this input's fault, the next one's turn comes all the same.
        picture = io.BytesIO()
        Image.fromarray(np.zeros((8, 12, 3), np.uint8)).save(picture, "PNG")
        inputs = [{"image": base64.b64encode(picture.getvalue()).decode()}, {"image": "aGk="}]
        body = client.post(f"/api/projects/{project.pk}/prelabel/", {"inputs": inputs}).json()
    codes = [result["error"]["code"] for result in body["results"]]
    assert codes == ["refused_url", "unreadable"]


def test_a_model_at_work_is_busy_not_waited_for(models: Path, monkeypatch) -> None:
    project, client, _ = chosen(models)

    def busy(*_: object, **__: object) -> None:
        raise DeskBusy

    monkeypatch.setattr(PluggedDesk, "ask", busy)
    answer = client.post(f"/api/projects/{project.pk}/prelabel/", {"inputs": [{"text": "x"}]})
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    assert int(answer.headers["Retry-After"]) == prelabel_plugged.RETRY_S
