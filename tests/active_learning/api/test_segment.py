"""Click to segment through the API and a real segmenting process."""

import io
from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from active_learning.segmenting import asking
from active_learning.services import segment
from labeling.models import Role, Task
from tests.active_learning.segmenting.scenes import disc
from tests.active_learning.segmenting.tiny_pair import write_pair
from tests.factories.client import ApiClient
from tests.factories.facts import make_asset, make_member, make_project, make_task, make_user

pytestmark = pytest.mark.django_db

ONTOLOGY = {
    "fields": {"photo": {"type": "image"}, "caption": {"type": "text"}},
    "labels": [{"id": "thing", "on": "photo", "kind": "polygon", "classes": [{"id": "disc"}]}],
}
CLICK = {"x": 70, "y": 90}


@pytest.fixture
def task(settings, tmp_path) -> Iterator[Task]:
    settings.PENUMBRA_DATA = tmp_path
    project = make_project(ontology=ONTOLOGY)
    content = io.BytesIO()
    Image.fromarray(disc()[0]).save(content, "PNG")
    path = default_storage.save("media/disc.png", ContentFile(content.getvalue()))
    asset = make_asset(project, path=path, width=160, height=160)
    yield make_task(project, data={"photo": {"asset": str(asset.pk)}, "caption": "a disc"})
    segment._pool().close()


def ask(task: Task, role: Role = Role.ANNOTATOR, **content):
    client = ApiClient(make_member(task.project, role))
    return client.post(f"/api/tasks/{task.pk}/segment/", {"field": "photo", **content})


def test_a_click_gives_an_outline_and_stores_nothing(task) -> None:
    assert ask(task).json() == {"model": "walker", "polygon": None}
    answer = ask(task, clicks=[CLICK])
    assert answer.status_code == 200
    xs, ys = zip(*answer.json()["polygon"]["rings"][0], strict=True)
    assert (min(xs), max(xs)) == pytest.approx((40, 101), abs=3)
    assert (min(ys), max(ys)) == pytest.approx((60, 121), abs=3)
    assert task.annotations.count() == task.drafts.count() == task.predictions.count() == 0


def test_only_people_who_work_in_the_project_may_ask(task) -> None:
    assert ask(task, Role.VIEWER, clicks=[CLICK]).status_code == 403
    stranger = ApiClient(make_user())
    assert stranger.post(f"/api/tasks/{task.pk}/segment/", {"field": "photo"}).status_code == 404
    assert stranger.get(f"/api/tasks/{task.pk}/segment/").status_code == 404


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ({"field": "caption"}, "/field"),
        ({"field": 3}, "/field"),
        ({"clicks": [{"x": 161, "y": 3}]}, "/clicks/0"),
        ({"clicks": [CLICK, {"x": "a", "y": 3}]}, "/clicks/1/x"),
        ({"box": {"x": 1, "y": 1, "width": -4, "height": 4}}, "/box"),
        ({"model": "sam"}, "/model"),
        ({"model": "../../etc"}, "/model"),
    ],
)
def test_bad_input_is_refused_at_its_place(task, content, pointer) -> None:
    answer = ask(task, **content)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_a_body_that_is_no_object_is_refused(task) -> None:
    client = ApiClient(make_member(task.project))
    assert client.post(f"/api/tasks/{task.pk}/segment/", [1]).status_code == 400


def test_a_dropped_model_answers_first_and_a_missing_one_says_where_it_goes(task, tmp_path) -> None:
    missing = ask(task, model="tiny").json()
    assert "models/segment/<name> of the data folder" in missing["detail"]
    write_pair(tmp_path / "models" / "segment" / "tiny")
    client = ApiClient(make_member(task.project))
    assert client.get(f"/api/tasks/{task.pk}/segment/").json() == {"models": ["tiny", "walker"]}
    answer = ask(task, clicks=[CLICK]).json()
    assert answer["model"] == "tiny"
    assert answer["polygon"]["rings"]
    (tmp_path / "models" / "segment" / "tiny" / "decoder.onnx").write_text("no model")
    segment._pool().close()
    refused = ask(task, model="tiny", clicks=[CLICK])
    assert (refused.status_code, refused.json()["code"]) == (409, "segment_bad_model")


def test_somebody_who_waits_too_long_is_told_to_try_again(task, monkeypatch) -> None:
    monkeypatch.setattr(asking, "WAIT_SECONDS", 0)
    lanes = segment._pool()._lanes
    for lane in lanes:
        lane._turn.acquire()
    answer = ask(task, clicks=[CLICK])
    for lane in lanes:
        lane._turn.release()
    assert (answer.status_code, answer.json()["code"]) == (503, "segment_busy")
