"""O12: nested, crossing and touching spans are kept; a repeated one is refused or merged."""

import json

from labeling.ontology import merge_duplicates, parse_ontology, validate_annotation
from labeling.regions.kind import Bounds
from tests.shared_data import shared

CLASSES = ["ORG", "LOC", "UNIT", "X", "T"]
ONTOLOGY = parse_ontology(
    {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "label", "on": "text", "kind": "span", "classes": CLASSES}],
    }
)


def annotation():
    task = json.loads(shared("cases/files/O12/overlap.json").read_text(encoding="utf-8"))[0]
    regions = [
        {
            "id": item["id"],
            "label": "label",
            "class": item["value"]["labels"][0],
            "geometry": {"start": item["value"]["start"], "end": item["value"]["end"]},
        }
        for item in task["annotations"][0]["result"]
    ]
    return {"regions": regions}, {"text": Bounds(text=task["data"]["text"])}


def test_a_person_is_told_of_the_repeated_span_only():
    content, facts = annotation()
    (problem,) = validate_annotation(ONTOLOGY, content, facts)
    assert content["regions"][int(problem.pointer.split("/")[2])]["id"] == "d2"
    assert "'d1'" in problem.detail


def test_an_import_merges_it_with_a_note_and_keeps_the_rest_as_given():
    content, facts = annotation()
    merged, notes = merge_duplicates(ONTOLOGY, content)
    assert len(notes) == 1
    kept = {r["id"]: list(r["geometry"].values()) for r in merged["regions"]}
    expected = json.loads(shared("cases/files/O12/expected.json").read_text(encoding="utf-8"))
    assert {name: kept[name] for name in expected["kept"]} == expected["kept"]
    assert validate_annotation(ONTOLOGY, merged, facts) == []
