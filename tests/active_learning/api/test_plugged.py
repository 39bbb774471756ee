"""Bringing models over HTTP: who may, what is refused, and how one goes live."""

import json
from pathlib import Path

import numpy as np
import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from safetensors.numpy import save as safetensors_bytes

from active_learning.models import PluggedModel
from labeling.models import Job, Prediction, Role
from tests.active_learning.plugged.servers import fake_server
from tests.active_learning.plugged.test_folders import folder, zipped
from tests.factories.facts import make_member, make_project, make_task, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    owner = make_user()
    project = make_project(owner, settings={"holdout_share": 0.0})
    return owner, project, f"/api/projects/{project.pk}/plugged/"


def head() -> bytes:
    """Over MiniLM's vectors: always `good`, by 0.88."""
    layers = {"0.weight": np.zeros((2, 384), "f4"), "0.bias": np.array([0.0, 2.0], "f4")}
    return safetensors_bytes(layers)


def send(client, base: str, content: bytes, name: str = "mine", **more: object):
    file = SimpleUploadedFile("anything.bin", content)
    data = {"name": name, "field": "text", "kind": "file", "file": file, **more}
    return client.http.post(base, data)


def test_a_head_is_looked_into_declared_tried_and_goes_live(api, made, models: Path):
    owner, project, base = made
    task = make_task(project, "I like it")
    client = api.as_(owner)
    plugged = send(client, base, head()).json()
    assert plugged["state"] in {"checking", "opened"}
    one = f"{base}{plugged['id']}/"
    found = client.get(one).json()
    assert (found["state"], found["kind"], found["prelabeler"]) == ("opened", "safetensors", None)
    assert found["facts"]["inputs"][0]["shape"] == [None, 384]
    assert found["suggested"]["feed"] == "vector"
    declaration = found["suggested"] | {"classes": ["bad", "pos"]}
    declared = client.patch(one, {"declaration": declaration}).json()
    page = client.get(f"/api/projects/{project.pk}/prelabelers/").json()
    (card,) = [card for card in page["cards"] if card["id"] == declared["prelabeler"]]
    assert (card["title"], card["classes"]) == ("mine", ["bad", "pos"])
    use = f"/api/projects/{project.pk}/prelabelers/{card['id']}/text/"
    assert client.post(f"{use}try/").status_code == 202
    places = [{"label": "mood", "classes": {"bad": "neg", "pos": "pos"}}]
    live = client.patch(use, {"places": places, "is_on": True})
    assert live.status_code == 200, live.json()
    assert live.json()["trial"]["tasks"][0]["fault"] is None
    assert Prediction.objects.get(task=task).answers == {"mood": "pos"}
    assert client.delete(one).json()["code"] == "plugged_in_use"
    client.patch(use, {"is_on": False})
    path = PluggedModel.objects.get().path
    assert default_storage.exists(path)
    assert client.delete(one).status_code == 204
    assert client.get(one).status_code == 404


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x80\x04\x95pickled", "plugged_pickle"),
        (b"<html>Not found</html>", "plugged_markup"),
        (b"", "plugged_unknown_file"),
    ],
)
def test_what_runs_code_or_is_no_model_is_refused_and_not_kept(api, made, content, code):
    owner, project, base = made
    folder = Path(default_storage.path(f"plugged/{project.pk}"))
    before = {path for path in folder.rglob("*") if path.is_file()}
    answer = send(api.as_(owner), base, content)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not PluggedModel.objects.exists()
    assert {path for path in folder.rglob("*") if path.is_file()} == before


def test_a_damaged_file_is_kept_as_refused_with_the_reason(api, made):
    owner, _, base = made
    client = api.as_(owner)
    plugged = send(client, base, b"\x08\x09not a graph").json()
    found = client.get(f"{base}{plugged['id']}/").json()
    assert (found["state"], found["fault"]["code"]) == ("refused", "no_onnx")
    assert Job.objects.get().state == "done"
    answer = client.patch(f"{base}{plugged['id']}/", {"declaration": {}})
    assert answer.json()["code"] == "not_opened"


def test_a_wrong_declaration_names_its_place(api, made):
    owner, _, base = made
    client = api.as_(owner)
    one = f"{base}{send(client, base, head()).json()['id']}/"
    for declaration, place in (({"feed": "smell"}, "/declaration/feed"),
                               ({"classes": []}, "/declaration/classes")):  # fmt: skip
        answer = client.patch(one, {"declaration": declaration})
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["pointer"] == place


