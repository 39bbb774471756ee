"""How a training would alter pictures and texts, before it is ordered."""

import base64
import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from active_learning.training_jobs.altering import Alteration, altered
from labeling.models import Role
from tests.active_learning.api.test_prelabel import colours
from tests.active_learning.services.test_label_errors import topics
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project

pytestmark = pytest.mark.django_db
RECIPE = {"augmentation": "altered", "strength": 1.0, "seed": 3}


@pytest.mark.usefixtures("served")
def test_six_texts_of_the_slice_are_shown_as_the_training_would_make_them() -> None:
    project, _ = topics()
    client, path = (
        ApiClient(make_member(project, Role.MANAGER)),
        f"/api/projects/{project.pk}/models/alterations/",
    )
    found = client.post(path, {"recipe": RECIPE}).json()["examples"]
    assert len(found) == 6
    how = Alteration(1.0, mirror=False, seed=3)
    for example in found:
        (field,) = example["fields"]
        task = project.tasks.get(pk=example["task"])
        assert field["before"] == task.data["text"]
        assert field["after"] == altered("text", field["before"], how, how.source(task.pk, 0))
    assert client.post(path, {"recipe": RECIPE}).json()["examples"] == found
    other = client.post(path, {"recipe": RECIPE | {"seed": 4}}).json()["examples"]
    assert other != found
    assert client.post(path, {"filter": "id = 0", "recipe": RECIPE}).json() == {"examples": []}
    wrong = client.post(path, {"recipe": {"strength": 7}})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (400, "/recipe/strength")
    viewer = ApiClient(make_member(project, Role.VIEWER))
    assert viewer.post(path, {"recipe": RECIPE}).status_code == 403


@pytest.mark.usefixtures("served")
def test_pictures_are_shown_as_the_model_sees_them() -> None:
    project = colours()
    client = ApiClient(make_member(project, Role.MANAGER))
    path = f"/api/projects/{project.pk}/models/alterations/"
    example = client.post(path, {"recipe": RECIPE}).json()["examples"][0]
    before, after = (
        np.asarray(Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))), dtype=float)
        for url in (example["fields"][0]["before"], example["fields"][0]["after"])
    )
    assert before.shape == after.shape == (224, 224, 3)
    assert np.abs(before - after).mean() > 1


def test_without_serving_or_something_to_alter_the_reason_is_told(settings: Any) -> None:
    project, _ = topics()
    settings.SERVING_URL = "http://127.0.0.1:9"
    path = "/api/projects/{}/models/alterations/"
    client = ApiClient(make_member(project, Role.MANAGER))
    assert client.post(path.format(project.pk), {"recipe": RECIPE}).status_code == 503
    sounds = make_project(
        ontology={"fields": {"a": {"type": "audio"}},
                  "labels": [{"id": "kind", "on": "a", "kind": "choice",
                              "classes": [{"id": "one"}, {"id": "two"}]}]},
    )  # fmt: skip
    client = ApiClient(make_member(sounds, Role.MANAGER))
    refused = client.post(path.format(sounds.pk), {"recipe": RECIPE})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_alter")
    assert (
        "altered"
        not in client.get(f"/api/projects/{sounds.pk}/models/form/").json()["choices"][
            "augmentation"
        ]
    )
