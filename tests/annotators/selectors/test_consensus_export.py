"""The consensus can be exported like an annotation."""

import json

import pytest

from annotators.models import Consensus
from tests.factories.facts import make_project, make_task
from tests.factories.moving import export_project

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "mood", "kind": "choice", "classes": [{"id": "pos"}, {"id": "neg"}]},
        {"id": "stars", "kind": "rating"},
        {"id": "topics", "kind": "multichoice", "classes": [{"id": "a"}, {"id": "b"}]},
    ],
}


@pytest.mark.django_db
def test_each_task_is_written_with_what_the_crowd_says() -> None:
    project = make_project(ontology=ONTOLOGY)
    task, other = make_task(project, "judged"), make_task(project, "not judged")
    for label, value in (("mood", "pos"), ("stars", "4"), ("topics", "a>b"), ("gone", "x")):
        Consensus.objects.create(
            project=project,
            task=task,
            label=label,
            method="m",
            value=value,
            confidence=1,
            n_votes=2,
        )
    lines = export_project(project, "jsonl", source="consensus").data.splitlines()
    judged, bare = map(json.loads, lines)
    [annotation] = judged["annotations"]
    assert annotation["annotator"] == "consensus"
    assert annotation["answers"] == {"mood": "pos", "stars": 4, "topics": ["a", "b"]}
    assert bare["data"] == other.data
    assert bare["annotations"] == []
