"""What is linked with what is a consensus of its own, between the regions of the consensus."""

import json

import pytest

from annotators.models import Consensus
from annotators.selectors.explained import explained_consensus
from annotators.services.quality import refresh_quality
from labeling.models import Gold
from tests.factories.facts import make_annotation, make_member, make_project, make_task
from tests.factories.moving import export_project

pytestmark = pytest.mark.django_db
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [{"id": "who", "on": "text", "kind": "span", "classes": ["person", "firm"]}],
    "relations": [{"id": "works_at", "from": ["who"], "to": ["who"]}],
}


def said(*links, prefix="a"):
    places = {"ann": (0, 3, "person"), "bob": (8, 11, "person"), "acme": (21, 25, "firm")}
    regions = [
        {"id": prefix + name, "label": "who", "on": "text", "class": class_}
        | {"geometry": {"start": start, "end": end}}
        for name, (start, end, class_) in places.items()
    ]
    relations = [
        {"id": f"{prefix}l{n}", "label": "works_at", "from": prefix + a, "to": prefix + b}
        for n, (a, b) in enumerate(links)
    ]
    return {"regions": regions, "relations": relations, "answers": {}}


@pytest.fixture
def project():
    project = make_project(ontology=ONTOLOGY, settings={"overlap": 3})
    task = make_task(project, "Ann and Bob work for Acme.")
    both = ("ann", "acme"), ("bob", "acme")
    for links, prefix in ((both, "a"), (both, "b"), (both[:1], "c")):
        make_annotation(task, make_member(project), **said(*links, prefix=prefix))
    refresh_quality(project=project)
    return project


def test_links_are_stored_between_regions_of_the_consensus(project):
    regions = {region["id"]: region for region in Consensus.objects.get(label="who").said}
    row = Consensus.objects.get(label="works_at")
    ends = {(regions[a["from"]]["geometry"]["start"], regions[a["to"]]["class"]) for a in row.said}
    assert ends == {(0, "firm"), (8, "firm")}
    assert (row.method, row.n_votes) == ("linked_pairs", 3)
    assert row.value == "person → firm, person → firm"


def test_links_are_exported_with_the_regions_they_join(project):
    line = export_project(project, "jsonl", source="consensus").data.splitlines()[0]
    [annotation] = json.loads(line)["annotations"]
    there = {region["id"] for region in annotation["regions"]}
    assert len(annotation["relations"]) == 2
    assert all({one["from"], one["to"]} <= there for one in annotation["relations"])


def test_each_voice_is_told_by_what_it_linked(project):
    links = explained_consensus(project, project.tasks.get())[-1]
    assert (links.kind, links.said) == ("relation", [links.row.value])
    assert links.row.said == Consensus.objects.get(pk=links.row.pk).said
    assert [voice.supports for voice in links.voices] == [True, True, False]
    assert links.voices[2].said == ["person → firm"]


def test_links_of_gold_join_the_regions_of_gold(project):
    Gold.objects.create(task=project.tasks.get(), **said(("bob", "acme"), prefix="g"))
    refresh_quality(project=project)
    row = Consensus.objects.get(label="works_at")
    assert [(link["from"], link["to"]) for link in row.said] == [("gbob", "gacme")]
