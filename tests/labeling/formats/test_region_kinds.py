"""Every kind of region goes round the native formats unchanged; the others say what they lose."""

import pytest

from labeling.formats.base import Content, ExportAnnotation, ExportTask
from labeling.formats.catalog import EXPORTERS
from labeling.formats.exact_json import decode
from labeling.ontology.parts import FIELD_TYPES
from labeling.ontology.schema import parse_ontology
from labeling.regions import KINDS
from tests.factories.formats import again, read_paths, write_tasks
from tests.labeling.regions.test_registry import ALL

NATIVE = ("jsonl", "json")
OTHERS = ("label_studio", "coco", "yolo", "voc", "conll")
NEW = ("cuboid", "point_labels", "track", "cell", "turn", "page_box")

MARKED = [(f"{kind}_{number}", kind, geometry) for number, (kind, geometry) in enumerate(ALL)]


def field_of(kind, geometry):
    if "plane" in geometry or "z" in geometry:
        return "volume"
    if kind == "span":
        return "dialogue" if "turn" in geometry else "document" if "page" in geometry else "text"
    if kind == "track":
        return "pointcloud" if geometry["shape"] == "cuboid" else "video"
    return next(name for name in FIELD_TYPES if name in KINDS[kind].fields)


FIELDS = {name: field_of(kind, geometry) for name, kind, geometry in MARKED}
ONTOLOGY = parse_ontology(
    {
        "fields": {"note": {"type": "text"}} | {f: {"type": f} for f in set(FIELDS.values())},
        "labels": [
            {"id": name, "on": FIELDS[name], "kind": kind, "classes": ["a"]}
            | ({"shape": geometry["shape"]} if kind == "track" else {})
            for name, kind, geometry in MARKED
        ],
        "relations": [{"id": "same", "from": [], "to": []}],
    }
)


def a_task():
    regions = [
        {"id": name, "label": name, "class": "a", "geometry": geometry}
        for name, _, geometry in MARKED
    ]
    ends = [regions[0]["id"], regions[-1]["id"]]
    relation = {"id": "l1", "label": "same", "from": ends[0], "to": ends[1]}
    content = Content(regions, [relation], {})
    return ExportTask("1", {"note": "hello"}, annotations=[ExportAnnotation("1", content, "ann")])


@pytest.mark.parametrize("format_id", NATIVE)
def test_every_kind_comes_back_as_it_was(format_id, tmp_path):
    path = tmp_path / f"tasks.{EXPORTERS.get(format_id).extension}"
    write_tasks(format_id, [a_task()], path, ONTOLOGY)
    read = read_paths(format_id, path, ontology=ONTOLOGY)
    assert read.problems == []
    content = read.tasks[0].annotations[0].content
    assert {r["id"]: r["geometry"] for r in content.regions} == {n: g for n, _, g in MARKED}
    second = tmp_path / "second"
    write_tasks(format_id, again(read.tasks), second, ONTOLOGY)
    assert second.read_bytes() == path.read_bytes()
    assert EXPORTERS.get(format_id).losses(ONTOLOGY) == []


@pytest.mark.parametrize("format_id", OTHERS)
def test_what_a_format_cannot_hold_is_said(format_id):
    lost = [loss for loss in EXPORTERS.get(format_id).losses(ONTOLOGY) if loss.code == "labels"]
    kinds = {label["kind"] for label in lost[0].params["labels"]}
    assert kinds >= set(NEW)


def test_label_studio_gets_what_it_has_results_for_and_no_link_without_ends(tmp_path):
    path = tmp_path / "tasks.json"
    write_tasks("label_studio", [a_task()], path, ONTOLOGY)
    results = decode(path.read_bytes())[0]["annotations"][0]["result"]
    named = {label["name"] for label in _lost("label_studio")}
    written = {result["from_name"] for result in results if result["type"] != "relation"}
    assert written == {name for name, _, _ in MARKED} - named
    assert not [result for result in results if result["type"] == "relation"]


def _lost(format_id):
    losses = EXPORTERS.get(format_id).losses(ONTOLOGY)
    return next(loss.params["labels"] for loss in losses if loss.code == "labels")
