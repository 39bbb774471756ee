"""O12: overlapping spans come in as given, duplicates once; flat formats name what they drop."""

import json

import pytest

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
            "classes": [{"id": name} for name in ("ORG", "LOC", "UNIT", "A", "B", "PER", "MISC")],
        }
    ],
}


@pytest.fixture
def project(db):
    path = shared("cases/files/O12/overlap.json")
    named = {
        name
        for task in json.loads(path.read_text())
        for annotation in task["annotations"]
        for result in annotation["result"]
        for name in result["value"]["labels"]
    }
    label = {**ONTOLOGY["labels"][0], "classes": [{"id": name} for name in sorted(named)]}
    project = make_project(ontology={**ONTOLOGY, "labels": [label]})
    job = import_paths(project, path)
    assert job.state == "done", job.error
    project.import_report = job.report
    return project


def test_five_spans_are_kept_and_the_duplicate_is_merged_with_a_message(project) -> None:
    kept = json.loads(shared("cases/files/O12/expected.json").read_text())["kept"]
    regions = project.annotations.get().regions
    found = {r["id"]: [r["geometry"]["start"], r["geometry"]["end"]] for r in regions}
    assert {key: found[key] for key in kept} == kept
    said = " ".join(w["detail"] for w in project.import_report["warnings"])
    assert "was merged" in said


def test_a_flat_export_names_the_spans_it_cannot_hold(project) -> None:
    problems = export_project(project, "conll").job.report["problems"]
    assert len(problems) >= 2
    assert all("overlaps" in problem["detail"] for problem in problems)
    assert any("'Norway'" in problem["detail"] for problem in problems)
