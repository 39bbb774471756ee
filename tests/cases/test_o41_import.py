"""O41: imported scores, the shown version, doubles, and a score written as text."""

import pytest

from tests.factories.facts import make_project
from tests.factories.moving import import_paths
from tests.shared_data import shared

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "c", "on": "text", "kind": "choice", "classes": [{"id": "pos"}, {"id": "neg"}]}
    ],
}


@pytest.mark.django_db
def test_scores_of_the_shown_version_stand_at_the_tasks() -> None:
    project = make_project(ontology=ONTOLOGY)
    job = import_paths(project, shared("cases/files/O41/predictions.json"))
    assert job.state == "done", job.error
    project.refresh_from_db()
    assert project.model_version == "m1"
    scores = {task.data["i"]: task.score for task in project.tasks.all()}
    assert scores == {0: 0.9, 1: None, 2: 0.1, 3: None, 4: None, 5: 0.5, 6: 0.9}
    counts = {task.data["i"]: task.predictions.count() for task in project.tasks.all()}
    assert counts == {0: 1, 1: 1, 2: 2, 3: 0, 4: 1, 5: 1, 6: 1}
