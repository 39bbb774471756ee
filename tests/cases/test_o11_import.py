"""O11: right-to-left text keeps its offsets through import and export."""

import json

import pytest

from tests.factories.facts import make_annotation, make_project
from tests.factories.moving import export_project, import_files, import_paths
from tests.shared_data import shared

ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [{"id": "w", "on": "text", "kind": "span", "classes": [{"id": "last"}]}],
}


@pytest.mark.django_db
def test_the_last_word_ends_where_the_text_ends() -> None:
    expected = json.loads(shared("cases/files/O11/expected.json").read_text())["rtl.json"]
    project = make_project(ontology=ONTOLOGY)
    import_paths(project, shared("cases/files/O11/rtl.json"))
    task = project.tasks.get()
    assert len(task.data["text"]) == expected["text_len"]
    word = expected["label_last_word"]
    geometry = {"start": word["start"], "end": word["end"]}
    make_annotation(
        task,
        regions=[{"id": "r", "label": "w", "class": "last", "geometry": geometry}],
        answers={},
    )
    for format_id in ("jsonl", "label_studio", "csv", "conll"):
        copy = make_project(ontology=ONTOLOGY)
        exported = export_project(project, format_id)
        import_files(copy, (exported.job.result_name, exported.path))
        [region] = copy.annotations.get().regions
        assert region["geometry"] == geometry
        assert copy.tasks.get().data["text"] == task.data["text"]
        assert region["text"] == word["text"]