def test_a_server_goes_live_like_a_file(api, made, settings):
    owner, project, base = made
    client = api.as_(owner)
    make_task(project, "so so")
    with fake_server() as server:
        settings.MODEL_HOSTS = frozenset({server.host})
        server.answers["/m"] = {"predictions": [{"class": "pos", "score": 0.9}]}
        sent = {"name": "ours", "field": "text", "kind": "http", "url": f"{server.url}/m",
                "secret": "Bearer x"}  # fmt: skip
        plugged = client.post(base, sent).json()
        assert "secret" not in plugged
        found = client.get(f"{base}{plugged['id']}/").json()
        assert found["has_secret"]
        # The pre-labeling process reads the operator's list from its own settings.
        use = f"/api/projects/{project.pk}/prelabelers/{found['prelabeler']}/text/"
        client.post(f"{use}try/")
        page = client.get(f"/api/projects/{project.pk}/prelabelers/").json()
    trial = next(c for c in page["cards"] if c["id"] == found["prelabeler"])["use"]["trial"]
    assert trial["tasks"][0]["fault"]["code"] == "refused_url"


def test_a_private_address_is_refused_when_it_is_plugged_in(api, made, settings):
    owner, _, base = made
    sent = {"name": "x", "field": "text", "kind": "label_studio", "url": "http://10.0.0.1:9090"}
    for settings.URL_INPUTS in (True, False):
        answer = api.as_(owner).post(base, sent)
        assert (answer.status_code, answer.json()["code"]) == (400, "plugged_address")
    answer = api.as_(owner).post(base, sent | {"url": "ftp://10.0.0.1/"})
    assert (answer.status_code, answer.json()["code"]) == (400, "refused_url")


def test_a_back_end_that_is_down_is_kept_as_refused(api, made, settings):
    owner, _, base = made
    with fake_server() as server:
        settings.MODEL_HOSTS = frozenset({server.host})
        sent = {"name": "x", "field": "text", "kind": "label_studio", "url": server.url}
        client = api.as_(owner)
        plugged = client.post(base, sent).json()
    found = client.get(f"{base}{plugged['id']}/").json()
    assert (found["state"], found["fault"]["code"]) == ("refused", "server_error")


def test_annotators_do_not_plug_models_in_and_other_projects_do_not_see_them(api, made):
    owner, project, base = made
    assert send(api.as_(make_member(project, Role.ANNOTATOR)), base, head()).status_code == 403
    client = api.as_(owner)
    plugged = send(client, base, head()).json()
    declared = {"declaration": {"feed": "vector", "classes": ["neg", "pos"]}}
    name = client.patch(f"{base}{plugged['id']}/", declared).json()["prelabeler"]
    other = make_project(owner)
    assert client.get(f"/api/projects/{other.pk}/plugged/{plugged['id']}/").status_code == 404
    use = f"/api/projects/{other.pk}/prelabelers/{name}/text/"
    assert client.patch(use, {"is_on": True}).status_code == 404


def test_missing_parts_and_taken_names_are_named(api, made):
    owner, _, base = made
    client = api.as_(owner)
    assert (
        "file" in client.post(base, {"name": "x", "field": "text", "kind": "file"}).json()["detail"]
    )
    send(client, base, head())
    assert send(client, base, head()).json()["code"] == "plugged_name_taken"
    answer = send(client, base, head(), name="other", field="nothing")
    assert answer.json()["errors"][0]["pointer"] == "/field"
    assert json.dumps(answer.json())


def test_a_zipped_folder_is_unpacked_and_one_that_is_lent_is_read_where_it_lies(
    api, made, settings, tmp_path: Path, django_capture_on_commit_callbacks
):
    owner, _, base = made
    client = api.as_(owner)
    content = zipped(tmp_path / "a", {"m/config.json": b"{}", "m/model.safetensors": b"x"})
    plugged = send(client, base, content.read_bytes()).json()
    assert (plugged["kind"], plugged["size_bytes"]) == ("folder", 3)
    row = PluggedModel.objects.get(pk=plugged["id"])
    assert (row.state, row.fault["code"]) == ("refused", "architecture")
    place = Path(default_storage.path(row.path))
    assert {child.name for child in place.parent.iterdir()} == {"folder"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(f"{base}{row.pk}/").status_code == 204
    assert not place.exists()
    pickled = zipped(tmp_path / "b", {"config.json": b"{}", "pytorch_model.bin": b"x"})
    refused = send(client, base, pickled.read_bytes())
    assert (refused.status_code, refused.json()["code"]) == (400, "plugged_pickle")
    settings.PENUMBRA_MODEL_FOLDERS = tmp_path
    folder(tmp_path / "tiny", architectures=["GPT2LMHeadModel"])
    assert client.get(base).json()["folders"] == ["tiny"]
    lent = {"name": "lent", "field": "text", "kind": "folder"}
    assert client.post(base, lent).json()["errors"][0]["pointer"] == "/folder"
    assert client.post(base, lent | {"folder": "../tiny"}).status_code == 400
    found = client.post(base, lent | {"folder": "tiny"}).json()
    assert client.get(f"{base}{found['id']}/").json()["fault"]["code"] == "architecture"
    assert client.delete(f"{base}{found['id']}/").status_code == 204
    assert (tmp_path / "tiny").exists()
