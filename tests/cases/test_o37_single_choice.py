"""O37: a single choice holds one value, the last one chosen, however often it was autosaved."""

import pytest

from labeling.models import Annotation, TaskLabel
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project, make_task

pytestmark = pytest.mark.django_db
LIKERT = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "points",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": str(number)} for number in range(1, 11)],
        }
    ],
}


def test_the_last_choice_alone_is_stored() -> None:
    project = make_project(ontology=LIKERT)
    task = make_task(project)
    api = ApiClient(make_member(project))
    for revision, value in enumerate(["5", "4", "5"]):
        draft = api.put(
            f"/api/tasks/{task.pk}/draft/", {"answers": {"points": value}}, if_match=str(revision)
        )
        assert draft.data["revision"] == revision + 1
    answers = {"points": "5"}
    api.post(f"/api/tasks/{task.pk}/annotations/", {"answers": answers, "draft_revision": 3})
    assert Annotation.objects.get().answers == answers
    assert [row.value for row in TaskLabel.objects.all()] == ["5"]


def test_the_tenth_point_is_ten() -> None:
    project = make_project(ontology=LIKERT)
    task = make_task(project)
    api = ApiClient(make_member(project))
    api.post(f"/api/tasks/{task.pk}/annotations/", {"answers": {"points": "10"}})
    assert Annotation.objects.get().answers == {"points": "10"}


def test_several_values_for_a_single_choice_are_refused() -> None:
    project = make_project(ontology=LIKERT)
    task = make_task(project)
    api = ApiClient(make_member(project))
    answer = api.post(f"/api/tasks/{task.pk}/annotations/", {"answers": {"points": ["5", "4"]}})
    assert answer.status_code == 400
    assert answer.data["errors"][0]["pointer"] == "/answers/points"
    assert not Annotation.objects.exists()
