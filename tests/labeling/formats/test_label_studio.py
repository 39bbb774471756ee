"""Label Studio: every shape there and back, masks bit by bit, links, attributes."""

import json

import numpy as np
import pytest

from labeling.formats.base import Content, ExportAnnotation, ExportMedia, ExportTask
from labeling.formats.label_studio.brush import decode_brush, encode_brush
from labeling.ontology.schema import parse_ontology
from labeling.regions import mask
from tests.factories.formats import read_paths, read_text, write_tasks

KINDS = ("box", "rotated_box", "ellipse", "polygon", "polyline", "keypoints", "mask")
ONTOLOGY = parse_ontology(
    {
        "fields": {"photo": {"type": "image"}},
        "labels": [
            {
                "id": f"l_{kind}",
                "on": "photo",
                "kind": kind,
                "classes": [{"id": "x"}],
                "attributes": [{"id": "seen", "kind": "boolean"}, {"id": "note", "kind": "text"}],
            }
            for kind in KINDS
        ],
        "relations": [{"id": "near", "from": [], "to": []}],
    }
)
PIXELS = np.zeros((30, 40), dtype=bool)
PIXELS[5:9, 3:20] = True
PIXELS[6, 5] = False
GEOMETRIES = {
    "box": {"x": 10.5, "y": 2, "width": 7, "height": 3.25},
    "rotated_box": {"cx": 20.0, "cy": 15.0, "width": 10.0, "height": 4.0, "angle": 30.0},
    "ellipse": {"cx": 20, "cy": 15, "rx": 8, "ry": 3, "angle": 12},
    "polygon": {"rings": [[[1, 1], [9, 1], [9, 7], [1, 7.5]]]},
    "polyline": {"points": [[1, 1], [9, 1], [9, 7]]},
    "keypoints": {"points": [[4, 5, 2]]},
    "mask": mask.from_array(PIXELS),
}


def task_with(*regions, relations=()) -> ExportTask:
    photo = ExportMedia("a.png", "1", "0" * 64, "image/png", 40, 30)
    content = Content(list(regions), list(relations))
    return ExportTask("1", {"photo": photo}, annotations=[ExportAnnotation("1", content, "ann")])


def region(kind: str, number: int = 1, **attributes):
    return {
        "id": f"r{number}",
        "label": f"l_{kind}",
        "on": "photo",
        "class": "x",
        "geometry": GEOMETRIES[kind],
        "attributes": attributes,
    }


def flat(value) -> list[float]:
    if isinstance(value, dict):
        return [n for key in sorted(value) for n in flat(value[key])]
    if isinstance(value, list):
        return [n for item in value for n in flat(item)]
    return [float(value)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_shape_comes_back_as_it_was(kind, tmp_path) -> None:
    path = tmp_path / "a.json"
    write_tasks("label_studio", [task_with(region(kind))], path, ONTOLOGY)
    read = read_paths("label_studio", path, ontology=ONTOLOGY)
    assert read.problems == []
    [back] = read.tasks[0].annotations[0].content.regions
    assert (back["label"], back["class"]) == (f"l_{kind}", "x")
    assert flat(back["geometry"]) == pytest.approx(flat(GEOMETRIES[kind]), abs=1e-6)


def test_attributes_and_relations_come_back(tmp_path) -> None:
    path = tmp_path / "a.json"
    first, second = region("box", 1, seen=True, note="half hidden"), region("polygon", 2)
    link = {"id": "l1", "label": "near", "from": "r1", "to": "r2"}
    write_tasks("label_studio", [task_with(first, second, relations=[link])], path, ONTOLOGY)
    content = read_paths("label_studio", path, ontology=ONTOLOGY).tasks[0].annotations[0].content
    assert content.regions[0]["attributes"] == {"seen": True, "note": "half hidden"}
    assert content.relations == [link]


@pytest.mark.parametrize("seed", range(5))
def test_masks_are_coded_and_decoded_bit_by_bit(seed) -> None:
    rng = np.random.default_rng(seed)
    pixels = rng.random((17, 23)) < rng.random()
    code = encode_brush(pixels)
    assert all(0 <= byte < 256 for byte in code)
    assert (decode_brush(code, 23, 17) == pixels).all()


def test_a_long_mask_of_one_run_is_split_where_the_code_must() -> None:
    pixels = np.ones((300, 300), dtype=bool)
    assert (decode_brush(encode_brush(pixels), 300, 300) == pixels).all()


@pytest.mark.parametrize("code", [[], [0, 0, 0, 1], [0, 0, 6, 28, 0, 0]])
def test_damaged_masks_are_refused(code) -> None:
    with pytest.raises(ValueError, match="mask"):
        decode_brush(code, 23, 17)


def result(*, size=(40, 30), **value) -> str:
    entry = {"from_name": "l_box", "to_name": "photo", "type": "rectanglelabels", "value": value}
    if size:
        entry |= {"original_width": size[0], "original_height": size[1]}
    task = {"data": {"photo": "a.png"}, "annotations": [{"result": [entry]}]}
    return json.dumps([task])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (result(x=1, y=1, width=5, rectanglelabels=["x"]), "height"),
        (result(x=1, y=1, width=5, height=5, rectanglelabels=["y"]), "has a class 'y'"),
        (
            result(size=None, x=1, y=1, width=5, height=5, rectanglelabels=["x"]),
            "size of the image",
        ),
        (
            '[{"data": {"photo": "a.png"}, "predictions": [{"score": "high", "result": []}]}]',
            "score",
        ),
        ('[{"data": {"photo": "a.png"}, "annotations": [{"result": 5}]}]', "list"),
    ],
)
def test_results_that_cannot_be_kept_are_told_with_their_place(text, said, tmp_path) -> None:
    read = read_text("label_studio", text, tmp_path, ontology=ONTOLOGY)
    assert read.tasks == []
    [problem] = read.problems
    assert said in problem.detail
    assert problem.pointer.startswith("/0/")


def test_cancelled_annotations_are_left_out_with_a_warning(tmp_path) -> None:
    text = '[{"data": {"photo": "a.png"}, "annotations": [{"was_cancelled": true, "result": []}]}]'
    read = read_text("label_studio", text, tmp_path, ontology=ONTOLOGY)
    assert read.tasks[0].annotations == []
    assert "cancelled" in read.warnings[0].detail
