"""O07: offsets of files are code points, or UTF-16 units told by the surface beside them."""

import json

import pytest

from tests.factories.facts import make_project
from tests.factories.moving import export_project, import_files, import_paths
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "label",
            "on": "text",
            "kind": "span",
            "classes": [{"id": name} for name in ("PER", "EMO", "LOC", "ORG")],
        }
    ],
}


def expected() -> list[dict]:
    return json.loads(shared("cases/files/O07/expected.json").read_text())["spans"]


def found(project) -> list[tuple]:
    task = project.tasks.get()
    text = task.data["text"]
    return [
        (r["class"], r["geometry"]["start"], r["geometry"]["end"], r["text"])
        for r in task.predictions.get().regions
        if text[r["geometry"]["start"] : r["geometry"]["end"]] == r["text"]
    ]


def test_code_points_of_pre_annotations_are_kept() -> None:
    project = make_project(ontology=ONTOLOGY)
    import_paths(project, shared("cases/files/O07/emoji_preannotated.json"))
    assert found(project) == [
        (s["label"], s["start_cp"], s["end_cp"], s["text"]) for s in expected()
    ]
    exported = json.loads(export_project(project, "label_studio").data)
    values = [r["value"] for r in exported[0]["predictions"][0]["result"]]
    assert [(v["start"], v["end"]) for v in values] == [
        (s["start_cp"], s["end_cp"]) for s in expected()
    ]


def test_utf16_units_are_recognised_by_their_surface() -> None:
    project = make_project(ontology=ONTOLOGY)
    [task] = json.loads(shared("cases/files/O07/emoji_preannotated.json").read_text())
    for result, span in zip(task["predictions"][0]["result"], expected(), strict=True):
        result["value"] |= {"start": span["start_utf16"], "end": span["end_utf16"]}
    import_files(project, ("utf16.json", json.dumps([task])))
    assert found(project) == [
        (s["label"], s["start_cp"], s["end_cp"], s["text"]) for s in expected()
    ]


def test_offsets_that_match_no_surface_are_refused_with_what_is_there() -> None:
    project = make_project(ontology=ONTOLOGY)
    [task] = json.loads(shared("cases/files/O07/emoji_preannotated.json").read_text())
    task["predictions"][0]["result"][0]["value"] |= {"start": 1, "end": 3}
    job = import_files(project, ("off.json", json.dumps([task])))
    assert "not 'Zoe" in job.error
    assert not project.tasks.exists()
