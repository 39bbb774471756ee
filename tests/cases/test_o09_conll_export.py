"""O09: a CoNLL export loses no tag and moves none, whatever the tokens are."""

import json

import pytest

from labeling.formats.conll.tags import entities_of
from tests.factories.facts import make_project
from tests.factories.moving import export_project, import_paths
from tests.shared_data import shared

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "label",
            "on": "text",
            "kind": "span",
            "classes": [{"id": name} for name in ("ROLE", "EQUIP", "CMD", "ORG")],
        }
    ],
}


@pytest.mark.django_db
def test_decoding_the_lines_returns_every_label_with_its_surface() -> None:
    expected = json.loads(shared("cases/files/O09/expected.json").read_text())
    project = make_project(ontology=ONTOLOGY)
    import_paths(project, shared("cases/files/O09/task.json"))
    exported = export_project(project, "conll")
    assert exported.job.report["problems"] == []
    rows = [line.split(" ") for line in exported.data.decode().splitlines() if line]
    tokens, tags = [row[0] for row in rows], [row[-1] for row in rows]
    decoded = []
    for entity in entities_of(tags):
        words = range(entity.first, entity.last + 1)
        text = "".join(
            tokens[i] + ("" if "SpaceAfter=No" in rows[i][2] or i == entity.last else " ")
            for i in words
        )
        decoded.append([entity.name, text])
    assert decoded == expected["decoded_entities"]
    assert sum(tag.startswith("B-") for tag in tags) == expected["B_tag_count"]
