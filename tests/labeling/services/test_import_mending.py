"""Boxes without area or over the edge are mended, and each is told."""

import pytest

from labeling.regions.kind import Bounds
from labeling.services.import_mending import mend_boxes
from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.formats import IMAGE
from tests.factories.moving import import_files
from tests.labeling.media.pictures import halves

BOUNDS = {"photo": Bounds(100, 50)}


def region(x, y, width, height, label="object"):
    geometry = {"x": x, "y": y, "width": width, "height": height}
    return {"id": "r", "label": label, "class": "car", "geometry": geometry}


@pytest.mark.parametrize(
    ("box", "kept", "said"),
    [
        ((1, 2, 3, 4), (1, 2, 3, 4), ""),
        ((0, 0, 100.4, 50), (0, 0, 100.4, 50), ""),
        ((90, 40, 20, 20), (90, 40, 10, 10), "reached by 10 pixels"),
        ((-5, 0, 10, 10), (0, 0, 5, 10), "reached by 5 pixels"),
        ((1, 1, 0, 5), None, "0 x 5 pixels has no area"),
        ((1, 1, 5, -5), None, "has no area"),
        ((200, 1, 5, 5), None, "outside the image"),
    ],
)
def test_a_box_is_kept_cut_or_left_out(box, kept, said) -> None:
    regions, notes = mend_boxes(IMAGE, [region(*box)], BOUNDS)
    assert [tuple(r["geometry"].values()) for r in regions] == ([kept] if kept else [])
    assert [index for index, _ in notes] == ([0] if said else [])
    assert all(said in note for _, note in notes)


def test_what_is_no_box_is_left_to_validation() -> None:
    strange = [region(1, 1, "wide", 1), region(1, 1, 1, 1, label="none"), {"id": "r"}]
    assert mend_boxes(IMAGE, strange, BOUNDS) == (strange, [])


def test_boxes_in_an_image_of_unknown_size_are_not_cut() -> None:
    assert mend_boxes(IMAGE, [region(1000, 0, 5, 5)], {})[1] == []


@pytest.mark.django_db
def test_an_import_names_the_file_of_a_mended_box(tmp_path) -> None:
    halves(30, 20).save(tmp_path / "a.png")
    xml = (
        "<annotation><filename>a.png</filename><object><name>car</name><bndbox><xmin>25</xmin>"
        "<ymin>1</ymin><xmax>40</xmax><ymax>5</ymax></bndbox></object></annotation>"
    )
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_files(project, ("a.xml", xml), ("a.png", tmp_path / "a.png"))
    assert job.state == "done", job.error
    [warning] = job.report["warnings"]
    assert warning["file"] == "a.xml"
    assert project.annotations.get().regions[0]["geometry"]["width"] == 5
