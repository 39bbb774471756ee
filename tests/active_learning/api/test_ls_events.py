"""Label Studio's server tells us to train, and what people annotated there."""

from typing import Any

import pytest
from PIL import Image

from active_learning.services import label_studio_tasks
from labeling.models import Annotation, Project, Role, Task
from tests.active_learning.api.test_ls_ml import CONFIG, basic
from tests.active_learning.services.test_query_round import label, topics
from tests.factories.client import ApiClient
from tests.factories.facts import IMAGE_ONTOLOGY, make_member, make_project, make_task

pytestmark = pytest.mark.django_db


class Server:
    """Their server with a manager's token."""

    def __init__(self, project: Project) -> None:
        self._headers = basic(make_member(project, Role.MANAGER))
        self._base = f"/api/ls-ml/{project.pk}"

    def post(self, path: str, body: object) -> Any:
        client = ApiClient().http
        return client.post(f"{self._base}/{path}", body, "application/json", headers=self._headers)

    def tell(self, action: str, **more: object) -> Any:
        project = {"id": 7, "label_config": CONFIG}
        return self.post("webhook", {"action": action, "project": project, **more})


def about(choice: str, *, number: int = 31, who: object = 4) -> dict[str, Any]:
    result = {"from_name": "about", "to_name": "shown", "type": "choices",
              "value": {"choices": [choice]}}  # fmt: skip
    return {"id": number, "result": [result], "completed_by": who, "lead_time": 2.5}


def their_task(text: str = "I see a tiger", number: int = 5) -> dict[str, Any]:
    return {"id": number, "data": {"body": text}}


def test_an_annotation_of_theirs_becomes_one_of_ours_is_changed_and_taken_back() -> None:
    project = topics()
    before = project.tasks.count()
    server = Server(project)
    answer = server.tell("ANNOTATION_CREATED", task=their_task(), annotation=about("animal"))
    assert answer.status_code == 201, answer.json()
    (kept,) = answer.json()["kept"]
    annotation = Annotation.objects.get(pk=kept["annotation"])
    assert (kept["how"], kept["left_out"]) == ("created", [])
    assert (annotation.answers, annotation.origin) == ({"topic": "animal"}, "import")
    assert (annotation.annotator.username, annotation.lead_time) == ("label-studio-4", 2.5)
    assert not annotation.annotator.is_active
    assert annotation.task.external_id == "label-studio-5"
    assert (annotation.task.annotation_count, annotation.task.state) == (1, "done")
    again = server.tell("ANNOTATION_CREATED", task=their_task(), annotation=about("animal"))
    assert again.json()["kept"][0]["how"] == "same"
    server.tell("ANNOTATION_UPDATED", task=their_task(), annotation=about("food"))
    annotation.refresh_from_db()
    assert (annotation.answers, annotation.revision) == ({"topic": "food"}, 2)
    assert annotation.history.get(revision=2).before["answers"] == {"topic": "animal"}
    assert project.tasks.count() == before + 1
    gone = server.tell("ANNOTATIONS_DELETED", annotations=[{"id": 31}, {"id": 99}])
    assert gone.json() == {"status": "ok", "deleted": 1}
    assert Task.objects.get(pk=kept["task"]).state == "open"


def test_a_task_is_known_by_number_and_values_both() -> None:
    project = topics()
    ours = make_task(project, "I see a tiger", external_id="5")
    server = Server(project)
    kept = server.tell("ANNOTATION_CREATED", task=their_task(), annotation=about("animal")).json()
    assert kept["kept"][0]["task"] == str(ours.pk)
    other = their_task("They like soup")
    kept = server.tell("ANNOTATION_CREATED", task=other, annotation=about("food")).json()
    assert kept["kept"][0]["task"] != str(ours.pk)
    changed = server.tell(
        "ANNOTATION_UPDATED", task=their_task("Other words"), annotation=about("food")
    )
    assert (changed.status_code, changed.json()["code"]) == (400, "other_data")


def test_what_fits_no_label_is_refused_with_the_reason_and_nothing_is_kept() -> None:
    project = topics()
    server = Server(project)
    before = project.tasks.count()
    other = {"id": 1, "result": [{"from_name": "other", "type": "choices",
                                  "value": {"choices": ["yes"]}}]}  # fmt: skip
    for annotation, code in (
        (other, "no_shared_label"),
        (about("stone"), "bad_answer"),
        ({"id": 1, "result": "x"}, "bad_input"),
        (about("food") | {"was_cancelled": True}, "cancelled_there"),
    ):
        answer = server.tell("ANNOTATION_CREATED", task=their_task(), annotation=annotation)
        assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert "other" in server.tell(
        "ANNOTATION_CREATED", task=their_task(), annotation=other
    ).json()["detail"]  # fmt: skip
    assert project.tasks.count() == before
    ignored = server.tell("TASKS_CREATED")
    assert (ignored.status_code, ignored.json()["status"]) == (200, "ignored")
    assert "START_TRAINING" in ignored.json()["reason"]


def test_train_keeps_what_comes_along_and_asks_for_a_round() -> None:
    project = topics()
    label(project, 20)
    server = Server(project)
    tasks = [
        their_task(number=1) | {"annotations": [about("animal", number=1)]},
        their_task("They like soup", 2) | {"annotations": [about("food", number=2)]},
    ]
    answer = server.post("train", {"annotations": tasks, "project": "7", "label_config": CONFIG})
    assert answer.status_code == 201, answer.json()
    assert [kept["how"] for kept in answer.json()["kept"]] == ["created", "created"]
    assert project.query_rounds.get().state == "done"
    started = server.tell("START_TRAINING")
    assert started.status_code == 201
    assert started.json()["job"].isdecimal()


def test_annotators_may_ask_the_model_but_not_teach_it_from_there() -> None:
    project = topics()
    headers = basic(make_member(project, Role.ANNOTATOR))
    for path in ("train", "webhook"):
        answer = ApiClient().http.post(
            f"/api/ls-ml/{project.pk}/{path}",
            {"action": "START_TRAINING"},
            "application/json",
            headers=headers,
        )
        assert answer.status_code == 403


def test_a_picture_is_fetched_or_its_address_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    server = Server(project)
    config = """<View><Image name="i" value="$url"/><RectangleLabels name="b" toName="i">
    <Label value="car"/></RectangleLabels></View>"""
    result = {"id": "r1", "from_name": "b", "to_name": "i", "type": "rectanglelabels",
              "original_width": 64, "original_height": 48,
              "value": {"x": 10, "y": 10, "width": 50, "height": 50,
                        "rectanglelabels": ["car"]}}  # fmt: skip
    sent = {
        "action": "ANNOTATION_CREATED",
        "project": {"id": 7, "label_config": config},
        "task": {"id": 5, "data": {"url": "/data/upload/1/x.png"}},
        "annotation": {"id": 1, "result": [result]},
    }
    answer = server.post("webhook", sent)
    assert (answer.status_code, answer.json()["code"]) == (400, "no_file")
    sent["task"] = {"id": 5, "data": {"url": "https://example.org/x.png"}}
    assert server.post("webhook", sent).json()["code"] == "refused_url"

    def given(url: str, into: Any, **_: object) -> str:
        Image.new("RGB", (64, 48)).save(into, "PNG")
        return url

    monkeypatch.setattr(label_studio_tasks, "fetch", given)
    answer = server.post("webhook", sent)
    assert answer.status_code == 201, answer.json()
    region = Annotation.objects.get().regions[0]
    assert (region["class"], region["geometry"]["width"]) == ("car", 32)
