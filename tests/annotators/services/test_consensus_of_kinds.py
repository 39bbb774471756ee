"""Consensus of every kind of label is stored, and exported as an annotation."""

import json

import pytest

from annotators.models import Consensus
from annotators.services.quality import refresh_quality
from tests.factories.facts import make_annotation, make_member, make_project, make_task
from tests.factories.moving import export_project

pytestmark = pytest.mark.django_db
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "mention", "on": "text", "kind": "span", "classes": [{"id": "car"}]},
        {"id": "stars", "kind": "rating"},
        {"id": "topics", "kind": "multichoice", "classes": [{"id": "a"}, {"id": "b"}]},
        {"id": "order", "kind": "ranking", "classes": [{"id": "x"}, {"id": "y"}, {"id": "z"}]},
        {"id": "heard", "kind": "textarea"},
    ],
}


def span(start, end):
    geometry = {"start": start, "end": end}
    return {"id": f"r{start}", "label": "mention", "on": "text", "class": "car"} | {
        "geometry": geometry
    }


SAID = [
    ([span(2, 5)], 4, ["a"], ["x", "y", "z"], "a red car"),
    ([span(2, 5), span(8, 12)], 4, ["a", "b"], ["x", "z", "y"], "a red bar"),
    ([span(2, 5)], 5, ["a"], ["x", "y", "z"], "a red car"),
]


@pytest.fixture
def project():
    project = make_project(ontology=ONTOLOGY, settings={"overlap": 3})
    task = make_task(project, "a red car and a blue one")
    for regions, stars, topics, order, heard in SAID:
        answers = {"stars": stars, "topics": topics, "order": order, "heard": heard}
        make_annotation(task, make_member(project), regions=regions, answers=answers)
    refresh_quality(project=project)
    return project


def test_each_kind_has_its_own_method(project):
    assert dict(Consensus.objects.values_list("label", "method")) == {
        "mention": "matched_and_fused",
        "stars": "bias_and_noise",
        "topics": "classes_together",
        "order": "bradley_terry",
        "heard": "rover",
    }


def test_what_most_said_is_exported_as_one_annotation(project):
    line = export_project(project, "jsonl", source="consensus").data.splitlines()[0]
    [annotation] = json.loads(line)["annotations"]
    assert annotation["answers"] == {
        "stars": 4,
        "topics": ["a"],
        "order": ["x", "y", "z"],
        "heard": "a red car",
    }
    assert [region["geometry"] for region in annotation["regions"]] == [{"start": 2, "end": 5}]


def test_supporters_are_those_who_said_the_same(project):
    people = list(project.annotations.order_by("pk").values_list("annotator", flat=True))
    row = Consensus.objects.get(label="order")
    assert row.reasons["supporters"] == [people[0], people[2]]
    assert all(0 <= row.confidence <= 1 for row in Consensus.objects.all())
