"""O06: every format that has both directions reads its own export with nothing set by hand."""

import pytest

from labeling.formats.catalog import EXPORTERS, IMPORTERS
from labeling.models import Gold, JobState, Role
from labeling.ontology import parse_ontology
from tests.factories.facts import make_annotation, make_member, make_project
from tests.factories.moving import export_project, import_files, import_paths, texts
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "kind", "kind": "choice", "classes": [{"id": "a"}, {"id": "b"}]},
        {"id": "mark", "on": "text", "kind": "span", "classes": [{"id": "X"}]},
    ],
}
FORMATS = [
    key
    for key in IMPORTERS
    if key in EXPORTERS and EXPORTERS.get(key).unavailable(parse_ontology(ONTOLOGY)) is None
]


@pytest.mark.parametrize("format_id", FORMATS)
def test_export_and_import_with_defaults_give_the_same_tasks(format_id) -> None:
    project = make_project(ontology=ONTOLOGY)
    import_paths(project, shared("cases/files/O06/tasks.jsonl"))
    annotator = make_member(project, Role.ANNOTATOR)
    for task in project.tasks.order_by("pk"):
        span = {"id": "r1", "label": "mark", "class": "X", "geometry": {"start": 0, "end": 4}}
        make_annotation(task, annotator, regions=[span], answers={"kind": "a"})
    Gold.objects.create(
        task=project.tasks.order_by("pk")[0],
        regions=project.annotations.order_by("pk")[0].regions,
        answers={"kind": "a"},
    )
    exported = export_project(project, format_id)
    copy = make_project(ontology=ONTOLOGY)
    job = import_files(copy, (exported.job.result_name, exported.path))
    assert job.state == JobState.DONE, job.error
    assert texts(copy) == ["Oslo is cold", "zwei\nZeilen", "emoji 🧪 tail "]
    marks = [
        [(r["label"], r["class"], r["geometry"]) for r in annotation.regions]
        for annotation in copy.annotations.order_by("pk")
    ]
    assert marks == [[("mark", "X", {"start": 0, "end": 4})]] * 3
    if format_id == "conll":
        return  # what tags cannot hold is said before the export
    assert [a.answers for a in copy.annotations.order_by("pk")] == [{"kind": "a"}] * 3
    assert {a.annotator for a in copy.annotations.all()} == {annotator}
    assert list(copy.tasks.order_by("pk").values_list("meta", flat=True)) == [
        {"n": 0},
        {"n": 1},
        {"n": 2},
    ]
    if format_id not in {"csv", "tsv"}:
        assert Gold.objects.filter(task__project=copy).count() == 1
