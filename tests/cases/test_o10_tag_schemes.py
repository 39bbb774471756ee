"""O10: IOB1, IOB2 and BILOU give the same entities; the document mark is no word."""

import json

import pytest

from labeling.ontology.schema import parse_ontology
from tests.factories.formats import read_paths
from tests.shared_data import shared

ONTOLOGY = parse_ontology(
    {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {
                "id": "name",
                "on": "text",
                "kind": "span",
                "classes": [{"id": name} for name in ("ORG", "PER", "LOC")],
            }
        ],
    }
)


@pytest.mark.parametrize(
    "name", ["bilou.conll", "iob1.conll", "iob2.conll", "iob2_tabs_crlf.conll"]
)
def test_every_scheme_reads_the_same(name) -> None:
    expected = json.loads(shared("cases/files/O10/expected.json").read_text())["every_file"]
    read = read_paths("conll", shared(f"cases/files/O10/{name}"), ontology=ONTOLOGY)
    assert read.problems == []
    assert len(read.tasks) == expected["sentences"]
    assert sum(len(task.data["text"].split()) for task in read.tasks) == expected["tokens"]
    entities = [
        [region["class"], region["text"]]
        for task in read.tasks
        for region in task.annotations[0].content.regions
    ]
    assert entities == expected["entities"]
